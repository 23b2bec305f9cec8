/** Tests for each DOM of Vitest without a browser: a payment by the page object, in the page's own script. */
import { allowOrigins } from 'florin/checkout';
import { florinCheckout, testCards } from 'florin/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFlorin, type RunningFlorin } from 'florin-server/testing';

/** @param name of the DOM */
export function describePayments(name: string): void {
  describe(`florin/testing in ${name}`, () => {
    let florin: RunningFlorin;

    beforeAll(async () => {
      florin = await startFlorin({ allowedOrigins: [location.origin] });
      allowOrigins(florin.signerUrl, florin.sandboxUrl);
      await import('florin/elements/define');
    });
    afterAll(() => florin.close());

    function open(order: string) {
      document.body.innerHTML = `<florin-checkout signer-url="${florin.signerUrl}" order="${order}"></florin-checkout>`;
      return florinCheckout(document);
    }

    it('pays', async () => {
      const checkout = open('3000-paid');
      await checkout.fillCard(testCards.amex);
      await checkout.pay();
      // Node loads the build of Lit for servers, so the texts are those of a server in its language.
      expect(await checkout.outcome()).toMatchObject({ status: 'approved', amount: 'A$30.00' });
      expect(await florin.transactionsOf('3000-paid')).toMatchObject([{ ResponseCode: '0', CardType: 'AX' }]);
    });

    it('reads errors, then a decline, and pays with another card', async () => {
      const checkout = open('3000-second');
      await checkout.fillCard({ ...testCards.visa, number: '4987654321098768', cvn: '' });
      await checkout.pay();
      expect(Object.keys(await checkout.errors()).sort()).toEqual(['cvn', 'number']);
      await checkout.fillCard(testCards.noFunds);
      await checkout.pay();
      expect(await checkout.outcome()).toMatchObject({ status: 'declined' });
      await checkout.fillCard(testCards.mastercard);
      await checkout.pay();
      expect((await checkout.outcome()).status).toBe('approved');
    });
  });
}
