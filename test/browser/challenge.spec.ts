/**
 * The 3-D Secure page: without script, in the frame of a dialog, on phones and desktops, and its
 * accessibility.
 */
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, test as base, type Page } from '@playwright/test';
import { startSandbox, type RunningSandbox } from '../../dist/sandbox/node/index.js';
import { BANK_ALLOW, BANK_SANDBOX } from '../../src/core/bank-frame.js';
import { watch } from './demo-test.js';
import { findProblems } from './expect-sound.js';

const CREDENTIALS = Buffer.from('demo-api|5353109000000000:Demo-Password-1').toString('base64');
const LOOKS = [
  { name: 'a small dialog, light', width: 250, height: 400, colorScheme: 'light' },
  { name: 'a small dialog, dark', width: 250, height: 400, colorScheme: 'dark' },
  { name: 'a phone, light', width: 390, height: 844, colorScheme: 'light' },
  { name: 'a phone, dark', width: 390, height: 844, colorScheme: 'dark' },
  { name: 'a desktop, light', width: 1280, height: 800, colorScheme: 'light' },
  { name: 'a desktop, dark', width: 1280, height: 800, colorScheme: 'dark' },
] as const;

interface Shop {
  readonly url: string;
  /** Serves this markup, after the heading, as the shop's page. */
  serve(markup: string): void;
}

interface Started {
  readonly url: string;
  readonly resultKey: string;
}

interface Fixtures {
  readonly shop: Shop;
  readonly sandbox: RunningSandbox;
  readonly complaints: string[];
}

const test = base.extend<Fixtures>({
  shop: async ({}, use) => {
    let markup = '';
    const server = createServer((request, response) => {
      if (request.url?.startsWith('/hop')) {
        const { port } = server.address() as AddressInfo;
        response.writeHead(303, { Location: `http://localhost:${port}/after${request.url}` }).end();
        return;
      }
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
      response.end(`<!doctype html><html lang="en"><title>Shop</title><h1>The shop</h1>${markup}</html>`);
    });
    server.listen(0);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await use({ url: `http://127.0.0.1:${port}`, serve: (next) => void (markup = next) });
    server.closeAllConnections();
    server.close();
  },
  sandbox: async ({}, use) => {
    const sandbox = await startSandbox();
    await use(sandbox);
    await sandbox.close();
  },
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      watch(page, complaints);
      await use(complaints);
      expect(complaints, 'what the browser complained about').toEqual([]);
    },
    { auto: true },
  ],
});

