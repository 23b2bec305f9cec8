import type { Page } from '@playwright/test';
import type { Demo } from '../../../build/demo/start.js';
import { PaymentForm } from '../pages/payment-form.js';
import { ShopPages } from '../pages/shop-pages.js';
import { VISA } from '../test-cards.js';
import { LeakRecorder } from './leak-recorder.js';

/** Buys a bag and records everything; `plantedScript` runs in every page. */
export async function recordPurchase(page: Page, demo: Demo, plantedScript = ''): Promise<LeakRecorder> {
  const shop = new ShopPages(page);
  const form = new PaymentForm(page);
  // The developer bar shows the numbers of all test cards.
  await page.goto('/');
  await shop.closeDeveloperBar();
  const recorder = await LeakRecorder.start(page, new URL(demo.sandboxUrl).origin);
  await page.addInitScript({ content: plantedScript });
  const order = await shop.beginOrder();
  await form.type(VISA);
  await recorder.look('typed');
  await form.payButton.click();
  await shop.expectReceipt(order);
  await recorder.look('receipt');
  await recorder.finish();
  return recorder;
}
