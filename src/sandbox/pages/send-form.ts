/**
 * Submits a page's form: by the same operations as a browser's own calls (T5, D9, D10), or by saving the input of a
 * frame.
 */
import { readExpiry } from '../../core/card/expiry.js';
import { TEST_NUMBERS } from '../../core/card/test-values.js';
import { API_CODES } from '../../wire/codes.js';
import { writeSettlementDate } from '../../wire/rest/local-time.js';
import type { BankAccountEntry } from '../bank-account.js';
import type { Context } from '../context.js';
import { SandboxFault } from '../fault.js';
import type { CardEntry } from '../operations/card-entry.js';
import { saveFrameEntry } from '../operations/save-frame-entry.js';
import { submitAuthKey, type SubmissionResult } from '../operations/submit-auth-key.js';
import { submitTokenKey } from '../operations/submit-token-key.js';
import { SUCCESS } from '../rest/api-response.js';
import { writeSubmission } from '../rest/writers.js';
import type { OpenPage, PaymentPage, TokenPage } from './find-page.js';
import { type FormField, isEntryOnly, type Method } from './form-fields.js';
import { numberText, type TypedTexts } from './read-form.js';
import type { FieldErrors } from './render-fields.js';
import { FIELD_MESSAGES, MESSAGES, type FieldId } from './messages.js';

/** Result of a submitted form. */
export type Sent =
  /** Finished; the URL is null when the merchant gave none. */
  | { readonly outcome: 'done'; readonly url: string | null }
  /** The input is stored for the merchant's server. */
  | { readonly outcome: 'stored' }
  | { readonly outcome: 'refused'; readonly errors: FieldErrors; readonly message: string }
  /** The key was used or expired meanwhile, or its saved card was removed. */
  | { readonly outcome: 'gone' };

/** Field of an API code. */
const FIELDS: Readonly<Record<number, FieldId>> = {
  106: 'crn1',
  107: 'crn2',
  108: 'crn3',
  110: 'amount',
  112: 'number',
  113: 'name',
  114: 'expiry',
  115: 'cvn',
  124: 'account',
  125: 'bsb',
  126: 'holder',
  127: 'email',
  129: 'agree',
};

function cardOf(typed: TypedTexts): CardEntry {
  const expiry = typed.expiry ? readExpiry(typed.expiry) : { month: null, year: null };
  return {
    number: numberText(typed.number),
    holderName: typed.name || null,
    expiryMonth: expiry.month,
    expiryYear: expiry.year,
    cvn: numberText(typed.cvn),
  };
}

function accountOf(typed: TypedTexts): BankAccountEntry {
  return {
    accountName: typed.holder || null,
    accountNumber: numberText(typed.account),
    bsbNumber: numberText(typed.bsb),
  };
}

/** What the wallet sends: a test card that is valid until the next December. */
function walletTexts(now: number): TypedTexts {
  return { number: TEST_NUMBERS.amex, expiry: `12/${writeSettlementDate(now).slice(2, 4)}` };
}

function referencesOf(typed: TypedTexts) {
  return {
    billerCode: null,
    crn1: typed.crn1 || null,
    crn2: typed.crn2 || null,
    crn3: typed.crn3 || null,
    emailAddress: typed.email || null,
  };
}

function pay({ key }: PaymentPage, typed: TypedTexts, origin: string, context: Context): Promise<SubmissionResult> {
  const isStored = key.terms.dvToken !== null;
  const terms = {
    ...referencesOf(typed),
    merchantReference: null,
    amount: typed.amount || null,
    amountOriginal: null,
    amountSurcharge: null,
    currency: null,
  };
  const card = isStored && !typed.cvn ? null : cardOf(typed);
  return submitAuthKey({ authKey: key.authKey, terms, storeCard: typed.store === 'true', card, origin }, context);
}

function store(page: TokenPage, method: Method, typed: TypedTexts, context: Context): Promise<SubmissionResult> {
  const entry = {
    ...referencesOf(typed),
    card: method === 'card' ? cardOf(typed) : null,
    bankAccount: method === 'bank_account' ? accountOf(typed) : null,
    acceptsTerms: typed.agree === 'true',
  };
  return submitTokenKey({ authKey: page.key.authKey, task: page.key.terms.task, entry }, context);
}

async function saveEntry(page: OpenPage, method: Method, typed: TypedTexts, context: Context): Promise<Sent> {
  const post = {
    authKey: page.key.authKey,
    card: method === 'card' ? cardOf(typed) : null,
    bankAccount: method === 'bank_account' ? accountOf(typed) : null,
    acceptsTerms: typed.agree === 'true',
  };
  await saveFrameEntry(post, context);
  return { outcome: 'stored' };
}

function refusal(fault: SandboxFault, fields: readonly FormField[], typed: TypedTexts): Sent {
  const { apiCode } = fault;
  if (apiCode === 202 || apiCode === 206 || apiCode === 207) return { outcome: 'gone' };
  const id = FIELDS[apiCode];
  const isShown = id !== undefined && fields.some((field) => field.id === id);
  if (!isShown) {
    // The shopper cannot correct this; the developer sees the reason.
    return { outcome: 'refused', errors: {}, message: `This cannot be done: ${fault.message} (code ${apiCode}).` };
  }
  const hasReason = fault.message !== API_CODES[apiCode];
  const message = apiCode === 112 && hasReason ? MESSAGES.testCardsOnly : MESSAGES.check;
  return { outcome: 'refused', errors: { [id]: FIELD_MESSAGES[id][typed[id] ? 'wrong' : 'empty'] }, message };
}

export interface SentForm {
  readonly method: Method;
  readonly fields: readonly FormField[];
  readonly typed: TypedTexts;
  /** The sandbox's origin as the browser sees it, for the URL of a 3-D Secure page. */
  readonly origin: string;
}

/** Submits the fields, which passed the page's checks. Throws only unexpected errors; refusals are results. */
export async function sendForm(
  page: OpenPage,
  { method, fields, typed, origin }: SentForm,
  context: Context,
): Promise<Sent> {
  try {
    if (isEntryOnly(page)) return await saveEntry(page, method, typed, context);
    const result = await (page.subject === 'payment'
      ? pay(page, method === 'amex_express' ? walletTexts(context.clock.now()) : typed, origin, context)
      : store(page, method, typed, context));
    const { RedirectionUrl: url } = writeSubmission(SUCCESS, result, context);
    return { outcome: 'done', url: typeof url === 'string' ? url : null };
  } catch (error) {
    if (!(error instanceof SandboxFault)) throw error;
    return refusal(error, fields, typed);
  }
}
