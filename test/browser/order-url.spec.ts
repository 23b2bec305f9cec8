/** A page that is open for longer than its order token is valid, at a real sidecar. docs/guides/order-tokens.md */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { generateFrameKeys } from '../../src/signer/frame/frame-keys.js';
import { claimsOf, writeToken } from '../signer/order-tokens.js';
import { startService, type Service } from '../signer/service-on-a-port.js';
import {
  type CallbackShop,
  readUnchecked,
  type SidecarProcess,
  startCallbackShop,
  startSidecarProcess,
  writeConfig,
} from '../signer/sidecar-process.js';
import { listenOnLoopback } from '../support/listen.js';
import { PaymentForm, typeInServiceFrame } from './pages/payment-form.js';
import { VISA } from './test-cards.js';

let folder: string;
let service: Service;
let callbacks: CallbackShop;
let sidecar: SidecarProcess;
let server: Server;
let shop: string;
/** How many seconds the next token is valid. */
let seconds = 600;

const tokenOf = (order: string) => writeToken(claimsOf({ order, crn1: order }, Date.now() - (600 - seconds) * 1000));

const pageOf = (
  order: string,
  method: string,
) => `<!doctype html><html lang="en-AU"><meta charset="utf-8"><title>Order</title>
  <script type="module" src="/florin/florin.js" data-florin-origins="/pay /orders ${service.url}"></script>
  <main><h1>Order</h1><florin-checkout signer-url="/pay" method="${method}" order="${tokenOf(order)}"
    order-url="/orders/${order}/token"></florin-checkout></main>`;

/** Answers the sidecar's path as a shop's proxy does. */
function forward(from: IncomingMessage, to: ServerResponse): void {
  const { method, headers, url = '/' } = from;
  const call = request(new URL(url, sidecar.url), { method, headers }, (answered) => {
    to.writeHead(answered.statusCode ?? 502, answered.headers);
    answered.pipe(to);
  });
  from.pipe(call);
}

function answer(asked: IncomingMessage, response: ServerResponse): void {
  const url = new URL(asked.url ?? '/', shop);
  const [, first, name = '', token] = url.pathname.split('/');
  const send = (contentType: string, body: string | Buffer) =>
    void response.writeHead(200, { 'content-type': contentType }).end(body);
  if (first === 'florin') return send('text/javascript', readFileSync(join('dist/browser', basename(name))));
  if (first !== 'orders') return forward(asked, response);
  if (token) return send('application/json', JSON.stringify({ order: tokenOf(name) }));
  return send('text/html', pageOf(name, url.searchParams.get('method') ?? 'javascript'));
}

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'florin-order-url-'));
  service = await startService();
  callbacks = await startCallbackShop();
  server = createServer(answer);
  shop = await listenOnLoopback(server);
  const urls = { serviceUrl: service.url, callbackUrl: callbacks.url };
  writeFileSync(join(folder, 'frame-key'), JSON.stringify((await generateFrameKeys()).privateKey));
  const frame = { listen: { port: 0 }, signingKey: { file: 'frame-key' } };
  sidecar = await startSidecarProcess(
    writeConfig(folder, urls, { publicUrl: `${shop}/pay`, frame, webform: {}, iframe: {} }),
  );
});
test.afterAll(async () => {
  await sidecar.stop();
  server.close();
  server.closeAllConnections();
  callbacks.close();
  await service.close();
  rmSync(folder, { recursive: true });
});

/** Opens the page with a token that has expired. Its back end gives good ones. */
async function openLate(page: Page, order: string, method = 'javascript'): Promise<PaymentForm> {
  seconds = -1;
  await page.goto(`${shop}/orders/${order}?method=${method}`);
  seconds = 600;
  return new PaymentForm(page);
}

async function expectPaid(form: PaymentForm, order: string): Promise<void> {
  await expect(form.root).toContainText('Approved', { timeout: 20_000 });
  expect(await service.countApproved(order)).toBe(1);
  await expect.poll(() => callbacks.tokens.map((token) => readUnchecked(token)['order'])).toContain(order);
}

test('a page with an expired token shows its price, and is paid', async ({ page }) => {
  const form = await openLate(page, 'late');
  await expect(form.payButton).toHaveText('Pay $199.00');
  await form.pay(VISA);
  await expectPaid(form, 'late');
  // The page is loaded with another token of the same order.
  await page.reload();
  await expect(form.root).toContainText('Approved');
});

test('the plain form of the signer is opened with a new token', async ({ page }) => {
  const form = await openLate(page, 'late-webform', 'webform');
  await form.payButton.click();
  await page.getByLabel('Card number').fill(VISA.number);
  await page.getByLabel('Expiry month').fill('12');
  await page.getByLabel('Expiry year').fill('30');
  await page.getByLabel('Security code').fill(VISA.cvn);
  await page.getByLabel('Name on card').fill(VISA.name);
  await page.getByRole('button', { name: /^pay/i }).click();
  await expectPaid(form, 'late-webform');
});

test('the frame of the service is opened with a new token', async ({ page }) => {
  const form = await openLate(page, 'late-iframe', 'iframe');
  await typeInServiceFrame(page, VISA);
  await form.payButton.click();
  await expectPaid(form, 'late-iframe');
});
