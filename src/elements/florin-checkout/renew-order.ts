/** Asks the shop for another token of an order. Loaded when the signer has refused the order's token. */
import { isSameOrder } from '../../checkout/attempt-name.js';
import { createExchange, postJson } from '../../checkout/exchange.js';
import { assertShopAllowed } from '../../checkout/origins.js';
import { FlorinError } from '../../core/errors.js';
import { membersOf, textOf } from '../../core/members-of.js';

const TIMEOUT_SECONDS = 15;

/**
 * Gives the attempt and its element the token, and returns it.
 * @throws FlorinError `order_refused` if the shop gives no token, `signer_unreachable` if it does not answer,
 * `configuration_invalid` for a token of another order or an address that is not allowed
 */
export async function renewOrder(
  attempt: { order: string },
  host: { order: string; readonly orderUrl: string },
  signal: AbortSignal,
): Promise<string> {
  const { orderUrl } = host;
  assertShopAllowed(orderUrl, 'order-url');
  let answer;
  try {
    answer = await postJson(orderUrl, undefined, {
      timeoutSeconds: TIMEOUT_SECONDS,
      init: { method: 'GET', headers: { Accept: 'application/json' }, credentials: 'same-origin' },
      exchange: createExchange(signal),
    });
  } catch (cause) {
    throw new FlorinError('signer_unreachable', `No answer from order-url ${orderUrl}`, { cause });
  }
  const { status, json } = answer;
  if (status >= 500) throw new FlorinError('signer_unreachable', `order-url ${orderUrl} answered ${status}`);
  const renewed = textOf(membersOf(json)['order']);
  if (status !== 200 || !renewed)
    throw new FlorinError('order_refused', `order-url ${orderUrl} answered ${status} without a member "order"`);
  if (!isSameOrder(renewed, attempt.order))
    throw new FlorinError('configuration_invalid', `order-url ${orderUrl} answers with the token of another order`);
  attempt.order = renewed;
  // The page may have opened another checkout meanwhile, or set another order.
  if (!signal.aborted && isSameOrder(host.order, renewed)) host.order = renewed;
  return renewed;
}
