/**
 * Stops a test's server when the test process exits without cleanup (`kill -9`, a crash, a timeout
 * of the runner): a small process waits on a pipe that breaks with its parent, then stops the
 * server and removes its folder.
 */
import { spawn } from 'node:child_process';

const WATCH = `
import { rmSync } from 'node:fs';
const [pidOf, folder] = process.argv.slice(1);
let pid = Number(pidOf);
process.stdin.on('data', (text) => (pid = Number(String(text).trim().split('\\n').at(-1))));
process.stdin.on('close', async () => {
  for (let tries = 0; pid > 0 && tries < 100; tries += 1) {
    try { process.kill(pid, tries < 50 ? 'SIGINT' : 'SIGKILL'); } catch { break; }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  rmSync(folder, { recursive: true, force: true });
});
process.on('SIGINT', () => undefined);
`;

export interface Watch {
  /** Call when the server has a new process. */
  follow(pid: number): void;
  /** Call after the server was stopped in the ordinary way. */
  end(): void;
}

/** @param folder removed after the parent has exited */
export function stopWithParent(pid: number, folder: string): Watch {
  const watcher = spawn(process.execPath, ['--input-type=module', '--eval', WATCH, String(pid), folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    // Options of the test runner (a loader, a debugger) must not apply to this process.
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  watcher.unref();
  const pipe = watcher.stdin;
  pipe.on('error', () => undefined);
  if ('unref' in pipe && typeof pipe.unref === 'function') pipe.unref();
  return {
    follow: (next) => void pipe.write(`${next}\n`),
    end: () => void watcher.kill('SIGKILL'),
  };
}
