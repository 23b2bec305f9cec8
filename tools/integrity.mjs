// @ts-check
/**
 * Writes `dist/integrity.json`: every script that a shop can put on a page, its hash, what it is for, and the tags that
 * load it. PCI DSS 6.4.3 wants each script of a payment page listed, justified and unchanged.
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
  'florin-more.js': ['florin.js', 'The payment itself: key, submission, result; the single fields.'],
  'florin-mount.js': ['florin.js', 'Florin.mount and data- attributes.'],
  'florin-receipt.js': ['florin-more.js', 'Shows the receipt.'],
  'florin-beside.js': ['florin-more.js', 'What stands beside the checkout: references, the pay button.'],
  'florin-extras.js': ['florin-more.js', 'The elements besides the card form: amount, bank account and others.'],
  'florin-cards.js': ['florin-more.js', 'Saved cards, and the choice to save one.'],
  'florin-method-warning.js': ['florin-more.js', 'Tells developers of a misspelt attribute.'],
  'florin-action-words.js': ['florin-more.js', 'The words of orders that reserve an amount or only check a card.'],
  'florin-challenge.js': ['florin-more.js', 'Opens the bank’s page (3-D Secure) in a dialog.'],
  'florin-tokens.js': ['florin-method-cards.js', 'Saves or changes a card or a bank account, without a payment.'],
  'florin-saved.js': ['florin-method-cards.js', 'Finds out and says what was saved; for the receipt too.'],
  'florin-method-cards.js': ['florin.js', 'The other methods: plain form, the service’s frame, redirect.'],
  'florin-framed.js': ['florin.js', 'isolation="frame": holds the frame of another origin.'],
  'florin-frame-connection.js': ['florin-framed.js', 'isolation="frame": speaks with that frame.'],
  'florin-isolated.js': ['page', 'Draws the frame of another origin that holds the card fields.'],
  'florin-isolated-element.js': ['florin-isolated.js', 'The element around the frame.'],
  'florin-isolated-more.js': [
    'florin-isolated.js',
    'The payment itself, and the connection with the frame. Asks for what stands around the form when the page has it.',
  ],
  'florin-isolated-mount.js': ['florin-isolated.js', 'Florin.mount and data- attributes.'],
  'florin-isolated-receipt.js': ['florin-isolated-more.js', 'Shows the receipt.'],
  'florin-isolated-action-words.js': [
    'florin-isolated-more.js',
    'The words of orders that reserve an amount or only check a card.',
  ],
  'florin-isolated-challenge.js': ['florin-isolated-more.js', 'Opens the bank’s page (3-D Secure) in a dialog.'],
  'florin-languages.js': ['florin.js', 'Asks for the words of the languages besides English.'],
  'florin-isolated-languages.js': [
    'florin-isolated-element.js',
    'Asks for the words of the languages besides English.',
  ],
  'florin-isolated-amount.js': ['florin-isolated-more.js', 'Shows what the payment costs.'],
  'florin-isolated-beside.js': [
    'florin-isolated-more.js',
    'What stands beside the checkout: references, the pay button.',
  ],
  'florin-isolated-cards.js': ['florin-isolated-more.js', 'Saved cards, and the choice to save one.'],
  'florin-isolated-method-cards.js': ['florin-isolated-element.js', 'The other methods.'],
  'florin-isolated-tokens.js': ['florin-isolated-method-cards.js', 'Saves or changes a card, without a payment.'],
  'florin-isolated-saved.js': [
    'florin-isolated-method-cards.js',
    'Finds out and says what was saved; for the receipt too.',
  ],
};

/** Not for a shop's page: inlined by the frame server and served by the sandbox. */
const ELSEWHERE = new Set(['florin-frame.js', 'florin-pages.js']);

/** Languages, three files each, for both script tags. */
const LANGUAGE = /^florin-lang-([a-z]{2}(?:-hans)?)(?:-more|-cards)?\.js$/;

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const names = readdirSync(FOLDER).filter((name) => name.endsWith('.js') && !ELSEWHERE.has(name));
const scripts = names.sort().map((file) => {
  const [, language] = LANGUAGE.exec(file) ?? [];
  const [loadedBy, purpose] = PURPOSES[file] ?? [
    file.startsWith('florin-isolated') ? 'florin-isolated.js' : 'florin.js',
    language
      ? `Words in the language ${language}.`
      : `A part of it: ${file.replace(/^florin-(isolated-)?|\.js$/g, '')}.`,
  ];
  const body = readFileSync(`${FOLDER}/${file}`);
  const integrity = `sha384-${createHash('sha384').update(body).digest('base64')}`;
  return { file, integrity, bytes: body.length, loadedBy, purpose };
});
/** `@` is where the files lie, with a slash at its end. @param {string} file @param {string} attributes */
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
writeFileSync('dist/integrity.json', `${JSON.stringify({ version, scripts, tags }, null, 1)}\n`);
