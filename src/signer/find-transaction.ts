/** Looks for the transactions of an attempt at the service. Nothing that a page or a webhook says is taken for one. */
import { isFlorinError } from '../core/errors.js';
import type { TxnResp } from '../wire/rest/txn-resp.js';
import { serviceUnreachable } from './refusal.js';
import type { SignerContext } from './signer-context.js';

type FindContext = Pick<SignerContext, 'service' | 'log'>;

/** API codes that say "there is no such thing", and not "I cannot tell". wire/rest.md section 8. */
const NOT_FOUND: ReadonlySet<number | undefined> = new Set([118, 201, 206, 207, 209]);
/** Made from a payment, and may carry its reference; no attempt of ours. */
const DEPENDENT_ACTIONS: ReadonlySet<string | undefined> = new Set([
  'refund',
  'reversal',
  'capture',
  'unmatched_refund',
]);

/** The transaction of a result key (T8), or undefined when the service knows of none. */
export async function findByResultKey({ service, log }: FindContext, resultKey: string): Promise<TxnResp | undefined> {
  return askService(log, 'get_result', () => service.getResult(resultKey), undefined);
}

/**
 * The transactions that carry a reference (T3), each fetched again by its number (T2). An empty list means that the
 * service was asked and knows of none; when it cannot be asked this throws.
 */
export async function findByReference({ service, log }: FindContext, reference: string): Promise<readonly TxnResp[]> {
  const search = () => service.searchTransactions({ MerchantReference: reference });
  const found = await askService(log, 'search_transactions', search, []);
  const own = found.filter((txn) => txn.MerchantReference === reference && !DEPENDENT_ACTIONS.has(txn.Action));
  const transactions: TxnResp[] = [];
  for (const number of new Set(own.map((txn) => txn.TxnNumber))) {
    // Half an answer: there is a transaction, and it cannot be looked at.
    if (!number) throw serviceUnreachable();
    // It was there a moment ago: "not found" now is no answer.
    transactions.push(await askService(log, 'get_transaction', () => service.getTransaction(number)));
  }
  return transactions;
}

/**
 * Calls the service. `whenNotFound`, if given, is the answer when it says that there is no such thing.
 * @throws Refusal `service_unreachable`; what is wrong with the call itself is logged
 */
export async function askService<T>(
  log: SignerContext['log'],
  call: string,
  ask: () => Promise<T>,
  ...whenNotFound: [] | [T]
): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const code = isFlorinError(error) ? error.code : 'internal_error';
    const apiCode = isFlorinError(error) ? error.apiCode : undefined;
    if (code === 'api_rejected' && NOT_FOUND.has(apiCode) && whenNotFound.length > 0) return whenNotFound[0] as T;
    const message = error instanceof Error ? error.message : 'unknown';
    log({ level: 'error', event: 'service_call_failed', call, code, apiCode: apiCode ?? null, message });
    throw serviceUnreachable(error);
  }
}
