// @ts-check
/**
 * Writes the languages for the script tag, `dist/browser/florin-lang-de.js` and so on: the texts of
 * `src/elements/languages` without their names, in the order of the English tables, which the browser has already.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** @typedef {{ readonly [name: string]: unknown }} Words */

/**
 * The English tables by group, from the package as `tsc` made it.
 * @returns {Promise<Record<string, Words>>}
 */
export async function readEnglish() {
  /** @type {Record<string, Words>} */
  const groups = {};
  for (const file of readdirSync('dist/elements/words').filter((name) => name.endsWith('-words.js'))) {
    const all = await importFile(`dist/elements/words/${file}`);
    for (const [name, read] of Object.entries(all)) {
      const group = /^(.+)Words$/.exec(name)?.[1];
      if (group && typeof read === 'function') groups[group] = read('en');
    }
  }
  return groups;
}

/** @param {string} path */
function importFile(path) {
  return import(pathToFileURL(path).href);
}

/**
 * @param {Words} english
 * @param {Words} texts
 * @returns {string[]}
 */
function linesOf(english, texts) {
  return Object.entries(english).flatMap(([name, is]) => {
    const text = texts[name];
    if (typeof is === 'object') return linesOf(/** @type {Words} */ (is), /** @type {Words} */ (text ?? {}));
    return typeof text === 'string' ? [text] : [''];
  });
}

const english = await readEnglish();
mkdirSync('dist/browser', { recursive: true });
for (const file of readdirSync('dist/elements/languages').filter((name) => name.endsWith('.js'))) {
  const { default: table } = await importFile(`dist/elements/languages/${file}`);
  const blocks = Object.entries(table).map(([group, texts]) => {
    const own = english[group];
    if (!own) throw new Error(`${file}: there is no group ${group}`);
    return [group, ...linesOf(own, texts)].join('\n');
  });
  const text = blocks.join('\t').replace(/[`\\]|\$\{/g, '\\$&');
  writeFileSync(`dist/browser/florin-lang-${file}`, `export default\`${text}\`\n`);
}
