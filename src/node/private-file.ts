/** Files and folders that only their owner may read: they contain unused keys, orders and names of shoppers. */
import { chmodSync, closeSync, mkdirSync, openSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';

/** Read and write for the owner, nothing for the group and for others. */
export const PRIVATE_FILE = 0o600;
/** The same for a folder. */
const PRIVATE_FOLDER = 0o700;

/** The default folder of the sandbox; no other program has this name. */
const OUR_FOLDER = '.florin';
/** The default database of `florin sandbox`. */
export const SANDBOX_DATABASE = `${OUR_FOLDER}/sandbox.sqlite`;
const OTHERS = 0o077;
const OTHERS_WRITE = 0o022;
/** In a folder with the sticky bit, such as /tmp, a user cannot replace the files of others. */
const STICKY = 0o1000;
/** Suffixes of SQLite's files. Those that SQLite creates later get the mode of the database file. */
const COMPANIONS = ['', '-wal', '-shm', '-journal'];
/** Ignored errors: a file of another user, a disk that is read-only or has no modes, a companion file that was just removed. */
const IGNORED = ['EPERM', 'EROFS', 'ENOTSUP', 'ENOENT'];

/** Whether the mode allows the group or others to read, write or execute. */
export function isOpenToOthers(mode: number): boolean {
  return (mode & OTHERS) !== 0;
}

/** Whether the mode of a folder allows the group or others to replace its files. */
export function isWritableByOthers(mode: number): boolean {
  return (mode & OTHERS_WRITE) !== 0 && (mode & STICKY) === 0;
}

/**
 * Creates a folder and its parents for the owner only. An existing folder keeps its mode, except `.florin`. `florin doctor`
 * reports a folder that others may write to.
 */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
  if (basename(resolve(folder)) === OUR_FOLDER) closeToOthers(folder);
}

/**
 * Creates a SQLite file and its folder for the owner only, or removes the rights of others from an existing one. Call it before
 * SQLite opens the file: closing another handle of it would release the locks that SQLite holds. `florin doctor` reports a file
 * whose mode this process may not change.
 *
 * @throws Error for what is no file: SQLite would wait for ever at a pipe, and the mode of a device is everybody's
 */
export function makePrivateDatabase(database: string): void {
  const path = pathOf(database);
  if (path === undefined) return;
  makePrivateFolder(dirname(path));
  createIfMissing(path);
  // SQLite creates its companion files beside the target of a link.
  const real = realpathSync(path);
  if (!statSync(real).isFile()) throw new Error('it is no file');
  for (const companion of COMPANIONS) closeToOthers(real + companion);
}

/** The path of a SQLite database and of the files that SQLite creates beside it. Empty for a database in memory. */
export function filesOfDatabase(database: string): readonly string[] {
  const path = pathOf(database);
  return path === undefined ? [] : COMPANIONS.map((companion) => path + companion);
}

/** The path of a database file, also from a `file:` URI; undefined for a database in memory. */
function pathOf(database: string): string | undefined {
  const [, address, query = ''] = /^file:(?:\/\/(?:localhost)?(?=\/))?([^?#]*)(.*)$/s.exec(database) ?? [];
  const path = address === undefined ? database : decodeURIComponent(address);
  return path === '' || path === ':memory:' || /[?&]mode=memory/.test(query) ? undefined : path;
}

function createIfMissing(path: string): void {
  try {
    closeSync(openSync(path, 'wx', PRIVATE_FILE));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function closeToOthers(path: string): void {
  try {
    const { mode } = statSync(path);
    if (isOpenToOthers(mode)) chmodSync(path, mode & ~OTHERS & 0o777);
  } catch (error) {
    if (!IGNORED.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
