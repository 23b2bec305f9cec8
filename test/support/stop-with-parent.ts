/**
 * Stops a server that a test started when the test process ends without saying so (`kill -9`, a crash, a time-out of the
 * runner): a small process waits on a pipe that breaks with its parent, then ends the server and removes its folder.
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
  /** The server has another process now. */
  follow(pid: number): void;
  /** The server was stopped in the ordinary way: nothing is left to watch. */
  end(): void;
}

/** @param folder removed when the parent is gone */
export function stopWithParent(pid: number, folder: string): Watch {
  const watcher = spawn(process.execPath, ['--input-type=module', '--eval', WATCH, String(pid), folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    // What the test runner has put there (a loader, a debugger) is not meant for this process.
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
