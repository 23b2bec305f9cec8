/**
 * How a shop in another language hears of payments: a POST of a signed JWS to its URL, again and again until it answers
 * 2xx. At least once, then: `txnNumber` is the key by which it knows a repetition. design.md, invariant 4.
 */
import { importJWK, importPKCS8, SignJWT, type CryptoKey, type JWK } from 'jose';
import type { TxnResp } from '../../wire/rest/txn-resp.js';
import type { ClaimStore } from '../claim-store.js';
import type { Terms } from '../claim.js';
import type { MismatchReport, StoredToken } from '../signer-options.js';
import type { SidecarSettings } from './sidecar-config.js';

const TYPE = 'florin-callback+jwt';
/** Seconds. Each try is signed anew. */
const LIFETIME = 300;
const SECRET_BYTES = 32;

/** The claims of a callback besides `iss`, `aud`, `iat` and `exp`. Nothing of the card stands in it. */
export interface CallbackClaims {
  readonly event: 'paid' | MismatchReport['kind'];
  readonly order: string;
  /** The order's version that was agreed; null when it is not known. */
  readonly version: number | null;
  /** What was done: `preauth` has only reserved the amount, `verify_only` has moved no money. As the service reports it. */
  readonly action: string;
  readonly txnNumber: string;
  readonly receiptNumber: string;
  /** As the service reports it, minor units; null when it does not say. */
  readonly amount: number | null;
  readonly currency: string;
  readonly testMode: boolean;
  /** Members in which the transaction differs from what was agreed, separated by blanks; empty for `paid`. */
  readonly differences: string;
}

/** The claims of the callback about a card or bank account that a shopper has stored or changed. */
export interface StoredClaims {
  readonly event: 'token_stored';
  readonly task: StoredToken['task'];
  readonly shopper: string;
  /** One for each attempt: the key by which to know a repetition. */
  readonly reference: string;
  /** The service's token. It must never reach a browser. */
  readonly dvToken: string;
  readonly cardType: string;
  /** As the service masks it; empty for a bank account. */
  readonly maskedCardNumber: string;
}

export interface Callbacks {
  /** Rejects unless the shop has answered 2xx: the signer then tries again. */
  onPaid(order: string, txn: TxnResp): Promise<void>;
  /** The same. */
  onMismatch(report: MismatchReport): Promise<void>;
  /** The same. */
  onTokenStored(shopper: { readonly id: string }, stored: StoredToken): Promise<void>;
}

/** @throws TypeError or RangeError for a key that cannot be used; it is not quoted */
export async function createCallbacks(
  settings: SidecarSettings['callbacks'],
  merchantCurrency: string,
  store: ClaimStore,
): Promise<Callbacks> {
  const { url, issuer, audience, kid, alg, timeoutSeconds } = settings;
  const key = await readSigningKey(settings);

  async function post(claims: CallbackClaims | StoredClaims): Promise<void> {
    const token = await new SignJWT({ ...claims })
      .setProtectedHeader({ alg, kid, typ: TYPE })
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(`${LIFETIME}s`)
      .sign(key);
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/jwt' },
      body: token,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutSeconds * 1000),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`the shop answered ${response.status}`);
  }

  function write(event: CallbackClaims['event'], order: string, txn: TxnResp): Omit<CallbackClaims, 'version'> {
    return {
      event,
      order,
      action: txn.Action ?? '',
      txnNumber: txn.TxnNumber ?? '',
      receiptNumber: txn.ReceiptNumber ?? '',
      amount: txn.Amount ?? null,
      currency: txn.Currency ?? merchantCurrency,
      testMode: txn.IsTestTxn === true,
      differences: '',
    };
  }

  return {
    async onPaid(order, txn) {
      const claim = txn.MerchantReference ? await store.readClaimByReference(txn.MerchantReference) : undefined;
      await post({ ...write('paid', order, txn), version: versionOf(claim?.terms) });
    },
    async onMismatch({ kind, order, terms, txn, differences }) {
      await post({ ...write(kind, order, txn), version: versionOf(terms), differences: differences.join(' ') });
    },
    async onTokenStored({ id }, { task, reference, token }) {
      await post({
        event: 'token_stored',
        ...{ task, shopper: id, reference },
        dvToken: token.DVToken ?? '',
        cardType: token.CardType ?? '',
        maskedCardNumber: token.CardDetails?.MaskedCardNumber ?? '',
      });
    },
  };
}

function versionOf(terms: Terms | undefined): number | null {
  return terms && /^\d{1,15}$/.test(terms.version) ? Number(terms.version) : null;
}

async function readSigningKey({ alg, key }: SidecarSettings['callbacks']): Promise<CryptoKey | Uint8Array> {
  if (alg === 'HS256') {
    const secret = new TextEncoder().encode(key);
    if (secret.length < SECRET_BYTES) {
      throw new RangeError(`callbacks.key must be a secret of at least ${SECRET_BYTES} bytes for HS256`);
    }
    return secret;
  }
  try {
    return await (key.trimStart().startsWith('{') ? importJWK(JSON.parse(key) as JWK, alg) : importPKCS8(key, alg));
  } catch {
    // What the parser says may quote the key.
    throw new TypeError(
      `callbacks.key must be a private key for ${alg}: a JWK, or PEM that begins "BEGIN PRIVATE KEY"`,
    );
  }
}
