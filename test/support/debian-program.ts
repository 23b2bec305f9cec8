/** Programs of Debian that some tests need, and that no package of npm has. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** By program. */
const found = new Map<string, boolean>();

/**
 * Whether the program is there: on Debian as root it is installed. False, with the reason printed, if the tests have to be
 * skipped.
 * @throws Error instead when CI=true
 */
export function hasProgram(program: string, packageName: string): boolean {
  const known = found.get(program);
  if (known !== undefined) return known;
  const problem = isThere(program) ? undefined : install(program, packageName);
  found.set(program, problem === undefined);
  if (problem === undefined) return true;
  const advice = `${problem}: install it (Debian: apt-get install ${packageName}, macOS: brew install ${packageName})`;
  if (process.env['CI'] === 'true') throw new Error(advice);
  console.warn(`SKIPPED: tests with ${program}. ${advice}`);
  return false;
}

function isThere(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}

/**
 * Test files run in several processes: the lock timeout lets them wait for each other.
 * @returns the problem, if it is not there afterwards
 */
function install(program: string, packageName: string): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return `${program} is not installed`;
  console.log(`Installing ${packageName} for the tests (apt-get) …`);
  const aptGet = (...flags: string[]) =>
    execFileSync('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=120', ...flags], {
      stdio: 'pipe',
      timeout: 180_000,
      // A package that would start its own server does not on run level 1.
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1', NODE_OPTIONS: '' },
    });
  const add = () => aptGet('install', '--yes', '--no-install-recommends', packageName);
  try {
    try {
      add();
    } catch {
      aptGet('update');
      add();
    }
  } catch (error) {
    return `${packageName} could not be installed (${error instanceof Error ? error.message.trim() : String(error)})`;
  }
  return isThere(program) ? undefined : `${program} is not installed`;
}
