/**
 * Saving or updating a card or a bank account, as a kind of attempt (attempt-flow.ts). No bank takes part: these attempts
 * are never declined and have no 3-D Secure.
 */
import type { FlorinError } from '../core/errors.js';
import type { PageScheme, SavedCard, TokenKeyGrant, TokenKeyRequest, TokenResult } from '../core/pay-api.js';
import { AttemptFlow } from './attempt-flow.js';
import type { AttemptKind } from './attempt-kind.js';
import type { AttemptOptions } from './contract.js';
import { askSaved, askTokenKey, askTokenResult } from './saving-calls.js';
import { type AccountField, type AccountInput, submitAccount } from './submit-account.js';
import { type CardField, type CardInput, submitCard } from './submit-card.js';
import type { CheckoutStatus } from './transitions.js';

/** The purpose, as in the checkout's attribute `purpose`. */
export type TokenPurpose = 'save-card' | 'update-card' | 'save-bank-account' | 'update-bank-account';

export const TOKEN_PURPOSES: readonly TokenPurpose[] = [
  'save-card',
  'update-card',
  'save-bank-account',
  'update-bank-account',
];

/** The input: a card, whose CVN is not sent, or an account. An empty text does not change a member of a saved card. */
export type TokenInput = Omit<CardInput, 'cvn'> | AccountInput;

/** The statuses of a payment, with `saved` instead of `approved`. */
export type TokenStatus = Exclude<CheckoutStatus, 'approved' | 'declined' | 'challenging'> | 'saved';

/** The state. It never contains a key or the input. */
export interface TokenState {
  readonly status: TokenStatus;
  /** The entry to be updated, after the signer's answer. */
  readonly card?: SavedCard;
  /** The signer's last result. */
  readonly result?: TokenResult;
  /** The error of the last step. */
  readonly error?: FlorinError;
  /** The field that the service refused, in `ready`. */
  readonly refusedField?: CardField | AccountField;
  /** Time of the submission, in milliseconds since 1970; until its result is known, and in `saved`. */
  readonly submittedAt?: number;
}

/** Options of `createSaving`. All but the first two default to those of the browser. */
interface SavingOptions extends AttemptOptions {
  readonly purpose: TokenPurpose;
  /** The handle of the entry to be updated. */
  readonly card?: string;
  /** Colours of the page, for the service's own frame. */
  readonly scheme?: () => PageScheme | undefined;
}

/** Saves or updates one card or account. */
export type SavingFlow = AttemptFlow<TokenState, TokenKeyGrant, TokenInput>;

/** Creates the flow. It requests and stores nothing before `prepare` or `submit`. */
export function createSaving(options: SavingOptions): SavingFlow {
  return new AttemptFlow<TokenState, TokenKeyGrant, TokenInput>(options, savingOf(options));
}

/**
 * Key of the attempt's record in sessionStorage (attempt-record.ts).
 *
 * @param card - the handle of the entry to be updated; otherwise empty
 */
export function recordName(purpose: TokenPurpose, card: string): string {
  return card ? `${purpose} ${card}` : purpose;
}

function savingOf({ signerUrl, purpose, card = '', scheme }: SavingOptions): AttemptKind<TokenKeyGrant, TokenInput> {
  const request: TokenKeyRequest = {
    ...(purpose.startsWith('save') ? { task: 'add' } : { task: 'update', card }),
    kind: purpose.endsWith('card') ? 'card' : 'bank_account',
  };
  return {
    record: recordName(purpose, card),
    done: 'saved',
    isOnce: false,
    hasChallenge: false,
    askKey: (_wanted, exchange) => askTokenKey(signerUrl, { ...request, scheme: scheme?.() }, exchange),
    askResult: (result, exchange) => askTokenResult(signerUrl, result, exchange),
    send: (submitUrl, input, exchange) =>
      'bsb' in input ? submitAccount(submitUrl, input, exchange) : submitCard(submitUrl, input, exchange, 'DVTokenReq'),
    describe: (key) => ('card' in key ? { card: key.card } : {}),
    async askBefore(exchange) {
      const saved = card && (await askSaved(signerUrl, card, exchange));
      return saved ? { details: { card: saved } } : {};
    },
  };
}
