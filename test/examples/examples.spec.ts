/**
 * Each example of `demo/examples`: written into an empty folder, installed from the packed packages, started, built, and paid.
 * The annotations are the rows of the report of `npm run examples`.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { expectSound } from '../browser/expect-sound.js';
import { unasked, watchShifts } from '../browser/layout-shifts.js';
import { ChallengeDialog } from '../browser/pages/challenge-dialog.js';
import { PaymentForm } from '../browser/pages/payment-form.js';
import { MASTERCARD, VISA, WRONG_CVN } from '../browser/test-cards.js';
import type { Running } from './example-project.js';
import { expect, install, MINUTES_5, notePageBytes, noteSeconds, outcome, test } from './example-test.js';
import { kindOf } from './kinds.js';

/** A server of development compiles a page when it is asked for the first time. */
const COMPILES = { timeout: 60_000 };
const CHALLENGED = { ...VISA, name: '3DS CHALLENGE' };

test.describe.configure({ mode: 'serial' });

async function buy(page: Page, { url }: Running): Promise<PaymentForm> {
  await page.goto(url);
  await page.getByRole('button', { name: 'Buy the book for 199.00 AUD' }).click();
  await page.waitForURL('**/orders/*');
  return new PaymentForm(page);
}

/** The shop believes its signer only: its own page of the order says so. A callback that takes long comes after the answer. */
async function expectPaid(page: Page): Promise<void> {
  await expect(async () => {
    await page.reload();
    await expect(page.getByText(/^Paid with transaction \d+$/)).toBeVisible({ timeout: 10_000 });
  }).toPass(COMPILES);
}

test('pays a card after two commands in an empty folder', async ({ page, kind, example }) => {
  test.setTimeout(MINUTES_5);
  await install(example.project, kind);
  const shop = await example.project.startDev();
  try {
    const form = await buy(page, shop);
    await expect(form.number).toBeVisible(COMPILES);
    await form.pay(MASTERCARD);
    await expect(outcome(page)).toHaveText('Approved', COMPILES);
    noteSeconds(example);
    await expectPaid(page);
  } finally {
    await shop.stop();
  }
});

// Before `built` is there: two servers of Cloudflare in one folder have one file with the port.
test('killed after the card was charged, the shop finds the payment when it is started again', async ({
  page,
  kind,
  example: { project },
}) => {
  test.skip(kind !== 'worker', 'promises of the signer have tests of their own');
  test.setTimeout(MINUTES_5);
  const first = await project.startDev();
  const form = await buy(page, first);
  const order = page.url();
  let wasKilled = () => {};
  const killed = new Promise<void>((resolve) => (wasKilled = resolve));
  // The service has charged the card, and the shop has not heard of it.
  await page.route('**/pay/result', async (route) => {
    await first.kill();
    await route.abort();
    wasKilled();
  });
  await form.pay(MASTERCARD);
  await killed;
  await page.unroute('**/pay/result');

  const again = await project.startDev(first);
  try {
    // The alarm of the object comes within a minute; the page asks as well.
    await expect(outcome(page)).toHaveText('Approved', { timeout: 120_000 });
    await page.goto(order);
    await expectPaid(page);
  } finally {
    await again.stop();
  }
});

test('the build approves a card', async ({ page, browser, built }) => {
  const form = await buy(page, built);
  await notePageBytes(browser, page.url(), (fresh) => expect(new PaymentForm(fresh).payButton).toBeVisible());
  await form.pay(VISA);
  await expect(outcome(page)).toHaveText('Approved');
  await expectPaid(page);
});

test('after a decline the shopper corrects the card and pays', async ({ page, built }) => {
  const form = await buy(page, built);
  await form.pay(WRONG_CVN);
  await expect(page.getByText('Your bank did not approve this payment.')).toBeVisible();
  await form.cvn.pressSequentially(VISA.cvn);
  await form.payButton.click();
  await expect(outcome(page)).toHaveText('Approved');
  await expectPaid(page);
});

test('3-D Secure returns in the dialog', async ({ page, built }) => {
  const form = await buy(page, built);
  await form.pay(CHALLENGED);
  const dialog = new ChallengeDialog(page);
  await dialog.press(dialog.approve);
  await expect(outcome(page)).toHaveText('Approved');
  await expectPaid(page);
});

test('3-D Secure returns in the whole window', async ({ page, built }) => {
  const form = await buy(page, built);
  const order = page.url();
  await form.pay(CHALLENGED);
  const dialog = new ChallengeDialog(page);
  await dialog.press(dialog.elsewhere);
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.waitForURL(order);
  await expectPaid(page);
});

test('a build does not remove files of the running shop', async ({ kind, built, example: { project } }) => {
  test.skip(kind !== 'worker', 'the other examples have servers of their frameworks');
  await promisify(execFile)('npm', ['run', 'build'], { cwd: project.folder });
  for (const name of ['shop.js', 'florin/florin.js'])
    expect((await fetch(`${built.url}/${name}`)).status, name).toBe(200);
});

test('the fields are there before the script, which keeps typed values, under a strict policy', async ({
  page,
  kind,
  built,
}) => {
  test.skip(!kindOf(kind).rendersForm, 'the page draws the form');
  const form = await buy(page, built);
  await expect(form.payButton).toBeVisible();
  const moves = await watchShifts(page);
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\.js(\?|$)/, (route) => released.then(() => route.continue()));
  const answer = await page.goto(page.url(), { waitUntil: 'commit' });
  const policy = (await answer?.allHeaders())?.['content-security-policy'] ?? '';
  expect(policy).toMatch(/default-src 'none'.*style-src 'self' 'sha256-/);
  expect(policy).not.toMatch(/unsafe-(inline|eval)/);
  await form.type(VISA);
  expect(await form.number.inputValue()).toBe(VISA.number);

  release();
  await expect(form.number).toHaveValue('4987 6543 2109 8769');
  await expect(form.name).toBeFocused();
  await expect(form.name).toHaveValue(VISA.name);
  await form.payButton.click();
  await expect(outcome(page)).toHaveText('Approved');
  expect(unasked(await moves())).toEqual([]);
  expect(said).toEqual([]);
});

test('without script a link leads to the form of the signer, which pays', async ({ browser, page, kind, built }) => {
  test.skip(!kindOf(kind).rendersForm, 'the page draws the form');
  await buy(page, built);
  const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await plain.goto(page.url());
  await expect(plain.locator('florin-checkout')).toBeHidden();
  await plain.getByRole('link', { name: 'Pay by card' }).click();
  await plain.getByLabel('Card number').fill(VISA.number);
  await plain.getByLabel('Expiry month').fill(VISA.expiry.slice(0, 2));
  await plain.getByLabel('Expiry year').fill(VISA.expiry.slice(-2));
  await plain.getByLabel('Security code').fill(VISA.cvn);
  await plain.getByLabel('Name on card').fill(VISA.name);
  await plain.getByRole('button', { name: 'Pay $199.00' }).click();
  await plain.waitForURL(page.url());
  await expectPaid(page);
  await plain.context().close();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`looks right on a phone, in ${colorScheme}`, async ({ page, built }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(built.url);
    await expectSound(page, 'the shop');
    const form = await buy(page, built);
    await expect(form.payButton).toBeVisible();
    await expectSound(page, 'the order');
    const background = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    expect(background).toBe(colorScheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(18, 18, 18)');
  });
}
