import { isFlorinError } from '../../core/errors.js';
import { emptyWhenNothing } from '../../service/search-all.js';
import { isUnsent } from '../../service/write-body.js';
import { messageOf } from '../monitoring/message-of.js';
import { refuseSetUp, Refusal, serviceUnreachable } from '../refusal.js';
import type { SignerContext } from '../signer-context.js';

/** API codes that mean "not found" for a call that names one object. docs/wire/rest.md section 8. */
const NOT_FOUND: ReadonlySet<number | undefined> = new Set([118, 201, 206, 207]);

/**
 * Calls the service. Returns `whenNotFound`, if given, when the service answers "not found".
 * @throws Refusal `service_unreachable`; the cause is logged
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
    const message = messageOf(error);
    log({ level: 'error', event: 'service_call_failed', call, code, apiCode: apiCode ?? null, message });
    throw serviceUnreachable(error);
  }
}

/**
 * Searches. The list is empty only when the service answers that there is nothing, or with an empty list.
 * @throws Refusal `service_unreachable`; the cause is logged
 */
export async function askSearch<T>(
  log: SignerContext['log'],
  call: string,
  search: () => Promise<readonly T[]>,
): Promise<readonly T[]> {
  return askService(log, call, () => search().catch(emptyWhenNothing));
}

/**
 * Like {@link askService}, for a call that makes or names something of the shop's own. The page chooses none of its members,
 * so a refusal means that the shop's credentials, settings or prices are wrong. Not for a search for an outcome, which stays
 * unknown until the shop has corrected them.
 * @throws Refusal `configuration_invalid` or `service_unreachable`; the cause is logged
 */
export async function askForShop<T>(log: SignerContext['log'], call: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await askService(log, call, ask);
  } catch (error) {
    const cause = error instanceof Refusal ? error.cause : undefined;
    throw isUnsent(cause) || (isFlorinError(cause) && cause.code === 'api_rejected')
      ? refuseSetUp('The payment service refuses this shop', cause)
      : error;
  }
}
