// @ts-check
/** Packs both packages and checks them: file lists, links, types, and an import of every subpath in plain Node. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { checkEditors, checkUserTypes } from './check-user-types.mjs';
import { pack } from './pack.mjs';
import { brokenLinks } from './page-links.mjs';
import { failOn, run, runPackage } from './process.mjs';
import { changelogProblems, versionProblems } from './release.mjs';

/** Subpaths that are not modules for Node. */
const NOT_MODULES = /^\.\/(.*\.(js|css|json)$|internal\/)/;
/** The files that a package may contain. */
const FILES = /^(dist\/|docs\/|demo\/sidecar\/|(README|CHANGELOG|AGENTS)\.md$|LICENSE$|package\.json$)/;
const STRAY = /\.tsbuildinfo$|\.test\.|(^|\/)\.|node_modules|\.log$/;

/** The page with the reason of each dependency. */
const REASONS = 'docs/decisions/0006-dependencies.md';

const folder = mkdtempSync(join(tmpdir(), 'florin-package-'));
/** @type {string[]} */
const problems = [];
try {
  const packed = await pack(folder);
  const modules = join(folder, 'user', 'node_modules');
  mkdirSync(modules, { recursive: true });
  // Both packages find their dependencies in the repository.
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'dir');

  for (const { name, filename, files } of packed) {
    const paths = files.map(({ path }) => path);
    problems.push(
      ...paths
        .filter((path) => !FILES.test(path) || STRAY.test(path))
        .map((path) => `${name}: ${path} must not be in a package`),
    );
    const tarball = join(folder, filename);
    execFileSync('tar', ['-xzf', tarball, '-C', folder]);
    renameSync(join(folder, 'package'), join(modules, name));
    problems.push(...brokenLinks(paths, (path) => join(modules, name, path)).map((each) => `${name}: ${each}`));
    await lintPackage(name, tarball, readManifest(join(modules, name)));
  }
  problems.push(...(await importSubpaths(modules, packed)));
  problems.push(...(await checkUserTypes(join(folder, 'user'))), ...checkEditors(join(folder, 'user')));
  checkReasons();
  checkVersions(packed.map(({ name }) => readManifest(join(modules, name))));
  if (/"resolved": "http/.test(readFileSync('package-lock.json', 'utf8')))
    problems.push('package-lock.json names a registry host');

  for (const { name, files, size } of packed) {
    console.log(`${name}: ${files.length} files, ${Math.round(size / 1024)} KiB packed`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
failOn(problems);
console.log('Every subpath imports');

/** @param {string} place */
function readManifest(place) {
  return JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'));
}

/**
 * All have the same version. @param {readonly { name: string, version: string, dependencies?: Record<string, string> }[]}
 * manifests
 */
function checkVersions(manifests) {
  const { version } = readManifest('.');
  for (const manifest of manifests) {
    if (manifest.version !== version) problems.push(`${manifest.name} has version ${manifest.version}, not ${version}`);
    const needed = manifest.dependencies?.['florin'] ?? version;
    if (needed !== version) problems.push(`${manifest.name} needs florin ${needed}, not ${version}`);
  }
  problems.push(...versionProblems(version), ...changelogProblems(readFileSync('CHANGELOG.md', 'utf8'), version));
}

/** Runs publint and attw. @param {string} name @param {string} tarball @param {{ exports: object }} manifest */
async function lintPackage(name, tarball, manifest) {
  const publint = await runPackage('publint/src/cli.js', ['run', tarball, '--strict'], { quiet: true });
  if (publint.code !== 0) problems.push(`${name}: ${publint.output}`);
  const notModules = Object.keys(manifest.exports).filter((subpath) => NOT_MODULES.test(subpath));
  const attw = await runPackage(
    '@arethetypeswrong/cli/dist/index.js',
    [tarball, '--profile', 'esm-only', '--no-color', '--exclude-entrypoints', ...notModules],
    { quiet: true },
  );
  if (attw.code !== 0) problems.push(`${name}: ${attw.output}`);
}

/**
 * Imports each subpath of the packed files in a new process without build tools.
 * @param {string} modules
 * @param {readonly { name: string }[]} packed
 * @returns {Promise<string[]>}
 */
async function importSubpaths(modules, packed) {
  const subpathsOf = (/** @type {string} */ name) =>
    Object.keys(readManifest(join(modules, name)).exports).filter((subpath) => !NOT_MODULES.test(subpath));
  const lines = packed.flatMap(({ name }) =>
    subpathsOf(name).map((subpath) => `await import('${name}${subpath.slice(1)}');`),
  );
  const script = join(modules, '..', 'import.mjs');
  writeFileSync(script, lines.join('\n'));
  const { code, output } = await run(process.execPath, [script], { quiet: true });
  return code === 0 ? [] : [`importing the packed subpaths: ${output}`];
}

function checkReasons() {
  const { dependencies, optionalDependencies, peerDependencies } = readManifest('.');
  const reasons = readFileSync(REASONS, 'utf8');
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
    if (name.startsWith('@types/'))
      problems.push(`${name} changes the types of its users: it must not be a dependency`);
    if (!reasons.includes(`\`${name}\``)) problems.push(`${name} has no reason in ${REASONS}`);
  }
}
