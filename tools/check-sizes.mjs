// @ts-check
/** Checks the length and names of files, and the sizes of the browser bundles (brotli, quality 11). */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { BROWSER_FILES, LANGUAGE } from './browser-files.mjs';
import { trackedFiles } from './files.mjs';
import { failOn } from './process.mjs';

const HARD_LIMIT = 400;
/** Files that contain only tables. The list may only become shorter. */
const TABLES = new Set(['test/promises/faults.ts']);
const EMPTY_NAMES = /^(common|misc|shared|base|impl|data|new|old|handler)$|(^|-)(utils?|helpers?|manager)$/;
/** @type {string[]} */
const problems = [];
const FOLDER = 'dist/browser';
/**
 * The promised sizes of the files that a shopper waits for (docs/decisions/0017-one-build.md), in bytes after brotli 11. The
 * frame page is the script with 300 bytes of HTML and, if it asks the shopper, 300 bytes of messages.
 * @type {readonly (readonly [what: string, files: readonly string[], limit: number])[]}
 */
const PROMISES = [
  ['the form in the page', ['florin.js'], 18_000],
  ['frame isolation until the frame is drawn', ['florin-isolated.js', 'florin-isolated-element.js'], 13_840],
  [
    'frame isolation with the payment',
    ['florin-isolated.js', 'florin-isolated-element.js', 'florin-isolated-more.js'],
    31_310,
  ],
  ['the frame page', ['florin-frame.js'], 21_160 - 600],
];
/**
 * A file of tools/browser-files.mjs may grow by 3 % before its row has to be raised. Hashes do not count, neither those in
 * `florin.classic.js` nor the name of the build in every file: random bytes do not compress, so the same code would have another
 * size after each change.
 */
const ROOM = 1.03;
/** Three files for each language: the form and the payment; rarer elements; saved cards and saving. */
const LANGUAGE_LIMIT = 1_600;
const built = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => name.endsWith('.js')) : [];
const languages = built.filter((name) => LANGUAGE.test(name));
if (languages.length < 87)
  problems.push(`${languages.length} files of languages are built; there must be three for each of 29 languages`);

const files = trackedFiles().filter((file) => /^(src|demo|test|tools|docs\/site)\/.*\.(ts|mjs|js|css)$/.test(file));
for (const file of files) {
  const lines = readFileSync(file, 'utf8').split('\n').length - 1;
  if (lines > HARD_LIMIT && !TABLES.has(file)) problems.push(`${file}: ${lines} lines, the limit is ${HARD_LIMIT}`);
  if (EMPTY_NAMES.test(basename(file).replace(/\.(test\.ts|spec\.ts|css\.ts|ts|mjs|js|css)$/, '')))
    problems.push(`${file}: its name does not tell what it contains`);
}

/** @param {string} name */
function sizeOf(name) {
  if (!built.includes(name)) return 0;
  const text = readFileSync(`${FOLDER}/${name}`, 'utf8').replace(/sha256-[\w+/=]{44}|(?<=florin:)[\da-f]{8}/g, '');
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}

/** @param {string} name @param {number} size @returns {readonly [what: string, files: readonly string[], limit: number]} */
const limitOf = (name, size) => [name, [name], Math.round(size * ROOM)];

/** @type {(readonly [what: string, files: readonly string[], limit: number])[]} */
const limits = [
  ...PROMISES,
  ...Object.entries(BROWSER_FILES).flatMap(([name, [, size, isolated]]) => [
    ...(size ? [limitOf(name.endsWith('.js') ? name : `florin-${name}.js`, size)] : []),
    ...(isolated ? [limitOf(`florin-isolated-${name}.js`, isolated)] : []),
  ]),
  ...languages.map((name) => /** @type {const} */ ([name, [name], LANGUAGE_LIMIT])),
];
const limited = new Set(limits.flatMap(([, names]) => names));
for (const name of built) if (!limited.has(name)) problems.push(`${name} has no size in tools/browser-files.mjs`);
for (const [what, names, limit] of limits) {
  for (const name of names) if (!built.includes(name)) problems.push(`${name} is not built: run npm run build`);
  const size = names.reduce((sum, name) => sum + sizeOf(name), 0);
  console.log(`${what}: ${size} of ${limit} bytes (brotli)`);
  if (size > limit) problems.push(`${what}: ${size} bytes, the limit is ${limit}`);
}

failOn(problems);
console.log(`${files.length} files are within the limits`);
