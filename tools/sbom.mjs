// @ts-check
/**
 * Writes a CycloneDX SBOM of each packed package to `dist/packages/`: `npm run sbom`, after `npm run pack`. It lists what npm
 * installs with the package and what is bundled into its files, in the versions of package-lock.json, which the tests ran with.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { FOLDER } from './packages.mjs';
import { readArguments } from './script-arguments.mjs';

/** Lists of bundled packages, which the build writes: tools/licences.ts. */
const BUNDLED = /** @type {const} */ ({
  florin: [],
  'florin-server': ['dist/bin/licences.txt', 'dist/browser/florin-backoffice.licences.txt'],
});

/** @param {keyof typeof BUNDLED} name */
function writeSbom(name) {
  const manifest = readJson(join(FOLDER, name, 'package.json'));
  const { version } = manifest;
  const folder = mkdtempSync(join(tmpdir(), 'florin-sbom-'));
  try {
    const bundled = BUNDLED[name].flatMap((file) => packagesIn(join(FOLDER, name, file)));
    const dependencies = { ...lockedVersions(bundled), ...manifest.dependencies };
    // It is not published yet.
    if (dependencies.florin) dependencies.florin = `file:${resolve(FOLDER, `florin-${version}.tgz`)}`;
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, dependencies }));
    for (const file of ['package-lock.json', '.npmrc']) cpSync(file, join(folder, file));
    const how = ['--package-lock-only', '--omit=dev', '--omit=peer'];
    npm(folder, ['install', ...how, '--ignore-scripts', '--prefer-offline']);
    const file = join(FOLDER, `${name}-${version}.cdx.json`);
    writeFileSync(file, npm(folder, ['sbom', ...how, '--sbom-format=cyclonedx', '--sbom-type=library']));
    console.log(`${file}: ${readJson(file).components.length} components`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param {string} folder @param {readonly string[]} words */
function npm(folder, words) {
  return execFileSync('npm', words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

/** The first line of each licence is the package. @param {string} file */
function packagesIn(file) {
  return readFileSync(file, 'utf8')
    .split(/\n-{80}\n\n/)
    .map((text) => text.split('\n')[0] ?? '');
}

/** @param {readonly string[]} names */
function lockedVersions(names) {
  const { packages } = readJson('package-lock.json');
  return Object.fromEntries(names.map((name) => [name, packages[`node_modules/${name}`].version]));
}

/** @param {string} file */
function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

readArguments('npm run sbom', {});
writeSbom('florin');
writeSbom('florin-server');
