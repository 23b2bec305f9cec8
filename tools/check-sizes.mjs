// @ts-check
/** Holds files to the length limit and the naming rule, and the browser bundles to their budgets (brotli, quality 11). */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { trackedFiles } from './files.mjs';

const HARD_LIMIT = 400;
/** Only tables, and nothing else. The list may only shrink. */
const TABLES = new Set(['src/wire/codes.ts', 'test/promises/faults.ts']);
const EMPTY_NAMES = /^(common|misc|shared|base|impl|data|new|old)$|(^|-)(utils?|helpers?|manager|handler)$/;
/** @type {string[]} */
const problems = [];
/**
 * Bytes after brotli: what draws the form, and what it fetches at once behind it. Guards against growth that nobody
 * meant, not a goal: what a shopper waits for is the number of requests in a row and the time to type.
 */
const BUDGETS = {
  'dist/browser/florin.js': 16_000,
  // florin.js, Florin.mount and the hashes of the later parts.
  'dist/browser/florin.classic.js': 20_000,
  'dist/browser/florin-mount.js': 2_200,
  'dist/browser/florin-more.js': 14_000,
  'dist/browser/florin-receipt.js': 3_500,
  'dist/browser/florin-extras.js': 4_000,
  'dist/browser/florin-beside.js': 4_200,
  'dist/browser/florin-cards.js': 6_000,
  'dist/browser/florin-challenge.js': 3_500,
  'dist/browser/florin-action-words.js': 700,
  'dist/browser/florin-isolated-action-words.js': 700,
  'dist/browser/florin-tokens.js': 5_500,
  'dist/browser/florin-saved.js': 5_300,
  'dist/browser/florin-isolated-tokens.js': 5_000,
  'dist/browser/florin-isolated-saved.js': 5_000,
  'dist/browser/florin-frame.js': 15_500,
  'dist/browser/florin-isolated.js': 900,
  'dist/browser/florin-isolated-element.js': 9_500,
  'dist/browser/florin-isolated-more.js': 14_500,
  'dist/browser/florin-isolated-amount.js': 1_300,
  'dist/browser/florin-isolated-beside.js': 5_000,
  'dist/browser/florin-isolated-cards.js': 6_800,
  'dist/browser/florin-languages.js': 2_500,
  'dist/browser/florin-isolated-languages.js': 3_000,
  'dist/browser/florin-pages.js': 17_000,
};
/** Each file of a language: the form and the payment, what only some pages show, saved cards and saving. */
const LANGUAGE_BUDGET = 1_500;
const languages = existsSync('dist/browser')
  ? readdirSync('dist/browser').filter((name) => /^florin-lang-.*\.js$/.test(name))
  : [];
if (languages.length < 42)
  problems.push(`${languages.length} files of languages are built, three for each of 14 are wanted`);

const files = trackedFiles().filter((file) => /^(src|demo|test|tools)\/.*\.(ts|mjs|js|css)$/.test(file));
for (const file of files) {
  const lines = readFileSync(file, 'utf8').split('\n').length - 1;
  if (lines > HARD_LIMIT && !TABLES.has(file)) problems.push(`${file}: ${lines} lines, the limit is ${HARD_LIMIT}`);
  if (EMPTY_NAMES.test(basename(file).replace(/\.(test\.ts|spec\.ts|css\.ts|ts|mjs|js|css)$/, '')))
    problems.push(`${file}: its name says nothing`);
}

const budgets = {
  ...BUDGETS,
  ...Object.fromEntries(languages.map((name) => [`dist/browser/${name}`, LANGUAGE_BUDGET])),
};
for (const [file, budget] of Object.entries(budgets)) {
  if (!existsSync(file)) {
    problems.push(`${file} is not built: run npm run build`);
    continue;
  }
  const size = brotliCompressSync(readFileSync(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
  console.log(`${file}: ${size} of ${budget} bytes (brotli)`);
  if (size > budget) problems.push(`${file}: ${size} bytes, the budget is ${budget}`);
}

if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
console.log(`${files.length} files keep to the limits`);
