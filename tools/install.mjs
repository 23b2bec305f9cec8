// @ts-check
/** Installs the locked packages if they are missing or older than the lock file. Needs only Node and npm. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { run, secondsSince } from './process.mjs';

const STAMP = 'node_modules/.florin-lock';

export async function ensureInstalled() {
  assertNodeVersion();
  const lock = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex');
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === lock) return;
  const startedAt = performance.now();
  console.log('Installing packages (npm ci) …');
  // The build needs development packages, also with NODE_ENV=production.
  const { code, output } = await run('npm', ['ci', '--prefer-offline', '--include=dev'], { quiet: true });
  if (code !== 0) {
    console.error(output);
    console.error('npm ci failed, see its output above. Florin needs the npm registry once, to install its packages.');
    process.exit(1);
  }
  writeFileSync(STAMP, lock);
  console.log(`Installed in ${secondsSince(startedAt)}.`);
}

function assertNodeVersion() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if ((major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22) return;
  console.error(`Florin needs Node ^20.19.0 or >=22.12.0; this is ${process.versions.node}.`);
  process.exit(1);
}
