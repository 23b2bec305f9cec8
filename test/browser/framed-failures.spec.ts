/**
 * Failures around the frame: each causes an event with a code and a message, and the shopper can
 * continue.
 */
import type { Page } from '@playwright/test';
import { expect, test } from './demo-test.js';
import { asksAgain } from './asks-again.js';
import { framedForm, type PaymentForm } from './pages/payment-form.js';
import type { ShopPages } from './pages/shop-pages.js';
import { VISA } from './test-cards.js';

test.use({ viewport: { width: 1280, height: 1200 } });

const FRAME = '**/frame.html';
const CHANNEL = '**/florin-isolated-more.js';
const KEY = '**/pay/authkey';
const NOT_LOADED = 'The card fields did not load. Nothing was charged. Please check your connection.';
const NOT_SET_UP = 'This shop cannot take cards at the moment.';

/** Opens the payment page of a new order, with a clock that a test can advance. */
async function openPayment(page: Page, shop: ShopPages): Promise<{ form: PaymentForm; order: number }> {
  const order = await shop.beginOrder();
  await page.clock.install();
  await page.addInitScript(() => {
    const errors: string[] = [];
    Object.assign(globalThis, { errors });
    addEventListener('florin-error', (event) => errors.push((event as Event & { error: { code: string } }).error.code));
  });
  // Does not wait for the frame, which a test may delay.
  await page.goto(`/checkout/${order}/framed`, { waitUntil: 'domcontentloaded' });
  return { form: framedForm(page), order };
}

const errorsOf = (page: Page) => page.evaluate(() => (globalThis as unknown as { errors: string[] }).errors);

/** Waits for these error codes; the frame's timeout passes quickly. */
async function expectErrors(page: Page, codes: readonly string[]): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(6_000);
    expect(await errorsOf(page)).toEqual(codes);
  }).toPass({ timeout: 20_000 });
}

test.describe('a frame that cannot be loaded', () => {
  for (const [what, answer] of [
    ['is not found', { status: 404, body: 'Not found' }],
    ['may not be framed', { headers: { 'X-Frame-Options': 'DENY' }, contentType: 'text/html', body: '<p>x' }],
    ['may be framed by others only', { headers: { 'Content-Security-Policy': "frame-ancestors 'none'" }, body: 'x' }],
    ['is another page', { contentType: 'text/html', body: '<p>Maintenance' }],
    ['is unreachable', 'abort'],
  ] as const) {
    test(`because it ${what}: shows an error, and can be loaded again`, async ({ page, shop, complaints }) => {
      await page.route(FRAME, (route) => (answer === 'abort' ? route.abort() : route.fulfill(answer)));
      const { form, order } = await openPayment(page, shop);
      await expectErrors(page, ['frame_unreachable']);
      await expect(form.root.getByRole('alert')).toContainText(NOT_LOADED);
      // The browser reports it too.
      expect(complaints.splice(0).filter((text) => !text.includes('frame-ancestors'))).toEqual([]);
      await page.unroute(FRAME);
      await form.root.getByRole('button', { name: 'Try again' }).click();
      await form.type(VISA);
      await expect(form.root.getByRole('alert')).toBeEmpty();
      await form.payButton.click();
      await shop.expectReceipt(order);
    });
  }

  test('because its client was not loaded: shows an error, and can be loaded again', async ({ page, shop }) => {
    const canAskAgain = await asksAgain(page);
    const reason = 'this browser asks for a module once in the life of a page; the next test is of that';
    if (!canAskAgain) console.log(`Skipped: ${reason}`);
    test.skip(!canAskAgain, reason);
    await page.route(CHANNEL, (route) => route.abort());
    const { form, order } = await openPayment(page, shop);
    await expect(form.root.getByRole('alert')).toContainText(NOT_LOADED);
    expect(await errorsOf(page)).toEqual(['frame_unreachable']);
    // Hidden but in the layout: Chromium may leave a frame empty that is loaded while it enters the
    // layout.
    await expect(form.root.locator('.frame')).toHaveCSS('visibility', 'hidden');
    await expect(form.root.locator('.frame')).not.toHaveCSS('display', 'none');
    await page.unroute(CHANNEL);
    // The old fields are still there and will be removed together with their text.
    const isAnew = page.waitForEvent('framenavigated', (frame) => frame !== page.mainFrame());
    await form.root.getByRole('button', { name: 'Try again' }).click();
    await isAnew;
    await form.type(VISA);
    await form.payButton.click();
    await shop.expectReceipt(order);
  });

  test('because its client fails twice: the second try reloads the page', async ({ page, shop }) => {
    await page.route(CHANNEL, (route) => route.abort());
    const { form, order } = await openPayment(page, shop);
    const again = form.root.getByRole('button', { name: 'Try again' });
    await again.click();
    await expect.poll(() => errorsOf(page)).toEqual(['frame_unreachable', 'frame_unreachable']);
    await page.unroute(CHANNEL);
    // Some browsers do not request that script again during the life of a page: asks-again.ts.
    const isAnew = page.waitForEvent('framenavigated', (frame) => frame === page.mainFrame());
    await again.click();
    await isAnew;
    await form.type(VISA);
    await form.payButton.click();
    await shop.expectReceipt(order);
  });

  test('that is slow: shows a message, and works when it is loaded', async ({ page, shop }) => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(FRAME, async (route) => {
      await held;
      await route.continue();
    });
    const { form } = await openPayment(page, shop);
    await expect(form.payButton).toBeVisible();
    await page.clock.fastForward(5_500);
    await expect(form.root.getByText('The card fields are taking longer than usual to load.')).toBeVisible();
    // Pressed too early, the button waits for the fields and shows what is missing. Firefox removes
    // the focus from inert elements.
    await form.payButton.click();
    await expect(form.payButton).toHaveAttribute('aria-disabled', 'true');
    await expect(form.root.locator('[inert]')).toHaveCount(0);
    release();
    await expect(form.fields.getByText('Enter the card number', { exact: true })).toBeVisible();
    await expect(form.number).toBeFocused();
    await expect(form.root.getByText('taking longer than usual')).toHaveCount(0);
    expect(await errorsOf(page)).toEqual([]);
  });

  test('that is slow: gets the requested focus, unless the shopper has moved it', async ({ page, shop }) => {
    const held: (() => void)[] = [];
    await page.route(FRAME, async (route) => {
      await new Promise<void>((resolve) => held.push(resolve));
      await route.continue();
    });
    // The button may be drawn before the browser has requested the frame.
    const release = async (times: number) => {
      await expect.poll(() => held.length).toBe(times);
      held.at(-1)?.();
    };
    const { form } = await openPayment(page, shop);
    await form.payButton.waitFor();
    await form.root.evaluate((element: HTMLElement) => element.focus());
    await release(1);
    await expect(form.number).toBeFocused();
    await page.reload({ waitUntil: 'domcontentloaded' });
    await form.payButton.waitFor();
    const link = page.getByRole('link', { name: 'Change the address' });
    await form.root.evaluate((element: HTMLElement) => {
      const isReady = new Promise((resolve) => element.addEventListener('florin-ready', resolve));
      Object.assign(globalThis, { isReady });
      element.focus();
    });
    await link.focus();
    await release(2);
    await page.evaluate(() => (globalThis as unknown as { isReady: Promise<unknown> }).isReady.then(() => undefined));
    await expect(link).toBeFocused();
  });
});

