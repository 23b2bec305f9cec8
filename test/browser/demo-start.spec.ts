/** Starting and stopping the demo: ports, messages, stored data. */
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { describeDemo } from '../../build/demo/describe-demo.js';
import { startDemo } from '../../build/demo/start.js';
import { expect, test } from './demo-test.js';
import { PaymentForm } from './pages/payment-form.js';
import { ShopPages } from './pages/shop-pages.js';
import { VISA } from './test-cards.js';

test('uses the next free port when one is taken, and prints it', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const said: string[] = [];
  const demo = await startDemo({
    shopPort: port,
    sandboxPort: port,
    // Any port: another demo may use the default one.
    framePort: 0,
    database: ':memory:',
    print: (text) => said.push(text),
  });
  const ports = [demo.shopUrl, demo.sandboxUrl].map((url) => Number(new URL(url).port));
  expect(ports).not.toContain(port);
  expect(new Set(ports).size).toBe(2);
  expect(said).toEqual(ports.map((got) => `Port ${port} is taken: using ${got} instead.`));
  for (const url of [demo.shopUrl, `${demo.sandboxUrl}/webapi/v3/status/`]) expect((await fetch(url)).status).toBe(200);
  await demo.close();
  await expect(fetch(demo.shopUrl)).rejects.toThrow();
  await expect(fetch(demo.sandboxUrl)).rejects.toThrow();
  taken.close();
});

test('prints its addresses, the merchant and the test cards', async ({ demo }) => {
  const text = describeDemo(demo);
  for (const part of [
    demo.shopUrl,
    demo.sandboxUrl,
    '5353109000000000',
    'demo-api',
    'Demo-Password-1',
    'DEMOSHOP',
    '4987 6543 2109 8769',
    '987',
    '99/51',
  ]) {
    expect(text).toContain(part);
  }
});

test('answers for one host name only, so that no other domain can resolve to it', async ({ demo, page }) => {
  const { port } = new URL(demo.shopUrl);
  await page.goto(`http://localhost:${port}/coffee/meadow`);
  await expect(page).toHaveURL(`${demo.shopUrl}/coffee/meadow`);
  const { status } = await page.request.get(demo.shopUrl, { headers: { Host: 'evil.example' } }).then((answer) => ({
    status: answer.status(),
  }));
  expect(status).toBe(421);
});

test('keeps carts, orders and receipts after a restart', async ({ browser }, { outputDir, workerIndex }) => {
  const options = { database: outputDir, print: () => undefined } as const;
  // Below the ephemeral range: a port of that range could be taken before the demo has restarted.
  const port = 26_000 + (workerIndex % 100) * 60;
  const first = await startDemo({ ...options, shopPort: port, sandboxPort: port + 20, framePort: port + 40 });
  const [shopPort, sandboxPort] = [first.shopUrl, first.sandboxUrl].map((url) => Number(new URL(url).port));
  const context = await browser.newContext({ baseURL: first.shopUrl });
  const page = await context.newPage();
  const shop = new ShopPages(page);
  const order = await shop.beginOrder();
  await new PaymentForm(page).pay(VISA);
  await shop.expectReceipt(order);
  await shop.addToCart({ coffee: 'Meadow' });
  await first.close();

  const second = await startDemo({ ...options, shopPort: shopPort ?? 0, sandboxPort: sandboxPort ?? 0, framePort: 0 });
  expect(second.shopUrl).toBe(first.shopUrl);
  await page.goto('/orders');
  await page.getByRole('link', { name: `Order ${order}` }).click();
  await shop.expectReceipt(order);
  await page.goto('/cart');
  await expect(shop.cartLines).toContainText('Meadow');
  await context.close();
  await second.close();
});
