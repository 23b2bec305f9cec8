// @ts-check
/**
 * The scripts of `dist/browser`, each with the file that loads it, its size and its purpose, for integrity.mjs and
 * check-sizes.mjs.
 */

/**
 * - by: `page`, or the file that loads it, without the name of its script tag (`''`: the first file). null: no file of a shop's
 *   page
 * - size: bytes after brotli 11 when the row was last changed; 0 if PROMISES of check-sizes.mjs has the file
 * - isolated: the same for the file of `florin-isolated.js`; 0 if there is none
 * - purpose: for the inventory of scripts that PCI DSS 6.4.3 asks for
 * @typedef {readonly [by: string | null, size: number, isolated: number, purpose: string]} BrowserFile
 */

/**
 * Files by name, and the later files of both script tags by their part: `florin-shared.js`, `florin-isolated-shared.js`.
 * @type {Readonly<Record<string, BrowserFile>>}
 */
export const BROWSER_FILES = {
  'florin.js': ['page', 0, 0, 'Draws the card form and sends the card to the payment service.'],
  'florin.classic.js': [
    'page',
    19_720,
    0,
    'florin.js for a classic script tag; loads its later parts by their hashes.',
  ],
  'florin-isolated.js': ['page', 0, 0, 'Draws the frame of another origin that holds the card fields.'],
  'florin-isolated-element.js': ['', 0, 0, 'The element around the frame.'],
  'florin-isolated-more.js': ['', 0, 0, 'The payment itself, and the connection with the frame.'],
  'florin-more.js': ['', 14_900, 0, 'The payment itself: key, submission, result; the single fields.'],
  shared: ['more', 4_281, 5_630, 'Code of several later parts, such as saving a card.'],
  mount: ['', 1_755, 1_774, 'Florin.mount and data- attributes.'],
  receipt: ['more', 4_433, 4_404, 'Shows the receipt.'],
  'saved-receipt': ['receipt', 809, 828, 'Shows what was saved.'],
  beside: ['more', 3_333, 3_344, 'The elements beside the checkout: references, the pay button.'],
  extras: ['more', 3_150, 0, 'The elements besides the card form: amount and bank account.'],
  amount: ['more', 0, 975, 'Shows the amount of the payment.'],
  cards: ['more', 6_274, 10_560, 'Saved cards, and the choice to save one.'],
  'brand-icons': ['cards', 0, 871, 'The icons of card brands.'],
  'hold-press': ['element', 0, 423, 'A press of the button counts for the element where it began.'],
  'markup-warning': ['more', 1_207, 1_186, 'Tells developers of misspelt attributes and of unregistered elements.'],
  'action-messages': ['more', 415, 424, 'The messages of orders that reserve an amount or only check a card.'],
  waiting: ['more', 1_833, 1_812, 'Shows how long an unknown outcome can last, and a tick; notifies other tabs.'],
  'renew-order': ['more', 409, 402, 'Asks the shop for another order token.'],
  challenge: ['more', 2_039, 2_026, 'Opens the bank’s page (3-D Secure) in a dialog.'],
  'method-cards': ['', 4_250, 4_250, 'The other methods: plain form, the service’s frame, redirect.'],
  'token-sources': ['method-cards', 1_853, 1_826, 'The forms that save a card or a bank account.'],
  languages: ['', 2_083, 1_912, 'Loads the messages of the languages besides English.'],
  'frame-card': ['', 2_596, 0, 'isolation="frame": contains the frame of another origin.'],
  'frame-connection': ['frame-card', 4_459, 0, 'isolation="frame": the messages to and from that frame.'],
  'florin-frame.js': [null, 0, 0, 'The frame page.'],
  'florin-pages.js': [null, 15_900, 0, 'The sandbox’s pages.'],
  'florin-reference.js': [null, 1_818, 0, 'The sandbox’s REST reference.'],
  'florin-backoffice.js': [null, 65_136, 0, 'The sandbox’s back office.'],
  'florin-sandbox.js': [null, 1_875, 0, 'Starts the sandbox of a browser tab.'],
  'florin-sandbox-worker.js': [null, 850_739, 0, 'The sandbox of a browser tab.'],
};

/** The files of a language, for both script tags. */
export const LANGUAGE = /^florin-lang-([a-z]{2}(?:-han[st])?)(?:-more|-cards)?\.js$/;

/**
 * The row of a file, and the name of its script tag.
 * @param {string} file
 * @throws Error for a file without a row
 */
export function browserFile(file) {
  const [, tag = 'florin', part = ''] = /^(florin(?:-isolated)?)-(.+)\.js$/.exec(file) ?? [];
  const row = BROWSER_FILES[file] ?? BROWSER_FILES[part];
  if (!row) throw new Error(`${file} has no row in tools/browser-files.mjs`);
  const [by, , , purpose] = row;
  return { tag, by, purpose };
}
