/** What a signal does: to a process that serves, and to a command whose change is on its way. */
import { writeSync } from 'node:fs';
import { EXIT } from './exit-codes.js';

/** Ends a process that serves: once in peace, and at once on the second signal. */
export function stopOnSignal(close: () => Promise<void>): void {
  let isStopping = false;
  const stop = (): void => {
    // A second signal is for those who do not want to wait.
    if (isStopping) process.exit(1);
    isStopping = true;
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(`florin: ${error instanceof Error ? error.message : String(error)}`);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Until its result is called, Ctrl-C ends the command with the code for a change of which nobody knows, and says so: what
 * was sent is not called back by it.
 */
export function sayWhenStopped(says: string): () => void {
  const stop = (): void => {
    try {
      // At once: a stream might not be written any more.
      writeSync(process.stderr.fd, `florin: stopped before the payment service answered. ${says}\n`);
    } catch {
      // Nobody reads it.
    }
    process.exit(EXIT.unknown);
  };
  for (const signal of ENDING) process.on(signal, stop);
  return () => {
    for (const signal of ENDING) process.off(signal, stop);
  };
}
