/** Limits how long a response waits, because the shopper sees an empty page until it comes. */
import { messageOf } from './monitoring/message-of.js';
import { Refusal } from './refusal.js';
import type { SignerContext } from './signer-context.js';
import { within } from './within.js';

/** Milliseconds. The service usually answers within one second; its calls may take a hundred. */
const TIMEOUT = 10_000;

/**
 * The result of some work, or undefined when it takes too long: then it continues, and its result
 * is in the store.
 *
 * @param waitUntil keeps a runtime alive until the work has ended
 * @throws errors of the work within the time; later errors are logged
 */
export async function waitBriefly<T>(
  { log }: Pick<SignerContext, 'log'>,
  work: Promise<T>,
  waitUntil?: (work: Promise<void>) => void,
): Promise<T | undefined> {
  const done = await within(TIMEOUT, work);
  if (done !== undefined) return done;
  const rest = work.then(
    () => undefined,
    (error: unknown) => {
      // A refusal was logged where the service was called.
      if (error instanceof Refusal) return;
      log({ level: 'error', event: 'return_not_followed', message: messageOf(error) });
    },
  );
  waitUntil?.(rest);
  return undefined;
}
