// @ts-check
/** Packs the package and checks it as a user gets it: file list, types, and an import of every subpath in plain Node. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { run, runPackage } from './process.mjs';

/** Subpaths that Node cannot import. */
const NOT_MODULES = [
  './florin.js',
  './florin.classic.js',
  './florin-*.js',
  './florin-form.css',
  './integrity.json',
  './custom-elements.json',
  './package.json',
];

/** The page with the reason of each dependency. */
const REASONS = 'docs/decisions/0006-dependencies.md';

const folder = mkdtempSync(join(tmpdir(), 'florin-package-'));
try {
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  );
  const tarball = join(folder, packed.filename);
  /** @type {string[]} */
  const problems = packed.files
    .map((/** @type {{ path: string }} */ file) => file.path)
    .filter(
      (/** @type {string} */ path) =>
        !/^(dist\/|README\.md$|LICENSE$|package\.json$)/.test(path) || /\.tsbuildinfo$|\.test\./.test(path),
    )
    .map((/** @type {string} */ path) => `${path} must not be in the package`);
  if (/"resolved": "http/.test(readFileSync('package-lock.json', 'utf8')))
    problems.push('package-lock.json names a registry host');

  const { dependencies, peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const reasons = readFileSync(REASONS, 'utf8');
  for (const name of Object.keys({ ...dependencies, ...peerDependencies })) {
    if (!reasons.includes(`\`${name}\``)) problems.push(`${name} has no reason in ${REASONS}`);
  }

  const publint = await runPackage('publint/src/cli.js', ['run', tarball, '--strict'], { quiet: true });
  if (publint.code !== 0) problems.push(publint.output);
  const attw = await runPackage(
    '@arethetypeswrong/cli/dist/index.js',
    [tarball, '--profile', 'esm-only', '--no-color', '--exclude-entrypoints', ...NOT_MODULES],
    { quiet: true },
  );
  if (attw.code !== 0) problems.push(attw.output);
  problems.push(...(await importSubpaths(tarball)));

  if (problems.length > 0) {
    console.error(problems.join('\n'));
    process.exitCode = 1;
  } else {
    console.log(`${packed.files.length} files, ${Math.round(packed.size / 1024)} KiB packed; every subpath imports`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Imports each subpath of the packed files in a new process without build tools.
 * @param {string} tarball
 * @returns {Promise<string[]>}
 */
async function importSubpaths(tarball) {
  execFileSync('tar', ['-xzf', tarball, '-C', folder]);
  const modules = join(folder, 'user', 'node_modules');
  mkdirSync(modules, { recursive: true });
  symlinkSync(join(folder, 'package'), join(modules, 'florin'), 'dir');
  // Node resolves dependencies from the real path of the package.
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'dir');
  const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
  const subpaths = Object.keys(manifest.exports).filter((subpath) => !NOT_MODULES.includes(subpath));
  const script = join(folder, 'user', 'import.mjs');
  writeFileSync(script, subpaths.map((subpath) => `await import('florin${subpath.slice(1)}');`).join('\n'));
  const { code, output } = await run(process.execPath, [script], { quiet: true });
  return code === 0 ? [] : [`importing the packed subpaths: ${output}`];
}
