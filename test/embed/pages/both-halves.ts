/** Both halves of an embedded checkout, for a page of a test. */
import { embedCheckout } from '../../../src/embed/embed-checkout.js';
import { reportCheckout } from '../../../src/embed/report-checkout.js';

declare global {
  var embed: { readonly embedCheckout: typeof embedCheckout; readonly reportCheckout: typeof reportCheckout };
}

globalThis.embed = { embedCheckout, reportCheckout };
