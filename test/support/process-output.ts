/** Waits for the output of a child process. */
import type { ChildProcess } from 'node:child_process';

/**
 * Resolves with the match as soon as the output of one stream, from its start, matches.
 *
 * @throws Error when the process cannot start or ends first; the message contains both streams
 */
export function waitForOutput(
  child: ChildProcess,
  pattern: RegExp,
  stream: 'stdout' | 'stderr' = 'stdout',
): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    const written = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name]?.on('data', (chunk) => {
        written[name] += String(chunk);
        const match = name === stream && pattern.exec(written[name]);
        if (match) resolve(match);
      });
    }
    child.once('error', reject);
    child.once('close', (code) =>
      reject(new Error(`The process ended with ${code} and without ${pattern}: ${written.stdout}${written.stderr}`)),
    );
  });
}