async function call({ url }: RunningSandbox, path: string, body?: object) {
  const response = await fetch(`${url}/webapi/v3${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { Authorization: CREDENTIALS, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return response.json();
}

/** Starts a payment that waits for its shopper. */
async function start(sandbox: RunningSandbox, RedirectionUrl: string | null): Promise<Started> {
  const { AuthKey } = await call(sandbox, '/txns/processtxnauthkey', {
    ProcessTxnData: { Action: 'payment', TestMode: true, Amount: 19_900, Crn1: 'order 1042', Currency: 'AUD' },
    RedirectionUrl,
  });
  const answer = await call(sandbox, `/txns/withauthkey/${AuthKey}`, {
    TxnReq: {
      CardDetails: {
        CardHolderName: '3DS CHALLENGE',
        CardNumber: '5123456789012346',
        Cvn: '123',
        ExpiryDateMonth: '05',
        ExpiryDateYear: '30',
      },
    },
  });
  expect(answer.APIResponse.ResponseCode).toBe(300);
  return { url: answer.RedirectionUrl, resultKey: answer.ResultKey };
}

async function codeOf(sandbox: RunningSandbox, { resultKey }: Started): Promise<string> {
  return (await call(sandbox, `/txns/withauthkey/${resultKey}`)).TxnResp.ResponseCode;
}

async function expectGoodPage(page: Page, what: string): Promise<void> {
  expect(await findProblems(page), `${what}: axe`).toEqual([]);
  const size = await page.evaluate(() => {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement;
    return { wide: scrollWidth - clientWidth, high: scrollHeight - clientHeight };
  });
  expect(size.wide, `${what}: wider than the window`).toBe(0);
  expect(size.high, `${what}: higher than the window`).toBe(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
}

const CHOICES = [
  { button: 'Approve', code: '0', ended: 'You have confirmed this payment' },
  { button: 'Fail confirmation', code: 'F', ended: 'Confirmation failed' },
  { button: 'Leave without answering', code: 'P', ended: 'Confirm your payment' },
] as const;

for (const { button, code, ended } of CHOICES) {
  test(`“${button}” leads back to the shop`, async ({ page, sandbox, shop }) => {
    const challenge = await start(sandbox, `${shop.url}/return?cart=7`);
    await page.goto(challenge.url);
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByRole('heading', { name: 'The shop' })).toBeVisible();
    const { searchParams } = new URL(page.url());
    expect(searchParams.get('cart')).toBe('7');
    expect(searchParams.get('ResultKey')).toBe(challenge.resultKey);
    expect(await codeOf(sandbox, challenge)).toBe(code);
    await page.goBack();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(ended);
  });
}

test('a return address that redirects to another origin is followed', async ({ page, sandbox, shop }) => {
  const challenge = await start(sandbox, `${shop.url}/hop`);
  await page.goto(challenge.url);
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.waitForURL(/^http:\/\/localhost:\d+\/after\/hop\?.*ResultKey=/);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the keyboard is sufficient, and a second tab shows the end', async ({ page, context, sandbox, shop }) => {
    const challenge = await start(sandbox, `${shop.url}/return`);
    const second = await context.newPage();
    await second.goto(challenge.url);
    await page.goto(challenge.url);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('textbox', { name: 'One-time code' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Approve' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'The shop' })).toBeVisible();
    expect(await codeOf(sandbox, challenge)).toBe('0');
    await second.getByRole('button', { name: 'Fail confirmation' }).click();
    await expect(second.getByRole('heading', { name: 'The shop' })).toBeVisible();
    expect(await codeOf(sandbox, challenge)).toBe('0');
    await second.goto(challenge.url);
    await second.getByRole('link', { name: 'Back to the shop' }).click();
    await expect(second.getByRole('heading', { name: 'The shop' })).toBeVisible();
  });
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('a wrong code is refused with a message, and Enter with the right one approves', async ({
    page,
    sandbox,
    shop,
  }) => {
    const challenge = await start(sandbox, `${shop.url}/return`);
    await page.goto(challenge.url);
    const code = page.getByRole('textbox', { name: 'One-time code' });
    await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
    await expect(code).toHaveAttribute('inputmode', 'numeric');
    await code.fill('999999');
    await code.press('Enter');
    await expect(page).toHaveTitle(/^Wrong code/);
    await expect(page.getByRole('alert')).toHaveText('Wrong code. Please try again.');
    await expect(code).toHaveAccessibleDescription('Wrong code. Please try again.');
    await expect(code).toHaveValue('');
    expect(await codeOf(sandbox, challenge)).toBe('P');
    await code.fill('123456');
    await code.press('Enter');
    await expect(page.getByRole('heading', { name: 'The shop' })).toBeVisible();
    expect(await codeOf(sandbox, challenge)).toBe('0');
  });
});

for (const permissions of ['allow-forms', 'allow-forms allow-scripts allow-same-origin'] as const) {
  test(`it works in the smallest frame of a 3-D Secure dialog (${permissions})`, async ({ page, sandbox, shop }) => {
    const challenge = await start(sandbox, `${shop.url}/return`);
    shop.serve(
      `<iframe title="Your bank" sandbox="${permissions}" width="250" height="400" src="${challenge.url}"></iframe>`,
    );
    await page.goto(`${shop.url}/checkout`);
    const frame = page.frameLocator('iframe');
    for (const { button } of CHOICES)
      await expect(frame.getByRole('button', { name: button })).toBeInViewport({ ratio: 1 });
    await expect(frame.getByLabel('One-time code')).toBeInViewport({ ratio: 1 });
    shop.serve('<p>Returned</p>');
    await frame.getByRole('button', { name: 'Approve' }).click();
    await expect(frame.getByText('Returned')).toBeVisible();
    expect(await codeOf(sandbox, challenge)).toBe('0');
  });
}

test('the bank may open a window, ask and use passkeys, and its window cannot lead the shop away', async ({
  page,
  context,
  sandbox,
  shop,
}) => {
  const authenticator = await context.newCDPSession(page);
  await authenticator.send('WebAuthn.enable');
  await authenticator.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', hasUserVerification: true, isUserVerified: true },
  });
  const challenge = await start(sandbox, `${shop.url}/return`);
  // Passkeys belong to a name, not to a number.
  const src = challenge.url.replace('127.0.0.1', 'localhost');
  shop.serve(
    `<iframe title="Your bank" sandbox="${BANK_SANDBOX}" allow="${BANK_ALLOW}" width="400" height="900" src="${src}"></iframe>`,
  );
  await page.goto(`${shop.url}/checkout`);
  const frame = page.frameLocator('iframe');
  await frame.getByText('Other ways of banks').click();
  const output = frame.locator('output');

  const opened = context.waitForEvent('page');
  await frame.getByRole('button', { name: 'Open a window' }).click();
  const window = await opened;
  await expect(window.getByRole('heading', { name: 'Confirm your payment' })).toBeVisible();
  const isRefused = await window.evaluate(() => {
    try {
      (opener as Window).top!.location.href = 'https://elsewhere.example/';
      return false;
    } catch {
      return true;
    }
  });
  expect(isRefused).toBe(true);
  await window.close();

  page.once('dialog', (asked) => void asked.accept());
  await frame.getByRole('button', { name: 'Ask with a dialog' }).click();
  await expect(output).toHaveText('You have pressed OK.');
  await frame.getByRole('button', { name: 'Make and use a passkey' }).click();
  await expect(output).toHaveText('A passkey was made and used.');
  expect(page.url()).toBe(`${shop.url}/checkout`);
});

for (const { name, colorScheme, ...viewport } of LOOKS) {
  test(`passes axe and does not overflow: ${name}`, async ({ page, sandbox, shop }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    const challenge = await start(sandbox, `${shop.url}/return`);
    await page.goto(challenge.url);
    await expectGoodPage(page, 'the question');
    await keep(page, name, 'question');
    await page.getByLabel('One-time code').fill('1');
    await page.getByRole('button', { name: 'Approve' }).click();
    await expectGoodPage(page, 'a wrong code');
    await keep(page, name, 'wrong-code');
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.goto(challenge.url);
    await expectGoodPage(page, 'the end');
    await keep(page, name, 'end');
    await page.goto(`${sandbox.url}/3ds/nothing`);
    await expectGoodPage(page, 'no challenge');
  });
}

/** A screenshot for people; it shows no card number. */
async function keep(page: Page, look: string, what: string): Promise<void> {
  const folder = process.env['FLORIN_SCREENSHOTS'];
  if (folder) await page.screenshot({ path: `${folder}/challenge-${what}-${look.replace(/\W+/g, '-')}.png` });
}
