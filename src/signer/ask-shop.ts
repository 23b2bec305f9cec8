import { messageOf } from './monitoring/message-of.js';
import { Refusal } from './refusal.js';
import type { SignerLogEntry } from './signer-options.js';

/**
 * Calls a function of the shop that answers a page's request. It may throw a refusal of its own.
 * @param event name in the log
 * @throws Refusal `shop_failed` for any other error, which is logged: the page may try again
 */
export async function askShop<T>(
  log: (entry: SignerLogEntry) => void,
  event: string,
  ask: () => T | Promise<T>,
): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    log({ level: 'error', event, message: messageOf(error) });
    throw new Refusal('shop_failed', 'The shop could not answer', { retryAfterSeconds: 5, cause: error });
  }
}
