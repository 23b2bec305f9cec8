/** A real PgBouncer in transaction mode, in front of a PostgreSQL server for tests. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasProgram } from './debian-program.js';
import { findFreePort } from './free-port.js';
import { findUser, type PostgresProgram } from './postgres-program.js';
import { stopWithParent } from './stop-with-parent.js';

export interface PgBouncer {
  /** The address of a database behind it. */
  urlOf(databaseUrl: string): string;
  stop(): Promise<void>;
}

const PROGRAM = 'pgbouncer';

/** Whether the program is there. @throws Error instead of false when CI=true */
export const hasPgBouncer = (): boolean => hasProgram(PROGRAM, PROGRAM);

/** @param url of the server, with user and password */
export async function startPgBouncer(url: string): Promise<PgBouncer> {
  const { hostname, password, port, username } = new URL(url);
  const folder = mkdtempSync(join(tmpdir(), 'florin-pgbouncer-'));
  const own = await findFreePort();
  const files = {
    'users.txt': `"${username}" "${password}"\n`,
    'pgbouncer.ini': `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = plain
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
`,
  };
  // It refuses to run as root.
  const user: PostgresProgram['user'] = process.getuid?.() === 0 ? findUser() : {};
  chmodSync(folder, 0o755);
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), text, { mode: 0o600 });
    if (user.uid !== undefined && user.gid !== undefined) chownSync(join(folder, name), user.uid, user.gid);
  }
  const child = spawn(PROGRAM, ['--quiet', join(folder, 'pgbouncer.ini')], { ...user, stdio: 'ignore' });
  const watch = stopWithParent(child.pid!, folder);
  await waitForPort(own);
  return {
    urlOf: (databaseUrl) => Object.assign(new URL(databaseUrl), { port: String(own) }).href,
    async stop() {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      watch.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function waitForPort(port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('PgBouncer has not opened its port');
}
