/**
 * Loads everything after the form of the script tag: the single fields and the payment at once; the
 * receipt and the rest when the page has one of their tags. Each is one file, requested once.
 */
import '../elements/florin-card-cvn/florin-card-cvn.js';
import '../elements/florin-card-expiry/florin-card-expiry.js';
import '../elements/florin-card-fields/florin-card-fields.js';
import '../elements/florin-card-name/florin-card-name.js';
import '../elements/florin-card-number/florin-card-number.js';
import '../elements/florin-checkout/payment.js';
import '../elements/field/brand-icons.js';
import type {} from './florin-global.js';
import { loadForTags } from './load-for-tags.js';
import { MARKED } from './marked.js';

loadForTags([
  // `florin.classic.js` contains it.
  [MARKED, async () => globalThis.Florin?.mount ?? import('./mount.js')],
  ['florin-receipt', () => import('../elements/florin-receipt/florin-receipt.js')],
  ['florin-pay-button,florin-references', () => import('../elements/beside.js')],
  ['florin-saved-cards,florin-store-card', () => import('../elements/cards.js')],
  ['florin-amount,florin-bank-account', () => import('../elements/extras.js')],
]);