test.describe('a frame that is unloaded', () => {
  test('loads again, asks to enter the card again, and accepts it', async ({ page, shop }) => {
    const { form, order } = await openPayment(page, shop);
    await form.number.pressSequentially(VISA.number);
    await page.evaluate(() => {
      const fields: string[] = [];
      Object.assign(globalThis, { fields });
      addEventListener('florin-field', (event) => {
        const { field, state } = event as Event & { field: string; state: { status: string } };
        fields.push(`${field} ${state.status}`);
      });
    });
    await page
      .locator('florin-checkout iframe')
      .evaluate((iframe: HTMLIFrameElement) => (iframe.src = `${iframe.src}`));
    await expect(form.root.getByText('The card fields were reloaded. Please enter your card again.')).toBeVisible();
    const fields = () => page.evaluate(() => (globalThis as unknown as { fields: string[] }).fields);
    await expect.poll(fields).toContain('number empty');
    expect(await errorsOf(page)).toEqual([]);
    await form.type(VISA);
    await expect(form.root.getByText('were reloaded')).toHaveCount(0);
    await form.payButton.click();
    await shop.expectReceipt(order);
  });

  test('is not connected when it navigates to the page’s own origin, although it knows the protocol', async ({
    page,
    shop,
    complaints,
  }) => {
    const stranger = `<script>
      heard = []; addEventListener('message', ({ data }) => heard.push(data));
      for (let i = 0; i < 20; i++) parent.postMessage({ florin: 'ready', frame: 'f' + i, version: 1 }, '*')</script>`;
    await page.route('**/stranger', (route) => route.fulfill({ contentType: 'text/html', body: stranger }));
    const { form } = await openPayment(page, shop);
    await form.type(VISA);
    await page.locator('florin-checkout iframe').evaluate((iframe: HTMLIFrameElement) => {
      iframe.contentWindow?.location.replace('/stranger');
    });
    await expectErrors(page, ['frame_unreachable']);
    await expect(form.root.getByRole('alert')).toContainText(NOT_LOADED);
    await expect(form.payButton).toBeHidden();
    await form.root.evaluate((checkout: HTMLElement & { pay(): Promise<void> }) => checkout.pay());
    const [stranded] = page.frames().filter((frame) => frame.url().endsWith('/stranger'));
    // The policy of the demo's pages allows no frame of their own origin, so no document is there
    // to receive messages.
    expect(stranded ? await stranded.evaluate('globalThis.heard ?? []') : []).toEqual([]);
    complaints.length = 0;
  });

  test('comes back with its element', async ({ page, shop }) => {
    const { form, order } = await openPayment(page, shop);
    await form.number.pressSequentially('4987');
    await form.root.evaluate((element) => {
      const { parentElement } = element;
      element.remove();
      parentElement?.append(element);
    });
    await form.type(VISA);
    await form.payButton.click();
    await shop.expectReceipt(order);
  });
});

