/** Plants a leak of the card in a purchase, one for each channel: the search of no-card-data.spec.ts finds it. */
import { expect, test } from './demo-test.js';
import { findCardData, type Leak } from './leaks/find-card-data.js';
import { leakScript, PLANTED_LEAKS } from './leaks/planted-leaks.js';
import { recordPurchase } from './leaks/record-purchase.js';
import { VISA } from './test-cards.js';

test.describe('the detector finds a leak through', () => {
  for (const leak of PLANTED_LEAKS) {
    test(leak.title, async ({ page, demo }) => {
      const recorder = await recordPurchase(page, demo, leakScript(leak));
      const leaks: readonly Leak[] = findCardData(recorder.observations, VISA);
      expect(leaks.map(({ channel, what }) => `${channel}: ${what}`)).toContain(`${leak.channel}: ${leak.what}`);
    });
  }
});
