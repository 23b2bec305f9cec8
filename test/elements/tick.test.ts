import { expect } from '@open-wc/testing';
import { emulateMedia } from '@web/test-runner-commands';
// Loaded before the payment: it loads behind the form, and there is no tick without it.
import '../../src/elements/florin-checkout/waiting.js';
import { checkoutFor, orderOf } from './checkout-harness.js';

describe('after an approval', () => {
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    it(`tells the shop at once, and shows a tick before the receipt: ${reducedMotion}`, async () => {
      await emulateMedia({ reducedMotion });
      const checkout = await checkoutFor(orderOf(19900));
      const root = checkout.host.shadowRoot as ShadowRoot;
      const seen: string[] = [];
      checkout.host.addEventListener('florin-result', () => seen.push('result'));
      new MutationObserver(() => {
        const spinner = root.querySelector('.done .spinner');
        const shown = root.querySelector('florin-receipt') ? 'receipt' : spinner ? 'tick' : '';
        if (!shown || seen.includes(shown)) return;
        seen.push(shown);
        if (!spinner) return;
        expect(getComputedStyle(spinner).rotate).to.equal('45deg');
        // Nothing new is announced until the receipt has the focus.
        expect(checkout.button).to.equal('Paying…');
        expect(checkout.message).to.equal('');
        expect(checkout.isBusy).to.be.true;
      }).observe(root, { subtree: true, childList: true, attributes: true });
      await checkout.fill();
      await checkout.press();
      await checkout.until(() => checkout.receipt !== '', 'a receipt');
      expect(seen).to.deep.equal(reducedMotion === 'reduce' ? ['result', 'receipt'] : ['result', 'tick', 'receipt']);
      expect(checkout.isButtonShown).to.be.false;
      await emulateMedia({ reducedMotion: 'no-preference' });
    });
  }
});
