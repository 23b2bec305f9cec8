// @ts-check
/**
 * Writes `dist/integrity.json`: every script for a shop's page, with its hash, its purpose, and the tags that load it.
 * PCI DSS 6.4.3 requires that each script of a payment page is listed, justified and unchanged.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { browserFile, LANGUAGE } from './browser-files.mjs';

const FOLDER = 'dist/browser';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const names = readdirSync(FOLDER).filter((name) => name.endsWith('.js'));
const scripts = names.sort().flatMap((file) => {
  const [, language] = LANGUAGE.exec(file) ?? [];
  const { tag, by, purpose } = language
    ? { tag: 'florin', by: '', purpose: `Messages in the language ${language}.` }
    : browserFile(file);
  if (by === null) return [];
  const loadedBy = by === 'page' ? by : `${tag}${by && `-${by}`}.js`;
  const body = readFileSync(`${FOLDER}/${file}`);
  const integrity = `sha384-${createHash('sha384').update(body).digest('base64')}`;
  return [{ file, integrity, bytes: body.length, loadedBy, purpose }];
});
/** `@` stands for the folder of the files, with a slash at its end. @param {string} file @param {string} attributes */
const tagOf = (file, attributes) => {
  const { integrity } = scripts.find((script) => script.file === file) ?? {};
  return `<script ${attributes} src="@${file}" integrity="${integrity}" crossorigin="anonymous"></script>`;
};
/** @param {(file: string) => boolean} isPart */
const mapOf = (isPart) =>
  JSON.stringify({
    integrity: Object.fromEntries(
      scripts.filter(({ file }) => isPart(file)).map(({ file, integrity }) => [`@${file}`, integrity]),
    ),
  });

/**
 * The hashes of the style elements that `@lit-labs/ssr` writes, with their tags.
 * @returns {Promise<readonly { tags: readonly string[], integrity: string }[]>}
 */
async function stylesOfTags() {
  await import('../dist/elements/define.js');
  /** @type {Map<string, string[]>} */
  const byHash = new Map();
  for (const tag of readdirSync('dist/elements').filter((name) => name.startsWith('florin-'))) {
    const { elementStyles } = /** @type {typeof import('lit').LitElement} */ (customElements.get(tag));
    const text = elementStyles.map((style) => ('cssText' in style ? style.cssText : '')).join('');
    const integrity = `sha256-${createHash('sha256').update(text).digest('base64')}`;
    byHash.set(integrity, [...(byHash.get(integrity) ?? []), tag]);
  }
  return [...byHash].map(([integrity, tags]) => ({ tags, integrity }));
}

const isIsolated = (/** @type {string} */ file) => file.startsWith('florin-isolated');
const isModule = (/** @type {string} */ file) => !isIsolated(file) && file !== 'florin.classic.js';
const tags = {
  classic: { tag: tagOf('florin.classic.js', 'async') },
  module: { tag: tagOf('florin.js', 'type="module"'), importMap: mapOf(isModule) },
  isolated: {
    tag: tagOf('florin-isolated.js', 'type="module"'),
    importMap: mapOf((file) => isIsolated(file) || LANGUAGE.test(file)),
  },
};
writeFileSync(
  'dist/integrity.json',
  `${JSON.stringify({ version, scripts, tags, styles: await stylesOfTags() }, null, 1)}\n`,
);
