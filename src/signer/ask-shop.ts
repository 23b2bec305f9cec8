import { messageOf } from './monitoring/message-of.js';
import { Refusal } from './refusal.js';
import type { SignerLogEntry } from './signer-options.js';
import { within } from './within.js';

/** How long the shop may take: a page that waits longer gives up. Milliseconds. */
const TIMEOUT = 15_000;

/**
 * Calls a function of the shop that answers a page's request. It may throw a refusal of its own.
 * @param event name in the log
 * @throws Refusal `shop_failed` for any other error and after 15 seconds, which is logged: the page may try again
 */
export async function askShop<T>(
  log: (entry: SignerLogEntry) => void,
  event: string,
  ask: () => T | Promise<T>,
): Promise<T> {
  try {
    const answer = await within(
      TIMEOUT,
      Promise.resolve(ask()).then((value) => ({ value })),
    );
    if (answer) return answer.value;
    throw new Error(`no answer in ${TIMEOUT / 1000} seconds`);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    log({ level: 'error', event, message: messageOf(error) });
    throw new Refusal('shop_failed', 'The shop could not answer', { retryAfterSeconds: 5, cause: error });
  }
}
