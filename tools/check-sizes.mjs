// @ts-check
/** Checks the length and names of files, and the sizes of the browser bundles (brotli, quality 11). */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
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
  ['frame isolation until the frame is drawn', ['florin-isolated.js', 'florin-isolated-element.js'], 13_000],
  [
    'frame isolation with the payment',
    ['florin-isolated.js', 'florin-isolated-element.js', 'florin-isolated-more.js'],
    28_600,
  ],
  ['the frame page', ['florin-frame.js'], 20_000 - 600],
];
/**
 * The size of every other file when its row was last changed, and its content. A file may grow by 3 % before its row has to
 * be raised. Hashes do not count, neither those in `florin.classic.js` nor the name of the build in every file: random bytes
 * do not compress, so the same code would have another size after each change.
 * @type {Readonly<Record<string, readonly [size: number, content: string]>>}
 */
const SIZES = {
  'florin.classic.js': [
    18_650,
    'florin.js, Florin.mount and the loader of its later files; marks, presses, auto-advance; texts as properties',
  ],
  'florin-pages.js': [15_697, 'the sandbox’s pages'],
  'florin-reference.js': [
    1_860,
    'the sandbox’s REST reference: sends its calls, masked by the rule of the request log',
  ],
  'florin-backoffice.js': [
    63_000,
    'the sandbox’s back office with its charts, batches, look-ups, sessions and caught webhooks, at most 150 kB: docs/decisions/0020-back-office.md',
  ],
  'florin-sandbox.js': [1_900, 'starts the sandbox of a browser tab'],
  'florin-sandbox-worker.js': [
    820_000,
    'the sandbox of a browser tab: SQLite, sandbox, signer, and the scripts of its pages: docs/decisions/0026-browser-tab.md',
  ],
  'florin-more.js': [13_340, 'the payment and the single fields; the name nearest to a misspelt one'],
  'florin-shared.js': [4_094, 'saving: the form, the flow, the outcome with "Done" and "Add another"'],
  'florin-token-sources.js': [1_818, 'saving: where it is typed'],
  'florin-saved-receipt.js': [818, 'saving: the receipt, with the way back to the form'],
  'florin-cards.js': [6_154, 'saved cards; one row for equal entries, the link to change each'],
  'florin-method-cards.js': [4_055, 'the other methods, for paying and saving; own fields replace the plain form'],
  'florin-frame-card.js': [3_215, 'isolation="frame", focus of the button of a frame that asks the shopper'],
  'florin-frame-connection.js': [4_474, 'the channel to the frame, with Comlink'],
  'florin-beside.js': [3_493, 'references, the pay button'],
  'florin-extras.js': [3_249, 'amount, bank account'],
  'florin-receipt.js': [4_281, 'the receipt, also of a transaction that the shop fetched: with the codes of outcomes'],
  'florin-waiting.js': [1_780, 'how long an unknown outcome lasts, what happens next; other tabs'],
  'florin-challenge.js': [1_884, '3-D Secure'],
  'florin-languages.js': [2_076, 'the loader of thirty languages'],
  'florin-mount.js': [1_755, 'Florin.mount'],
  'florin-action-messages.js': [434, 'preauth and verify_only'],
  'florin-markup-warning.js': [
    850,
    'for developers: unknown values, misspelt attributes, also with data-, tags without code',
  ],
  'florin-isolated-shared.js': [5_356, 'saving, and the field for the security code'],
  'florin-isolated-token-sources.js': [1_764, 'saving: where it is typed'],
  'florin-isolated-saved-receipt.js': [804, 'saving: the receipt'],
  'florin-isolated-cards.js': [
    10_100,
    'saved cards, with the field for the security code; the text of Remove for several entries',
  ],
  'florin-isolated-method-cards.js': [
    4_048,
    'the other methods, for paying and saving; own fields replace the plain form',
  ],
  'florin-isolated-beside.js': [3_508, 'references, the pay button'],
  'florin-isolated-amount.js': [900, 'the amount'],
  'florin-isolated-receipt.js': [4_266, 'the receipt, also of a transaction that the shop fetched'],
  'florin-isolated-waiting.js': [1_780, 'how long an unknown outcome lasts, what happens next; other tabs'],
  'florin-isolated-challenge.js': [1_881, '3-D Secure'],
  'florin-isolated-languages.js': [1_922, 'the loader of thirty languages'],
  'florin-isolated-mount.js': [1_783, 'Florin.mount'],
  'florin-isolated-brand-icons.js': [905, 'brand icons of saved cards, and where the code is'],
  'florin-isolated-hold-press.js': [460, 'a press of the button counts for the element where it began'],
  'florin-isolated-action-messages.js': [445, 'preauth and verify_only'],
  'florin-isolated-markup-warning.js': [
    850,
    'for developers: unknown values, misspelt attributes, also with data-, tags without code',
  ],
};
const ROOM = 1.03;
/** Three files for each language: the form and the payment; rarer elements; saved cards and saving. */
const LANGUAGE = /^florin-lang-/;
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

/** @type {(readonly [what: string, files: readonly string[], limit: number])[]} */
const limits = [
  ...PROMISES,
  ...Object.entries(SIZES).map(
    ([name, [size, content]]) => /** @type {const} */ ([`${name} (${content})`, [name], Math.round(size * ROOM)]),
  ),
  ...languages.map((name) => /** @type {const} */ ([name, [name], LANGUAGE_LIMIT])),
];
const limited = new Set(limits.flatMap(([, names]) => names));
for (const name of built) if (!limited.has(name)) problems.push(`${name} has no limit in tools/check-sizes.mjs`);
for (const [what, names, limit] of limits) {
  for (const name of names) if (!built.includes(name)) problems.push(`${name} is not built: run npm run build`);
  const size = names.reduce((sum, name) => sum + sizeOf(name), 0);
  console.log(`${what}: ${size} of ${limit} bytes (brotli)`);
  if (size > limit) problems.push(`${what}: ${size} bytes, the limit is ${limit}`);
}

failOn(problems);
console.log(`${files.length} files are within the limits`);
