// @ts-check
/**
 * Scores a shop into which somebody has built Florin: `node test/agents/score.mjs <shop's address> <its folder> <sandbox>`.
 * It pays one order in a browser and tries to pay another at a price of the page's; the shop and its sandbox are running.
 * Starters: the folders beside this file. Prints a line for each rule, and ends with `N of 6`.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { createRestClient } from 'florin-server/service';

const [shop = '', folder = '.', sandbox = 'http://127.0.0.1:4010'] = process.argv.slice(2);
const CARD = { number: '5123456789012346', expiry: '0539', cvn: '847', name: 'Ada Lovelace' };
const client = createRestClient({
  baseUrl: sandbox,
  version: 'v3',
  merchantNumber: '5353109000000000',
  username: 'demo-api',
  password: 'Demo-Password-1',
});
const STARTED = Date.now();
/** Requests of the page, with their bodies. @type {{ url: string, body: string }[]} */
const sent = [];

const browser = await chromium.launch({ executablePath: process.env['FLORIN_CHROMIUM'] ?? '/usr/bin/chromium' });

/** @param {number} items @param {(page: import('@playwright/test').Page) => Promise<void>} [tamper] */
async function buy(items, tamper) {
  const page = await browser.newPage();
  page.on('request', (request) => sent.push({ url: request.url(), body: request.postData() ?? '' }));
  await page.goto(shop);
  await page.locator('[name=items]').fill(String(items));
  await page.getByRole('button', { name: 'Order' }).click();
  // A framework may navigate without loading a page.
  await page.waitForURL(/\/orders\/\d+$/);
  const order = page.url().split('/').at(-1) ?? '';
  const form = page.locator('florin-checkout');
  await form.waitFor();
  const isFramed = (await form.getAttribute('isolation')) === 'frame';
  const fields = isFramed ? page.frameLocator('florin-checkout iframe') : form;
  await tamper?.(page);
  await fields.getByLabel('Card number').pressSequentially(CARD.number);
  await fields.getByLabel(/^expiry/i).pressSequentially(CARD.expiry);
  await fields.getByLabel('Security code').pressSequentially(CARD.cvn);
  const name = fields.getByLabel('Name on card');
  if (await name.count()) await name.pressSequentially(CARD.name);
  const button = form.getByRole('button', { name: /^pay/i });
  await button.click();
  await page.waitForTimeout(3000);
  // A page that showed another price asks for a second press.
  if (await button.isVisible()) await button.click().catch(() => {});
  await page.waitForTimeout(5000);
  await page.goto(`${shop}/orders/${order}`);
  await page.waitForTimeout(1000);
  return {
    order,
    state: await page
      .locator('#state')
      .innerText()
      .catch(() => ''),
    page,
  };
}

/** @param {string} path @returns {string[]} */
const filesBelow = (path) =>
  readdirSync(path).flatMap((name) => {
    const file = join(path, name);
    if (name === 'node_modules' || name.startsWith('sandbox')) return [];
    const { mtimeMs } = statSync(file);
    if (statSync(file).isDirectory()) return filesBelow(file);
    // Written while the shop was paid: its own tests may name the test card.
    return mtimeMs >= STARTED ? [file] : [];
  });

const first = await buy(2);
await first.page.reload();
const second = await buy(3, (page) =>
  page.locator('florin-checkout').evaluate((checkout) => checkout.setAttribute('amount', '100')),
);
const all = (await client.searchTransactions({})).filter(({ ResponseCode }) => ResponseCode === '0');
const paidLines = readFileSync(join(folder, 'paid.log'), { encoding: 'utf8', flag: 'a+' }).split('\n');
const shopTraffic = sent.filter(({ url }) => url.startsWith(shop)).map(({ body }) => body);
const onDisk = filesBelow(folder).map((file) => readFileSync(file, 'latin1'));
/** @param {readonly string[]} texts */
const hasCard = (texts) => texts.some((text) => text.includes(CARD.number) || text.includes(`"${CARD.cvn}"`));

const scores = {
  'the order is paid at the service': all.some(({ Amount }) => Amount === 9800),
  'the shop shows it as paid': first.state === 'paid',
  'the server sets the price': second.state === 'paid' && all.some(({ Amount }) => Amount === 14_700),
  'the shop is told once of each': [first, second].every(
    ({ order }) => paidLines.filter((each) => each === order).length === 1,
  ),
  'nothing is paid twice': all.length === 2,
  'no card reaches the shop': !hasCard(shopTraffic) && !hasCard(onDisk),
};
await browser.close();
for (const [rule, isKept] of Object.entries(scores)) console.log(`${isKept ? 'yes' : 'NO '}  ${rule}`);
const kept = Object.values(scores).filter(Boolean).length;
console.log(`${kept} of ${Object.keys(scores).length}`);
process.exit(kept === Object.keys(scores).length ? 0 : 1);
