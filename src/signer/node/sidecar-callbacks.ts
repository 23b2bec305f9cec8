/**
 * Notifies a shop in another language of payments: POSTs a JWS to its URL and retries until the shop
 * answers 2xx. Delivery is at least once: `txnNumber` identifies repetitions.
 * docs/invariants.md, 4.
 */
import { SignJWT } from 'jose';
import { readJson as readLosslessJson } from '../../wire/rest/lossless-json.js';
import type { TxnResp } from '../../wire/rest/txn-resp.js';
import type { AgreedTerms, CurrentTerms } from '../claims/agreed-terms.js';
import { withoutSurcharge } from '../keys/surcharge.js';
import type { MismatchReport } from '../notices/mismatch-report.js';
import type { StoredToken } from '../signer-options.js';
import { CALLBACK_LIFETIME, type SidecarSettings } from './sidecar-config.js';
import { readSigningKey } from './signing-key.js';

const TYPE = 'florin-callback+jwt';
const VERSION = /^\d{1,15}$/;

/** The claims of a callback besides `iss`, `aud`, `iat` and `exp`. They contain no card data. */
export interface CallbackClaims {
  readonly event: 'paid' | MismatchReport['kind'];
  readonly order: string;
  /** The agreed version of the order; null if unknown. */
  readonly version: number | null;
  /**
   * The action as the service reports it: `preauth` has only reserved the amount, `verify_only` has
   * moved no money.
   */
  readonly action: string;
  readonly txnNumber: string;
  readonly receiptNumber: string;
  /** As the service reports it, in minor units; null if it does not report one. */
  readonly amount: number | string | null;
  readonly currency: string;
  /**
   * The agreed amount without surcharge, in minor units. Compare it, and `version`, with the order
   * before you deliver.
   */
  readonly agreedAmount: number;
  readonly agreedCurrency: string;
  /**
   * What the order costs now, if the shop was asked (`callbacks.termsUrl`) and named other terms;
   * else null.
   */
  readonly currentAmount: number | null;
  readonly currentCurrency: string | null;
  readonly currentVersion: number | null;
  readonly testMode: boolean;
  /**
   * Members in which the transaction differs from the agreed terms, separated by spaces; empty for
   * `paid`.
   */
  readonly differences: string;
  /** TxnNumbers of the refunds and reversals, separated by spaces; only for `paid_reversed`. */
  readonly followUps?: string;
}

/** The claims of a request for the current price of an order. The shop answers it and stores nothing. */
interface TermsClaims {
  readonly event: 'current_terms';
  readonly order: string;
}

/** The claims of the callback about a card or bank account that a shopper stored or changed. */
interface StoredClaims {
  readonly event: 'token_stored';
  readonly task: StoredToken['task'];
  readonly shopper: string;
  /** Unique for each attempt: it identifies repetitions. */
  readonly reference: string;
  /** The service's token. It must never reach a browser. */
  readonly dvToken: string;
  readonly cardType: string;
  /** As the service masks it; empty for a bank account. */
  readonly maskedCardNumber: string;
}

/** The signer's signal ends each call: nothing else limits it. */
export interface Callbacks {
  /** Rejects unless the shop answered 2xx: the signer then retries. */
  onPaid(order: string, txn: TxnResp, agreed: AgreedTerms, signal: AbortSignal): Promise<void>;
  /** Rejects unless the shop answered 2xx: the signer then retries. */
  onMismatch(report: MismatchReport, signal: AbortSignal): Promise<void>;
  /** Rejects unless the shop answered 2xx: the signer then retries. */
  onTokenStored(shopper: { readonly id: string }, stored: StoredToken, signal: AbortSignal): Promise<void>;
  /**
   * What the order costs now; absent if no `termsUrl` is configured. Rejects unless the shop
   * answered.
   */
  readonly currentTerms?: (order: string, signal: AbortSignal) => Promise<CurrentTerms>;
}

type TermsPart = Pick<
  CallbackClaims,
  'version' | 'agreedAmount' | 'agreedCurrency' | 'currentAmount' | 'currentCurrency' | 'currentVersion'
>;

