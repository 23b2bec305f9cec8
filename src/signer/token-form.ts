/**
 * The method `webform` for what is to be stored: a plain form for a card or a bank account that the browser posts straight
 * to the service (D9, D10), and that works without any script. `GET form?purpose=save-card`, with a saved card's handle in
 * `card` for the two that change one: a handle is no secret that outlives the session, and no token. `POST form` with a
 * `claim`, and its `kind`, is the same for a key that a page has asked for already.
 */
import { isPartAsked, writeFormPart } from './form-part.js';
import { issueTokenKey } from './token-key.js';
import type { CardHolder } from './saved-cards.js';
import { CARD_HOLDER, CARD_NUMBER_AND_EXPIRY, type PlainField, type PlainForm, writePlainForm } from './plain-form.js';
import { refuseClaim, Refusal } from './refusal.js';
import type { TokenKind } from './service-addresses.js';
import type { SignerContext } from './signer-context.js';
import { isTokenClaim } from './token-entry.js';

interface Purpose {
  readonly task: 'add' | 'update';
  readonly kind: TokenKind;
  readonly says: string;
}

/** As the attribute `purpose` of the checkout names them; `says` is title and button. */
const PURPOSES: Readonly<Record<string, Purpose>> = {
  'save-card': { task: 'add', kind: 'card', says: 'Save card' },
  'update-card': { task: 'update', kind: 'card', says: 'Update card' },
  'save-bank-account': { task: 'add', kind: 'bank_account', says: 'Save bank account' },
  'update-bank-account': { task: 'update', kind: 'bank_account', says: 'Update bank account' },
};

/** wire/rest.md section 4; the fields of a token form have no CVN. */
const FIELDS: Readonly<Record<TokenKind, readonly PlainField[]>> = {
  card: [...CARD_NUMBER_AND_EXPIRY, CARD_HOLDER],
  bank_account: [
    {
      name: 'BSBNumber',
      label: 'BSB (6 digits)',
      attributes: 'autocomplete="off" inputmode="numeric" maxlength="8" required',
      code: 125,
      says: 'Check the BSB, it has 6 digits.',
    },
    {
      name: 'AccountNumber',
      label: 'Account number',
      attributes: 'autocomplete="off" inputmode="numeric" maxlength="12" required',
      code: 124,
      says: 'Check the account number, it has 3 to 9 digits.',
    },
    {
      name: 'AccountName',
      label: 'Account name',
      attributes: 'autocomplete="name" maxlength="32" required',
      code: 126,
      says: 'Enter the name of the account.',
    },
    {
      name: 'AcceptBADirectDebitTC',
      label: 'I have read the direct debit service agreement, and my account may be debited under it.',
      attributes: 'type="checkbox" value="true" required',
      code: 129,
      says: 'Agree to the direct debit service agreement to go on.',
    },
  ],
};

/** @throws Refusal `bad_request` for another purpose, and whatever {@link issueTokenKey} throws */
export async function answerTokenForm(context: SignerContext, holder: CardHolder, request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams;
  if (!context.webform) throw new Refusal('bad_request', 'This shop has no plain form', { status: 404 });
  const [name = '', card] = [readOnce(query, 'purpose'), readOnce(query, 'card')];
  const purpose = Object.hasOwn(PURPOSES, name) ? PURPOSES[name] : undefined;
  if (!purpose) throw new Refusal('bad_request', `purpose must be one of ${Object.keys(PURPOSES).join(', ')}`);
  const { task, kind } = purpose;
  const grant = await issueTokenKey(context, holder, { task, kind, ...(task === 'update' && { card }) });
  const form = formOf(purpose, { submitUrl: grant.submitUrl, code: undefined });
  return isPartAsked(request) ? writeFormPart(form) : writePlainForm(context, form);
}

/**
 * The form of a key that a page has, which then knows what to ask about afterwards. The claim travels in the body; who has
 * it may use its key, once.
 * @throws Refusal `claim_refused` for what is no claim of this kind, or is over
 */
export async function answerClaimedForm(context: SignerContext, form: URLSearchParams): Promise<Response> {
  if (!context.webform) throw new Refusal('bad_request', 'This shop has no plain form', { status: 404 });
  const claimId = await context.tokens.read(readOnce(form, 'claim'));
  const claim = claimId === undefined ? undefined : await context.store.readClaim(claimId);
  const isLive = claim?.state === 'live' && context.clock.now() < (claim.expiresAt ?? 0);
  if (!claim || !isTokenClaim(claim) || !isLive) throw refuseClaim();
  return showTokenForm(context, { claimId: claim.id, kind: readOnce(form, 'kind') ?? null, code: undefined });
}

/** The form again, after the service refused a field of it; the key is as it was. @throws Refusal `claim_refused` */
export async function showTokenForm(
  context: SignerContext,
  {
    claimId,
    kind,
    code,
  }: { readonly claimId: string; readonly kind: string | null; readonly code: number | undefined },
): Promise<Response> {
  const claim = await context.store.readClaim(claimId);
  if (!claim?.authKey) throw refuseClaim();
  const task = claim.terms.action === 'update_token' ? 'update' : 'add';
  const fits = (each: Purpose) => each.task === task && (each.kind === 'bank_account') === (kind === 'bank_account');
  const purpose = Object.values(PURPOSES).find(fits);
  if (!purpose) throw refuseClaim();
  return writePlainForm(context, formOf(purpose, { submitUrl: context.addresses.token(claim.authKey, task), code }));
}

function readOnce(query: URLSearchParams, name: string): string | undefined {
  const [value, ...more] = query.getAll(name);
  return more.length === 0 ? value : undefined;
}

function formOf(
  { kind, says }: Purpose,
  { submitUrl, code }: { readonly submitUrl: string; readonly code: number | undefined },
): PlainForm {
  const again = kind === 'card' ? 'Please enter the card again.' : 'Please enter the account again.';
  return {
    title: says,
    submitUrl,
    fields: FIELDS[kind],
    button: says,
    code,
    nothingDone: `Nothing was saved. ${again}`,
  };
}
