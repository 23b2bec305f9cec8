// @ts-check
/**
 * Writes the modules of the languages from `src/languages/*.json`: docs/decisions/0018-languages.md. `node
 * tools/languages.mjs` writes `src/languages/generated`, which `tsc` and the bundler compile like other sources; with
 * `--dist` it adds files to the package.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isProgram } from './process.mjs';

/** @typedef {{ readonly [name: string]: string | Texts }} Texts */
/** @typedef {Readonly<Record<string, Texts>>} Catalogue by group */

const FOLDER = fileURLToPath(new URL('../src/languages/', import.meta.url));
const GENERATED = join(FOLDER, 'generated');

/** The groups of the elements by the suffix of their file: the form and the payment, rarer elements, saved cards and saving. */
const PARTS = {
  '': ['pay', 'field', 'frame', 'payment'],
  '-more': ['action', 'amount', 'bankAccount', 'challenge', 'method', 'receipt', 'references', 'waiting'],
  '-cards': ['savedCards', 'token'],
};
/** The groups of the pages and the frame that the signer serves. */
const SERVED = ['plain', 'consent'];

/** The group of the sandbox's pages, which are English only. */
export const SANDBOX = 'sandbox';

/** Names of the texts, like `pay.pay`, that some languages do not have yet. @returns {string[]} */
export function readPending() {
  return JSON.parse(readFileSync(join(FOLDER, 'pending.json'), 'utf8'));
}

/** The texts that a language does not have yet. @param {string} tag @param {readonly string[]} [pending] */
export function pendingOf(tag, pending = readPending()) {
  const texts = readLanguage(tag);
  return pending.filter((path) => find(texts, path) === undefined);
}

/** @returns {string[]} English first */
export function readTags() {
  const tags = readdirSync(FOLDER).flatMap((file) =>
    /^(?!pending).*\.json$/.test(file) ? [file.slice(0, -'.json'.length)] : [],
  );
  return ['en', ...tags.filter((tag) => tag !== 'en').sort()];
}

/** The texts of the file. @param {string} tag @returns {Catalogue} */
export function readLanguage(tag) {
  return JSON.parse(readFileSync(join(FOLDER, `${tag}.json`), 'utf8'));
}

/** @param {Texts} all @param {string} path @returns {string | undefined} */
function find(all, path) {
  const found = path.split('.').reduce((at, name) => /** @type {any} */ (at)?.[name], /** @type {unknown} */ (all));
  return typeof found === 'string' ? found : undefined;
}

/**
 * All texts of a language, in the order of English. A missing text is replaced by the text that the English file refers to,
 * else by the English text.
 * @param {Catalogue} english
 * @param {Catalogue} texts
 * @returns {Catalogue}
 */
export function complete(english, texts) {
  /** @param {string} path @returns {string} */
  const textOf = (path) => {
    const inEnglish = find(english, path);
    if (inEnglish === undefined) throw new Error(`src/languages/en.json refers to "${path}", which it does not have`);
    const text = find(texts, path) ?? inEnglish;
    return text.startsWith('@') ? textOf(text.slice(1)) : text;
  };
  /** @param {Texts} all @param {string} path @returns {Texts} */
  const walk = (all, path) =>
    Object.fromEntries(
      Object.entries(all).map(([name, text]) => {
        const at = path ? `${path}.${name}` : name;
        return [name, typeof text === 'string' ? textOf(at) : walk(text, at)];
      }),
    );
  return /** @type {Catalogue} */ (walk(english, ''));
}

/**
 * Texts without their names, one for each line, in the order of English. The browser already has the names.
 * @param {Texts} texts
 * @returns {string[]}
 */
function linesOf(texts) {
  return Object.values(texts).flatMap((text) => (typeof text === 'string' ? [text] : linesOf(text)));
}

/** @param {Catalogue} texts @param {readonly string[]} groups */
function writePart(texts, groups) {
  const blocks = groups.map((group) => [group, ...linesOf(texts[group] ?? {})].join('\n'));
  return `export default${quote(blocks.join('\t'))}\n`;
}

/** @param {string} text */
function quote(text) {
  return `\`${text.replace(/[`\\]|\$\{/g, '\\$&')}\``;
}

/** English as code: a text with placeholders or a bar is a function. @param {Texts} texts @returns {string} */
function writeEnglish(texts) {
  const members = Object.entries(texts).map(([name, text]) => {
    const value = typeof text === 'object' ? writeEnglish(text) : writeText(text);
    return `${JSON.stringify(name)}: ${value},\n`;
  });
  return `{\n${members.join('')}}`;
}