/** @throws TypeError or RangeError for an unusable key; the message does not quote the key */
export async function createCallbacks(
  settings: SidecarSettings['callbacks'],
  merchantCurrency: string,
): Promise<Callbacks> {
  const { url, termsUrl, issuer, audience, kid, alg } = settings;
  const key = await readSigningKey('callbacks.key', settings);

  async function send(
    url: string,
    claims: CallbackClaims | StoredClaims | TermsClaims,
    signal: AbortSignal,
  ): Promise<Response> {
    const token = await new SignJWT({ ...claims })
      .setProtectedHeader({ alg, kid, typ: TYPE })
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(`${CALLBACK_LIFETIME}s`)
      .sign(key);
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/jwt' },
      body: token,
      redirect: 'manual',
      signal,
    }).catch((error: unknown) => {
      throw nameFailure(error);
    });
    if (response.ok) return response;
    await response.body?.cancel();
    throw new Error(`the shop answered ${response.status}`);
  }

  async function post(claims: CallbackClaims | StoredClaims, signal: AbortSignal): Promise<void> {
    const response = await send(url, claims, signal);
    await response.body?.cancel();
  }

  function write(event: CallbackClaims['event'], order: string, txn: TxnResp): Omit<CallbackClaims, keyof TermsPart> {
    return {
      event,
      order,
      action: txn.Action ?? '',
      txnNumber: txn.TxnNumber ?? '',
      receiptNumber: txn.ReceiptNumber ?? '',
      amount: typeof txn.Amount === 'bigint' ? String(txn.Amount) : (txn.Amount ?? null),
      currency: txn.Currency ?? merchantCurrency,
      testMode: txn.IsTestTxn === true,
      differences: '',
    };
  }

  return {
    async onPaid(order, txn, { amount, currency, version }, signal) {
      const written = writeTerms({ amount: { minor: amount, currency }, version }, null);
      await post({ ...write('paid', order, txn), ...written }, signal);
    },
    async onMismatch({ kind, order, terms, current, txn, differences, followUps }, signal) {
      const written = writeTerms(withoutSurcharge(terms), current);
      const numbers = followUps.map(({ TxnNumber }) => TxnNumber ?? '').join(' ');
      const followed = kind === 'paid_reversed' ? { followUps: numbers } : {};
      const claims = { ...write(kind, order, txn), ...written, differences: differences.join(' '), ...followed };
      await post(claims, signal);
    },
    ...(termsUrl !== undefined && {
      async currentTerms(order, signal) {
        return readTerms(await readJson(await send(termsUrl, { event: 'current_terms', order }, signal)));
      },
    }),
    async onTokenStored({ id }, { task, reference, token }, signal) {
      const claims: StoredClaims = {
        event: 'token_stored',
        ...{ task, shopper: id, reference },
        dvToken: token.DVToken ?? '',
        cardType: token.CardType ?? '',
        maskedCardNumber: token.CardDetails?.MaskedCardNumber ?? '',
      };
      await post(claims, signal);
    },
  };
}

function writeTerms({ amount, version }: CurrentTerms, current: CurrentTerms | null): TermsPart {
  return {
    version: versionOf(version),
    agreedAmount: amount.minor,
    agreedCurrency: amount.currency,
    currentAmount: current?.amount.minor ?? null,
    currentCurrency: current?.amount.currency ?? null,
    currentVersion: versionOf(current?.version),
  };
}

function versionOf(version: string | undefined): number | null {
  return version !== undefined && VERSION.test(version) ? Number(version) : null;
}

/** Messages of `fetch` may quote the URL, so only the kind of failure is passed on. */
function nameFailure(error: unknown): Error {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return Object.assign(new Error('the shop did not answer in time'), { name: error.name });
  }
  const cause = error instanceof Error ? (error.cause as { code?: unknown } | undefined) : undefined;
  return new Error(`the shop could not be reached (${typeof cause?.code === 'string' ? cause.code : 'unknown'})`);
}

/** Reads the shop's answer about what an order costs. @throws Error that quotes nothing of it */
async function readJson(response: Response): Promise<unknown> {
  const text = await response.text().catch((error: unknown) => {
    throw nameFailure(error);
  });
  try {
    return readLosslessJson(text);
  } catch {
    throw new Error('the answer of the shop is not JSON');
  }
}

/**
 * @throws Error unless it has the form `{ "amount": 19900, "currency": "AUD", "version": 3 }`; the
 * values are checked when they are compared
 */
function readTerms(answer: unknown): CurrentTerms {
  const { amount, currency, version } = (answer ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof amount !== 'number' || typeof currency !== 'string' || !VERSION.test(String(version))) {
    throw new Error('the answer of the shop lacks amount, currency or version of the order');
  }
  return { amount: { minor: amount, currency }, version: String(Number(version)) };
}
