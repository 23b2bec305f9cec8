/**
 * What stands around a checkout whose card is in a frame: asked for when the page has a tag of it, whenever that comes.
 * The build puts it into the file that sees the page's language change, which a payment asks for anyhow.
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