/** @param {string} text */
function writeText(text) {
  const [full = '', bare] = text.split('|');
  const values = [...new Set(full.match(/\{\d\}/g))].map((_, index) => `v${index}`);
  if (values.length === 0) return bare === undefined ? JSON.stringify(text) : `() => ${JSON.stringify(full)}`;
  const body = quote(full).replace(/\{(\d)\}/g, '${v$1}');
  const whole = bare === undefined ? body : `v0 ? ${body} : ${JSON.stringify(bare)}`;
  return `(${values.map((name) => `${name}: string | number`).join(', ')}) => ${whole}`;
}

/** @param {string} tag @param {string} part */
const partName = (tag, part) => `${tag.toLowerCase()}${part}`;

/** @returns {Map<string, string>} by path below `generated` */
function writeModules() {
  const english = readLanguage('en');
  const all = readTags().map((tag) => /** @type {const} */ ([tag, complete(english, readLanguage(tag))]));
  const others = all.slice(1);
  /** @type {Map<string, string>} */
  const files = new Map();
  for (const [group, texts] of Object.entries(all[0]?.[1] ?? {})) {
    if (SERVED.includes(group)) continue;
    const file = `english/${group.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;
    files.set(file, `export const ${group} = ${writeEnglish(texts)};\n`);
  }
  for (const [tag, texts] of others) {
    for (const [part, groups] of Object.entries(PARTS)) {
      files.set(`${partName(tag, part)}.ts`, writePart(texts, groups));
    }
  }
  const loads = others.map(([tag]) => {
    const imports = Object.keys(PARTS).map((part) => `() => import('./${partName(tag, part)}.js')`);
    return `  ${JSON.stringify(tag)}: [${imports.join(', ')}],\n`;
  });
  const indexes = Object.values(PARTS).flatMap((groups, index) => groups.map((group) => `  ${group}: ${index},\n`));
  files.set(
    'parts.ts',
    `type Load = () => Promise<{ readonly default: string }>;
/** The three files of each language. */
export const PARTS: Readonly<Record<string, readonly [form: Load, more: Load, cards: Load]>> = {
${loads.join('')}};
/** Which of them has a group. */
export const PART_OF = {
${indexes.join('')}} as const;
`,
  );
  const served = all.map(([tag, texts]) => {
    const groups = Object.fromEntries(SERVED.map((group) => [group, texts[group]]));
    return /** @type {const} */ ([tag, JSON.stringify(groups, null, 2)]);
  });
  files.set(
    'served.ts',
    `const en = ${served[0]?.[1]};
export type ServedTexts = Readonly<typeof en>;
/** By language, or by language and script. */
export const SERVED: Readonly<Record<string, ServedTexts>> = {
en,
${served
  .slice(1)
  .map(([tag, texts]) => `${JSON.stringify(tag)}: ${texts},\n`)
  .join('')}};
`,
  );
  return files;
}

/** Writes `src/languages/generated`. Unchanged files are not written, so `tsc -b` does not compile them again. */
export function writeLanguages() {
  const files = writeModules();
  mkdirSync(join(GENERATED, 'english'), { recursive: true });
  for (const file of readdirSync(GENERATED, { recursive: true, encoding: 'utf8' })) {
    const path = file.replaceAll('\\', '/');
    if (path.endsWith('.ts') && !files.has(path)) rmSync(join(GENERATED, file));
  }
  for (const [file, text] of files) {
    const path = join(GENERATED, file);
    const whole = `// Made by tools/languages.mjs from src/languages/*.json.\n${text}`;
    if (!existsSync(path) || readFileSync(path, 'utf8') !== whole) writeFileSync(path, whole);
  }
}

/**
 * Writes the languages for the script tag, such as `dist/browser/florin-lang-de.js`, and all texts by name for shops that
 * replace texts, such as `dist/languages/de.json`.
 */
function writeToDist() {
  const english = readLanguage('en');
  for (const tag of readTags()) {
    const texts = complete(english, readLanguage(tag));
    const own = Object.values(PARTS).flat();
    const named = Object.fromEntries(own.map((group) => [group, texts[group]]));
    writeFileSync(`dist/languages/${tag}.json`, `${JSON.stringify(named, null, 2)}\n`);
    for (const [part, groups] of Object.entries(tag === 'en' ? {} : PARTS)) {
      writeFileSync(`dist/browser/florin-lang-${partName(tag, part)}.js`, writePart(texts, groups));
    }
  }
}

if (isProgram(import.meta.url)) {
  if (process.argv.includes('--dist')) writeToDist();
  else writeLanguages();
}
