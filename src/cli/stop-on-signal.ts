/** Signal handling of a server process, and of a command while it sends a change. */
import { writeSync } from 'node:fs';
import { EXIT } from './exit-codes.js';
import { line, noteError } from './printable.js';

/** Shuts a server process down gracefully; the second signal ends it at once. */
export function stopOnSignal(close: () => Promise<void>): void {
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) process.exit(1);
    isStopping = true;
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        noteError(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Until the returned function is called, a signal ends the command with the message and the exit code `unknown`: the
 * service may still do what was sent.
 */
export function reportWhenStopped(message: string): () => void {
  const stop = (): void => {
    try {
      // Synchronous, because a stream might not be flushed.
      writeSync(process.stderr.fd, `${line`florin: stopped before the payment service answered. ${message}`.text}\n`);
    } catch {
      // Standard error is closed.
    }
    process.exit(EXIT.unknown);
  };
  for (const signal of ENDING) process.on(signal, stop);
  return () => {
    for (const signal of ENDING) process.off(signal, stop);
  };
}
