/** The checks of `florin doctor` on this machine: file modes, and published default credentials. */
import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { filesOfDatabase, isOpenToOthers, isWritableByOthers, SANDBOX_DATABASE } from '../node/private-file.js';
import { DEMO_MERCHANT } from '../sandbox/merchant.js';
import { countTestClaims } from '../signer/node/read-claims.js';
import { readStore } from '../signer/node/sidecar-config.js';
import { readSecret, type ConfigPlace } from '../signer/node/sidecar-members.js';
import { isPublishedSecret } from '../signer/secrets/published-secret.js';
import { CLAIMS_FILE, SECRET_LENGTH } from '../signer/option-rules.js';
import { isLoopbackUrl, type Account } from './account.js';
import type { LoadedConfig } from './config-file.js';
import { bad, ok, type Finding } from './finding.js';

type Members = Readonly<Record<string, unknown>>;
const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null;

/** Members of a configuration that sign what pages get. */
const SECRETS = ['secret', 'otherSecret'];

/** Checks the files that a configuration of `florin signer` names, and its secret. */
export function checkConfig({ value, place }: LoadedConfig): readonly Finding[] {
  const root = isMembers(value) ? value : {};
  return [
    ...checkFiles(root, place),
    ...SECRETS.filter((name) => name in root).map((name) => checkSecret(name, root, place)),
  ];
}

function checkFiles(root: Members, place: ConfigPlace): readonly Finding[] {
  const files = [...secretFilesOf(root), ...claimFilesOf(root)].map((file) => resolve(place.folder, file));
  const found = findOpenFiles(files);
  if (found.length > 0) return found;
  return files.length > 0 ? [ok('files', 'only their owner can read secrets and claims')] : [];
}

/**
 * Counts the claims of test mode in the store of a signer for a service on another machine. They are no problem: orders of one
 * mode are apart from those of the other.
 */
export async function checkClaims({ value, place }: LoadedConfig, { baseUrl }: Account): Promise<readonly Finding[]> {
  const check = 'claims';
  const root = isMembers(value) ? value : {};
  if (isLoopbackUrl(baseUrl) || (!('store' in root) && !('secret' in root))) return [];
  try {
    const count = await countTestClaims(readStore(root['store'], place));
    if (count === 0) return [ok(check, 'the store has none of test mode')];
    const remove = 'to remove them, delete the rows whose scope ends in " test", first from entry, then from claim';
    return [ok(check, `the store has ${count} of test mode, which never answer for a live order; ${remove}`)];
  } catch (error) {
    // A driver's message may quote the address.
    const { code = 'unknown', message } = error as NodeJS.ErrnoException;
    return [bad(check, error instanceof TypeError ? message : `the store cannot be read (${code})`)];
  }
}

/** Checks the sandbox's default database in the working folder. Nothing is reported if it is private or does not exist. */
export function checkSandboxFiles(): readonly Finding[] {
  return findOpenFiles(filesOfDatabase(resolve(SANDBOX_DATABASE)).filter((file) => existsSync(file)));
}

function findOpenFiles(files: readonly string[]): readonly Finding[] {
  const open = files.filter((file) => isOpenToOthers(modeOf(file)));
  const folders = [...new Set(files.map((file) => dirname(file)))].filter((each) => isWritableByOthers(modeOf(each)));
  return [
    ...open.map((file) => bad('files', `${file} is open to other users: chmod 600`)),
    ...folders.map((folder) => bad('files', `${folder} lets other users replace its files: chmod go-w`)),
  ];
}

/** Every `{ "file": … }`, at any depth. */
function secretFilesOf(value: unknown): readonly string[] {
  if (!isMembers(value)) return [];
  if (typeof value['file'] === 'string') return [value['file']];
  return Object.values(value).flatMap(secretFilesOf);
}

function claimFilesOf({ store, secret }: Members): readonly string[] {
  const named = isMembers(store) ? store['sqlite'] : secret === undefined ? undefined : CLAIMS_FILE;
  return typeof named === 'string' ? filesOfDatabase(named) : [];
}

/** The mode of a file; 0 if it does not exist, which is reported elsewhere, or if the system has no modes. */
function modeOf(file: string): number {
  if (process.platform === 'win32') return 0;
  return statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
}

function checkSecret(check: string, { [check]: value, publicUrl }: Members, place: ConfigPlace): Finding {
  let secret: string;
  try {
    secret = readSecret(check, value, place);
  } catch (error) {
    return bad(check, (error as Error).message);
  }
  if (secret.length < SECRET_LENGTH) return bad(check, `it has fewer than ${SECRET_LENGTH} characters`);
  const isHere = typeof publicUrl === 'string' && isLoopbackUrl(publicUrl);
  if (isPublishedSecret(secret) && !isHere) return bad(check, 'it is the public example of the guides');
  return ok(
    check,
    isPublishedSecret(secret) ? 'it is the public example of the guides, for this machine only' : 'long enough',
  );
}

/** Checks that a service on another machine is not called with the sandbox's published user. */
export function checkDefaults({ baseUrl, username, password }: Account): readonly Finding[] {
  if (isLoopbackUrl(baseUrl)) return [];
  const isPublished = DEMO_MERCHANT.users.some((user) => user.username === username || user.password === password);
  const problem = 'user or password is the sandbox’s published one, and the service is on another machine';
  return [isPublished ? bad('defaults', problem) : ok('defaults', 'user and password are not the published ones')];
}
