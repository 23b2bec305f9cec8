/** A command that runs beside the sandbox, with its address in the environment. */
import { type ChildProcess, spawn } from 'node:child_process';
import { unwatchFile, watchFile } from 'node:fs';
import { CommandEnd, EXIT } from './exit-codes.js';
import { line, note } from './printable.js';

const LOOK_EVERY_MS = 300;

export interface Beside {
  /** Its exit code; 0 if it was stopped from outside. */
  readonly ended: Promise<number>;
  stop(): void;
}

/**
 * Starts it. `ended` rejects if it cannot be started.
 * @param watched - a file with which the command starts: after a change the command is stopped and started again
 */
export function runBeside(
  [command = '', ...words]: readonly string[],
  env: NodeJS.ProcessEnv,
  watched?: string,
): Beside {
  let child: ChildProcess;
  let startsAgain = false;
  const ended = new Promise<number>((resolve, reject) => {
    const start = () => {
      startsAgain = false;
      child = spawn(command, words, {
        env: { ...process.env, ...env },
        stdio: 'inherit',
        // Commands of npm packages are scripts of the shell there.
        shell: process.platform === 'win32',
      });
      child.on('error', ({ message }) => reject(new CommandEnd(EXIT.usage, `Cannot run ${command}: ${message}`)));
      child.on('close', (code, signal) => {
        if (startsAgain) start();
        else resolve(signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : (code ?? 1));
      });
    };
    start();
  });
  if (watched !== undefined)
    watchFile(watched, { interval: LOOK_EVERY_MS, persistent: false }, ({ mtimeMs }) => {
      // Missing from the start, or for the moment in which an editor replaces it.
      if (mtimeMs === 0) return;
      note(line`${watched} has changed: ${command} starts again`);
      startsAgain = true;
      child.kill();
    });
  return {
    ended: ended.finally(() => watched !== undefined && unwatchFile(watched)),
    stop() {
      startsAgain = false;
      child.kill();
    },
  };
}
