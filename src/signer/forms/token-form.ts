/**
 * The method `webform` for details to be stored: a plain form for a card or a bank account that the
 * browser posts directly to the service (D9, D10), and that works without script. `GET
 * form?purpose=save-card` shows it; the two purposes that change a card also need its handle in
 * `card`, which is not a secret and is valid only in the session. `POST form` with a `claim`, and
 * its `kind`, shows the form of a key that a page has already asked for.
 */
import { escapeHtml } from '../../core/escape-html.js';
import type { Claim } from '../claims/claim.js';
import { findClaim } from '../claims/find-claim.js';
import { isTokenClaim } from '../claims/token-entry.js';
import { issueTokenKey } from '../keys/token-key.js';
import { refuseClaim, Refusal } from '../refusal.js';
import type { CardHolder } from '../saved-cards/saved-cards.js';
import type { TokenKind } from '../service/service-addresses.js';
import type { SignerContext } from '../signer-context.js';
import { isFragmentRequested, writeFormFragment } from './form-fragment.js';
import {
  CARD_HOLDER,
  CARD_NUMBER_AND_EXPIRY,
  type PlainField,
  type PlainForm,
  readFormLook,
  writePlainForm,
} from './plain-form.js';
import { type PageLanguage, pageLanguageFor } from './plain-messages.js';

type PurposeName = 'save-card' | 'update-card' | 'save-bank-account' | 'update-bank-account';

/** The order that a form pays, or the details that it saves, as the attributes of the checkout around it name them. */
export type FormOf = (TokenFormOf | { readonly order: string }) & {
  /** Language of the page around it, as in its `lang`, such as `de-AT`. Default: the browser's. */
  readonly lang?: string;
};

/** What a form saves. */
export type TokenFormOf =
  | { readonly purpose: 'save-card' | 'save-bank-account' }
  | {
      readonly purpose: 'update-card' | 'update-bank-account';
      /** The saved card, by its handle in the list of cards. */
      readonly card: string;
    };

interface Purpose {
  readonly task: 'add' | 'update';
  readonly kind: TokenKind;
}

/** Names as in the attribute `purpose` of the checkout. */
const PURPOSES: Readonly<Record<PurposeName, Purpose>> = {
  'save-card': { task: 'add', kind: 'card' },
  'update-card': { task: 'update', kind: 'card' },
  'save-bank-account': { task: 'add', kind: 'bank_account' },
  'update-bank-account': { task: 'update', kind: 'bank_account' },
};

/** docs/wire/rest.md section 4; token forms have no CVN field. */
const FIELDS: Readonly<Record<TokenKind, readonly PlainField[]>> = {
  card: [...CARD_NUMBER_AND_EXPIRY, CARD_HOLDER],
  bank_account: [
    {
      name: 'BSBNumber',
      label: 'bsb',
      attributes: 'autocomplete="off" inputmode="numeric" maxlength="8" required',
      code: 125,
      says: 'wrongBsb',
    },
    {
      name: 'AccountNumber',
      label: 'accountNumber',
      attributes: 'autocomplete="off" inputmode="numeric" maxlength="12" required',
      code: 124,
      says: 'wrongAccount',
    },
    {
      name: 'AccountName',
      label: 'accountName',
      attributes: 'autocomplete="name" maxlength="32" required',
      code: 126,
      says: 'wrongHolder',
    },
    {
      name: 'AcceptBADirectDebitTC',
      label: 'agreement',
      attributes: 'type="checkbox" value="true" required',
      code: 129,
      says: 'wrongAgreement',
    },
  ],
};

/** @throws Refusal `bad_request` for another purpose, and the refusals of {@link issueTokenKey} */
export async function answerTokenForm(context: SignerContext, holder: CardHolder, request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams;
  const { backUrl } = readFormLook(context);
  const [name = '', card] = [readOnce(query, 'purpose'), readOnce(query, 'card')];
  if (!isPurpose(name)) throw new Refusal('bad_request', `purpose must be one of ${Object.keys(PURPOSES).join(', ')}`);
  const { task, kind } = PURPOSES[name];
  const pageLanguage = pageLanguageFor(request);
  const asked = { task, kind, ...(task === 'update' && { card }) };
  const grant = await issueTokenKey(context, holder, asked, pageLanguage.locale);
  const { submitUrl } = grant;
  const form = formOf(name, { backUrl: backUrl(), submitUrl, code: undefined, pageLanguage });
  return isFragmentRequested(request) ? writeFormFragment(form) : writePlainForm(context, form);
}

/**
 * The form of a key that a page already has, so that the page can ask for the outcome afterwards.
 * The claim token travels in the body and allows one use of the key.
 * @throws Refusal `claim_refused` if it is not a claim of this kind, or has ended
 */
export async function answerClaimedForm(
  context: SignerContext,
  form: URLSearchParams,
  pageLanguage: PageLanguage,
): Promise<Response> {
  readFormLook(context);
  const claim = await findClaim(context, readOnce(form, 'claim'));
  const isLive = claim.state === 'live' && context.clock.now() < (claim.expiresAt ?? 0);
  if (!isTokenClaim(claim) || !isLive) throw refuseClaim();
  return showTokenForm(context, claim, { kind: readOnce(form, 'kind') ?? null, code: undefined, pageLanguage });
}

interface Shown {
  readonly code: number | undefined;
  readonly pageLanguage: PageLanguage;
}

/** Shows the form of a key that a page has, for example after the service refused a field. @throws Refusal `claim_refused` */
export async function showTokenForm(
  context: SignerContext,
  { authKey, terms }: Claim,
  { kind, ...shown }: Shown & { readonly kind: string | null },
): Promise<Response> {
  if (!authKey) throw refuseClaim();
  const task = terms.action === 'update_token' ? 'update' : 'add';
  const names = { add: ['save-bank-account', 'save-card'], update: ['update-bank-account', 'update-card'] } as const;
  const name = names[task][kind === 'bank_account' ? 0 : 1];
  const submitUrl = context.addresses.token(authKey, task);
  return writePlainForm(context, formOf(name, { backUrl: readFormLook(context).backUrl(), submitUrl, ...shown }));
}

function isPurpose(name: string): name is PurposeName {
  return Object.hasOwn(PURPOSES, name);
}

function readOnce(query: URLSearchParams, name: string): string | undefined {
  const [value, ...more] = query.getAll(name);
  return more.length === 0 ? value : undefined;
}

function formOf(
  name: PurposeName,
  { backUrl, submitUrl, code, pageLanguage }: Shown & Pick<PlainForm, 'backUrl' | 'submitUrl'>,
): PlainForm {
  const { messages } = pageLanguage;
  const { kind } = PURPOSES[name];
  return {
    pageLanguage,
    title: messages[name],
    backUrl,
    submitUrl,
    fields: FIELDS[kind],
    button: escapeHtml(messages[name]),
    code,
    nothingDone: `${messages.notSaved} ${kind === 'card' ? messages.cardAgain : messages.detailsAgain}`,
  };
}
