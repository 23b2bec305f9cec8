/**
 * Registers the elements around a checkout whose card is in a frame, when the page has one of their tags. The build
 * puts it into the file that watches the page's language, which a payment loads anyway.
 */
import '../elements/florin-checkout/frame-connection.js';
import '../elements/florin-checkout/payment.js';
import { loadForTags } from './load-for-tags.js';
import { MARKED } from './marked.js';

loadForTags([
  [MARKED, () => import('./mount.js')],
  ['florin-receipt', () => import('../elements/florin-receipt/florin-receipt.js')],
  ['florin-amount', () => import('../elements/florin-amount/florin-amount.js')],
  ['florin-pay-button,florin-references', () => import('../elements/beside.js')],
  ['florin-saved-cards,florin-store-card', () => import('../elements/cards.js')],
]);