test.describe('a key that the frame does not take', () => {
  test('because the signer signs none, is reported once, with one message for the shopper', async ({ page, shop }) => {
    await page.route(KEY, async (route) => {
      const response = await route.fetch();
      const { signedKey, ...grant } = (await response.json()) as { signedKey?: string };
      expect(signedKey).toBeTruthy();
      await route.fulfill({ response, json: grant });
    });
    const { form } = await openPayment(page, shop);
    await form.type(VISA);
    await form.payButton.click();
    await expect(form.root).toContainText(NOT_SET_UP);
    await expect(form.root).toContainText('Nothing was charged.');
    expect(await errorsOf(page)).toEqual(['configuration_invalid']);
  });

  test('because another has signed it, sends no card', async ({ page, shop, demo }) => {
    const posts: string[] = [];
    page.on('request', (request) => {
      if (request.url().startsWith(demo.sandboxUrl) && request.method() === 'POST') posts.push(request.url());
    });
    await page.route(KEY, async (route) => {
      const response = await route.fetch();
      const grant = (await response.json()) as { signedKey: string };
      const [header, payload, signature = ''] = grant.signedKey.split('.');
      const bent = `${header}.${payload}.${[...signature].reverse().join('')}`;
      await route.fulfill({ response, json: { ...grant, signedKey: bent } });
    });
    const { form } = await openPayment(page, shop);
    await form.type(VISA);
    await form.payButton.click();
    await expect(form.root).toContainText(NOT_SET_UP);
    expect(await errorsOf(page)).toEqual(['key_refused']);
    expect(posts).toEqual([]);
  });

  test('because it has expired, asks the shopper to pay again', async ({ page, shop }) => {
    await page.route(FRAME, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(/"now":\d+/, '"now":4000000000');
      await route.fulfill({ response, body });
    });
    const { form } = await openPayment(page, shop);
    await form.type(VISA);
    await form.payButton.click();
    await expect(form.root).toContainText('The page timed out. Nothing was charged.');
    expect(await errorsOf(page)).toEqual(['key_expired']);
  });
});

test('a service that the frame cannot reach leaves the outcome unknown, and the signer finds it', async ({
  page,
  shop,
}) => {
  await page.route('**/txns/withauthkey/**', (route) => route.abort());
  const { form } = await openPayment(page, shop);
  await form.type(VISA);
  await form.payButton.click();
  await expect(form.root).toContainText(/We are checking|We found no payment/);
  expect(await errorsOf(page)).toContain('result_unknown');
});

test.describe('a mistake of the developer', () => {
  const setUp = async (page: Page, shop: ShopPages, attributes: Readonly<Record<string, string>>) => {
    const warnings: string[] = [];
    page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
    const opened = await openPayment(page, shop);
    await opened.form.root.evaluate((element, changed) => {
      element.querySelector('iframe')?.remove();
      const anew = element.cloneNode() as HTMLElement;
      for (const [name, value] of Object.entries(changed)) anew.setAttribute(name, value);
      element.replaceWith(anew);
    }, attributes);
    return { ...opened, warnings };
  };

  for (const [what, frameSrc] of [
    ['no address', ''],
    ['an address of no page', 'data:text/html,x'],
  ] as const) {
    test(`${what} for the frame is reported with the name of the attribute`, async ({ page, shop, complaints }) => {
      const { form } = await setUp(page, shop, { 'frame-src': frameSrc });
      await expect(form.root.getByRole('alert')).toContainText('The card fields are not set up correctly');
      expect(await errorsOf(page)).toContain('configuration_invalid');
      complaints.length = 0;
    });
  }

  test('an unknown brand causes one warning, and the form works', async ({ page, shop }) => {
    const { form, order, warnings } = await setUp(page, shop, { 'accepted-brands': 'visa eftpos' });
    await expect(form.number).toBeVisible();
    await form.type(VISA);
    await form.payButton.click();
    await shop.expectReceipt(order);
    expect(warnings.filter((text) => text.includes('eftpos'))).toHaveLength(1);
  });
});
