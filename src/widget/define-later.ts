/**
 * Everything behind the form of the script tag: the single fields with the payment, at once; the receipt and the rest
 * when the page has a tag of theirs, whenever that comes. Each is one file, asked for once.
 */
import '../elements/florin-card-cvn/florin-card-cvn.js';
import '../elements/florin-card-expiry/florin-card-expiry.js';
import '../elements/florin-card-fields/florin-card-fields.js';
import '../elements/florin-card-name/florin-card-name.js';
import '../elements/florin-card-number/florin-card-number.js';
import type {} from './florin-global.js';
import { MARKED } from './marked.js';

/** The tags of each file, and how to get it. */
const FILES: readonly (readonly [tags: string, load: () => Promise<unknown>])[] = [
  // `florin.classic.js` has it in itself.
  [MARKED, async () => globalThis.Florin?.mount ?? import('./mount.js')],
  ['florin-receipt', () => import('../elements/florin-receipt/florin-receipt.js')],
  ['florin-pay-button,florin-references', () => import('../elements/beside.js')],
  ['florin-saved-cards,florin-store-card', () => import('../elements/cards.js')],
  ['florin-amount,florin-bank-account', () => import('../elements/extras.js')],
];

let waiting = FILES;

/** In the document itself; who puts a tag into a shadow root imports the file. */
function look(observer: MutationObserver): void {
  const used = waiting.filter(([tags]) => document.querySelector(tags));
  waiting = waiting.filter((file) => !used.includes(file));
  if (waiting.length === 0) observer.disconnect();
  // Not to be had now: the next change of the page asks again.
  for (const file of used) file[1]().catch(() => (waiting = [...waiting, file]));
}

// On a server there is no page to look at.
if ('document' in globalThis) {
  const observer = new MutationObserver(() => look(observer));
  observer.observe(document, { childList: true, subtree: true });
  look(observer);
}
