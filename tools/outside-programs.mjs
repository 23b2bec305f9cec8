// @ts-check
/**
 * Programs that the tests use if they are installed: SOAP clients in other languages, strace, Deno and Bun (for the signer),
 * pnpm and Yarn (for the packages), Firefox and WebKitGTK, languages and frameworks of the recipes. On a developer's machine
 * the tests of a missing program are skipped with a message. CI installs all of them: Debian's packages as root, the others
 * from the npm registry.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { installOnDebian } from './browser.mjs';
import { run } from './process.mjs';

/**
 * Not in devDependencies: 200 MB for two tests, and the registry does not have them for every platform of a lock file.
 * CONTRIBUTING.md has the same versions.
 */
const RUNTIMES = ['deno@2.9.6', 'bun@1.4.5', 'pnpm@12.21.0', 'yarn@1.22.22'];
/** Removed when packages are installed again. */
const RUNTIMES_FOLDER = resolve('node_modules/.florin-runtimes');
const DEBIAN_PACKAGES = [
  ...['python3-zeep', 'php-cli', 'php-soap', 'strace', 'firefox-esr', 'webkit2gtk-driver', 'xvfb'],
  // The recipes and the packages of the order token.
  ...['python3-flask', 'python3-django', 'python3-pip', 'python3-wheel', 'php-symfony-framework-bundle', 'composer'],
  ...['golang-go', 'ruby', 'ruby-railties', 'puma'],
];

/** @returns {Promise<Record<string, string>>} environment variables for the suites */
export async function findOutsidePrograms() {
  if (!process.env['CI']) return {};
  if (!areInstalled()) await installOnDebian(DEBIAN_PACKAGES);
  return { FLORIN_OUTSIDE_CLIENTS: 'required', ...(await installRuntimes()) };
}

/** @returns {Promise<Record<string, string>>} environment variables with their paths */
async function installRuntimes() {
  const folder = join(RUNTIMES_FOLDER, 'node_modules/.bin');
  const names = { FLORIN_DENO: 'deno', FLORIN_BUN: 'bun', FLORIN_PNPM: 'pnpm', FLORIN_YARN: 'yarn' };
  const programs = Object.fromEntries(Object.entries(names).map(([name, program]) => [name, join(folder, program)]));
  if (Object.values(programs).every((program) => existsSync(program))) return programs;
  console.log(`Installing runtimes that the tests need: ${RUNTIMES.join(', ')} …`);
  const arguments_ = ['install', '--prefix', RUNTIMES_FOLDER, '--no-save', '--prefer-offline', ...RUNTIMES];
  const { code, output } = await run('npm', arguments_, { quiet: true });
  if (code !== 0) console.error(output);
  return programs;
}

function areInstalled() {
  return spawnSync('dpkg', ['-s', ...DEBIAN_PACKAGES], { stdio: 'ignore' }).status === 0;
}
