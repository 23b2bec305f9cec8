// @ts-check
/**
 * Writes `dist/integrity.json`: every script for a shop's page, with its hash, its purpose, and the tags that load it.
 * PCI DSS 6.4.3 requires that each script of a payment page is listed, justified and unchanged.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const FOLDER = 'dist/browser';

/** @type {Readonly<Record<string, [by: string, purpose: string]>>} */
const PURPOSES = {
  'florin.js': ['page', 'Draws the card form and sends the card to the payment service.'],
  'florin.classic.js': [
    'page',
    'The same as florin.js for a classic script tag; loads its later parts by their hashes.',
  ],
  'florin-isolated.js': ['page', 'Draws the frame of another origin that holds the card fields.'],
  'florin-isolated-element.js': ['florin-isolated.js', 'The element around the frame.'],
  'florin-isolated-more.js': ['florin-isolated.js', 'The payment itself, and the connection with the frame.'],
  'florin-more.js': ['florin.js', 'The payment itself: key, submission, result; the single fields.'],
  // Later files of both script tags: `florin-shared.js` and `florin-isolated-shared.js`.
  shared: ['more', 'Code of several later parts, such as saving a card.'],
  mount: ['', 'Florin.mount and data- attributes.'],
  receipt: ['more', 'Shows the receipt.'],
  'saved-receipt': ['receipt', 'Shows what was saved.'],
  beside: ['more', 'The elements beside the checkout: references, the pay button.'],
  extras: ['more', 'The elements besides the card form: amount and bank account.'],
  amount: ['more', 'Shows the amount of the payment.'],
  cards: ['more', 'Saved cards, and the choice to save one.'],
  'brand-icons': ['cards', 'The icons of card brands.'],
  'hold-press': ['element', 'A press of the button counts for the element where it began.'],
  'markup-warning': ['more', 'Tells developers of misspelt attributes and of unregistered elements.'],
  'action-messages': ['more', 'The messages of orders that reserve an amount or only check a card.'],
  waiting: ['more', 'Shows how long an unknown outcome can last and what happens next; notifies other tabs.'],
  challenge: ['more', 'Opens the bank’s page (3-D Secure) in a dialog.'],
  'method-cards': ['', 'The other methods: plain form, the service’s frame, redirect.'],
  'token-sources': ['method-cards', 'The forms that save a card or a bank account.'],
  languages: ['', 'Loads the messages of the languages besides English.'],
  'frame-card': ['', 'isolation="frame": contains the frame of another origin.'],
  'frame-connection': ['frame-card', 'isolation="frame": the messages to and from that frame.'],
};

/** Scripts that a shop's page does not load: of the frame page, of the sandbox, and of the sandbox in a browser tab. */
const ELSEWHERE = new Set([
  'florin-frame.js',
  'florin-pages.js',
  'florin-reference.js',
  'florin-backoffice.js',
  'florin-sandbox.js',
  'florin-sandbox-worker.js',
]);

/** The files of a language, for both script tags. */
const LANGUAGE = /^florin-lang-([a-z]{2}(?:-han[st])?)(?:-more|-cards)?\.js$/;

/** @param {string} file @returns {[by: string, purpose: string]} */
function purposeOf(file) {
  const [, first = '', part = ''] = /^(florin(?:-isolated)?)-(.+)\.js$/.exec(file) ?? [];
  const [by, purpose] = PURPOSES[part] ?? [];
  const known = PURPOSES[file] ?? (purpose && [`${first}${by && `-${by}`}.js`, purpose]);
  if (!known) throw new Error(`${file} has no purpose in tools/integrity.mjs`);
  return known;
}

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const names = readdirSync(FOLDER).filter((name) => name.endsWith('.js') && !ELSEWHERE.has(name));
const scripts = names.sort().map((file) => {
  const [, language] = LANGUAGE.exec(file) ?? [];
  const [loadedBy, purpose] = language ? ['florin.js', `Messages in the language ${language}.`] : purposeOf(file);
  const body = readFileSync(`${FOLDER}/${file}`);
  const integrity = `sha384-${createHash('sha384').update(body).digest('base64')}`;
  return { file, integrity, bytes: body.length, loadedBy, purpose };
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
