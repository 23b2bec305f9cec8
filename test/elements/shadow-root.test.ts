/** Florin's elements in the shadow root of the page's own element, as in apps made of web components. */
import { waitUntil } from '@open-wc/testing';
import '../../src/elements/define.js';
import { orderOf } from './checkout-harness.js';
import { fieldOf } from './field-harness.js';

describe('in another element’s shadow root', () => {
  it('a checkout pays', async () => {
    const outer = document.body.appendChild(document.createElement('div'));
    const root = outer.attachShadow({ mode: 'open' });
    const checkout = document.createElement('florin-checkout');
    Object.assign(checkout, { signerUrl: '/pay', order: orderOf(19900), locale: 'en-AU' });
    root.append(checkout);
    for (const [kind, text] of [
      ['number', '5123456789012346'],
      ['expiry', '0539'],
      ['cvn', '123'],
      ['name', 'Mia Tran'],
    ] as const) {
      const field = await fieldOf(checkout, kind);
      await field.focus();
      await field.fillAtOnce(text);
    }
    await checkout.pay();
    const receipt = () => checkout.shadowRoot?.querySelector('florin-receipt')?.shadowRoot?.textContent ?? '';
    await waitUntil(() => receipt().includes('$199.00'), 'a receipt', { timeout: 15_000 });
    outer.remove();
  });
});
