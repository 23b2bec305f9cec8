/** A command that runs beside the sandbox, with its address in the environment. */
import { spawn } from 'node:child_process';
import { CommandEnd, EXIT } from './exit-codes.js';

export interface Beside {
  /** Its exit code; 0 if it was stopped from outside. */
  readonly ended: Promise<number>;
  stop(): void;
}

/** Starts it. `ended` rejects if it cannot be started. */
export function runBeside([command = '', ...words]: readonly string[], env: NodeJS.ProcessEnv): Beside {
  const child = spawn(command, words, {
    env: { ...process.env, ...env },
    stdio: 'inherit',
    // Commands of npm packages are scripts of the shell there.
    shell: process.platform === 'win32',
  });
  const ended = new Promise<number>((resolve, reject) => {
    child.on('error', ({ message }) => reject(new CommandEnd(EXIT.usage, `Cannot run ${command}: ${message}`)));
    child.on('close', (code, signal) => resolve(signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : (code ?? 1)));
  });
  return { ended, stop: () => void child.kill() };
}
