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
  await npm(['ci', '--ignore-scripts', '--prefer-offline', '--include=dev']);
  // Scripts of other packages do not run.
  const { allowScripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  const allowed = Object.keys(allowScripts).filter((name) => allowScripts[name] && existsSync(`node_modules/${name}`));
  if (allowed.length > 0) await npm(['rebuild', ...allowed]);
  writeFileSync(STAMP, lock);
  console.log(`Installed in ${secondsSince(startedAt)}.`);
}

/** @param {readonly string[]} words */
async function npm(words) {
  const { code, output } = await run('npm', words, { quiet: true });
  if (code === 0) return;
  console.error(output);
  console.error(
    `npm ${words[0]} failed, see its output above. Florin needs the npm registry once, to install its packages.`,
  );
  process.exit(1);
}

function assertNodeVersion() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if ((major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22) return;
  console.error(`Florin needs Node ^20.19.0 or >=22.12.0; this is ${process.versions.node}.`);
  process.exit(1);
}
