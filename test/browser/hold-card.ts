import type { Page } from '@playwright/test';
import type { PaymentForm } from './pages/payment-form.js';

/** Presses the button. The card is held on its way to the service until the returned function is called. */
export async function payAndHold(page: Page, form: PaymentForm, serviceUrl: string): Promise<() => void> {
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  await page.route(`${serviceUrl}/**`, async (route) => {
    if (route.request().method() === 'POST') await isReleased;
    await route.continue();
  });
  const isSent = page.waitForRequest((request) => request.url().startsWith(serviceUrl) && request.method() === 'POST');
  await form.payButton.click();
  await isSent;
  return release;
}
