/** Waiting as long as a person does who looks at an empty page. */
import { Refusal } from './refusal.js';
import type { SignerContext } from './signer-context.js';

/** Milliseconds. A service that answers at all mostly does within one; its calls may take a hundred. */
const PATIENCE = 10_000;

/**
 * What comes of some work, or undefined when it takes too long: then it goes on by itself, and what it finds is in the store.
 *
 * @param waitUntil keeps a runtime alive until it has ended
 * @throws what the work throws in time; what it throws later is logged
 */
export async function waitBriefly<T>(
  { log }: Pick<SignerContext, 'log'>,
  work: Promise<T>,
  waitUntil?: (work: Promise<void>) => void,
): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), PATIENCE)));
  const done = await Promise.race([work, patience]).finally(() => clearTimeout(timer));
  if (done !== undefined) return done;
  const rest = work.then(
    () => undefined,
    (error: unknown) => {
      // A refusal was logged where the service was called.
      if (error instanceof Refusal) return;
      const message = error instanceof Error ? error.message : 'unknown';
      log({ level: 'error', event: 'return_not_followed', message });
    },
  );
  waitUntil?.(rest);
  return undefined;
}
