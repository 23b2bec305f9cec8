/** The playground: choices change the live form and the code, and the code of each framework compiles. */
import { compileTemplate, parse } from 'vue/compiler-sfc';
import { compile } from 'svelte/compiler';
import { testCards } from 'florin/testing';
import { florinCheckout } from 'florin-server/testing/playwright';
import ts from 'typescript';
import { WAYS } from '../../demo/ways/ways.js';
import { writeMarkup } from '../../demo/ways/way-code.js';
import { FRAMEWORKS, writeComponent } from '../../docs/site/.vitepress/theme/playground/framework-code.js';
import { findProblems } from '../browser/expect-sound.js';
import { expect, test } from './site-test.js';

test.beforeEach(async ({ page }) => {
  await page.goto('./playground.html');
  await expect(page.locator('.live').getByRole('button', { name: 'Pay $199.00' })).toBeVisible();
});

test('changes the live form and the code', async ({ page }) => {
  const live = page.locator('.live');
  const code = page.locator('.code');
  await expect(code).toContainText('src="/florin/florin.js"');

  await page.getByLabel('Way to pay').selectOption('Fields in the page, surcharge');
  await expect(live.getByLabel(/purchase order/i)).toBeVisible();
  await expect(code).toContainText('surcharge: findSurcharge');

  await page.getByLabel('JCB').uncheck();
  await expect(code).toContainText('accepted-brands="visa mastercard amex diners"');

  await page.getByRole('button', { name: 'Square' }).click();
  await expect(code).toContainText('--florin-radius: 0px;');
  await expect(live.locator('florin-pay-button').getByRole('button')).toHaveCSS('border-radius', '0px');
  await page.getByLabel(/^Field height/).fill('60');
  await expect(live.locator('florin-pay-button').getByRole('button')).toHaveCSS('height', '60px');

  await page.getByLabel('Language').selectOption('he');
  await expect(live.locator('.state-box')).toHaveCSS('direction', 'rtl');
  await expect(live.getByLabel('מספר הכרטיס')).toBeVisible();
  await expect(code).toContainText('<html lang="he" dir="rtl">');

  await page.getByLabel('Framework').selectOption('Svelte 5');
  await expect(code).toContainText("import type {} from 'florin/types/svelte';");
});

test('pays in the tab, and shows what was sent without the card', async ({ page }) => {
  const checkout = florinCheckout(page.locator('.live'));
  await checkout.fillCard({ ...testCards.visa, name: 'NO FUNDS' });
  await checkout.pay();
  expect((await checkout.outcome()).status).toBe('declined');
  await checkout.fillCard(testCards.visa);
  await checkout.pay();
  expect((await checkout.outcome()).status).toBe('approved');
  const calls = page.locator('.calls');
  await expect(calls.getByText(/^POST .*withauthkey/).first()).toBeVisible();
  await calls.locator('summary').first().click();
  await expect(calls.getByRole('region', { name: 'Response' }).first()).toContainText('APIResponse');
  const digits = testCards.visa.number.replaceAll(' ', '');
  expect((await calls.textContent()) ?? '').not.toContain(digits);

  await page.getByRole('button', { name: 'Start again' }).click();
  await expect(page.locator('.live').getByRole('button', { name: 'Pay $199.00' })).toBeVisible();
  await page.getByRole('button', { name: 'Delete all payments' }).click();
  await expect(calls).toContainText('Nothing yet');
});

test('pays with a surcharge and a purchase order number', async ({ page }) => {
  const live = page.locator('.live');
  const checkout = florinCheckout(live);
  await page.getByLabel('Way to pay').selectOption('Fields in the page, surcharge');
  await live.getByLabel(/purchase order/i).fill('PO 77');
  await checkout.fillCard(testCards.amex);
  await expect(live.locator('florin-amount')).toContainText('$201.00');
  await live.locator('florin-pay-button').getByRole('button').click();
  expect((await checkout.outcome()).status).toBe('approved');
  await page.locator('.calls summary').filter({ hasText: 'processtxnauthkey' }).first().click();
  await expect(page.locator('.calls').getByRole('region', { name: 'Request' }).first()).toContainText('PO 77');
});

test('pays in a frame, in the service’s frame, with 3-D Secure and on the service’s page', async ({ page }) => {
  const live = page.locator('.live');
  const checkout = florinCheckout(live);
  await page.getByLabel('Way to pay').selectOption('Fields in a frame');
  await expect(live).toContainText('it isolates nothing');
  await checkout.fillCard({ ...testCards.visa, name: '3DS CHALLENGE' });
  await checkout.pay();
  await checkout.answerChallenge('approve');
  expect((await checkout.outcome()).status).toBe('approved');

  await page.getByLabel('Way to pay').selectOption('The service’s own frame');
  await checkout.fillCard(testCards.visa);
  await checkout.pay();
  expect((await checkout.outcome()).status).toBe('approved');

  await page.getByLabel('Way to pay').selectOption('The service’s page');
  await live.getByRole('button', { name: /Pay|Continue/ }).click();
  await page.waitForURL(/florin-sandbox/);
  const hosted = florinCheckout(page);
  await hosted.fillCard(testCards.visa);
  await hosted.pay();
  await page.waitForURL(/playground\.html\?back=/);
  await expect(live.locator('florin-receipt')).toContainText('$199.00');
});

test('says why a way is only code here', async ({ page }) => {
  const live = page.locator('.live');
  await page.getByLabel('Way to pay').selectOption('Plain form in the page');
  await expect(live).toContainText('Not drawn here. The form is in the HTML that your server sends.');
  await expect(live.locator('florin-checkout')).toHaveCount(0);
  await page.getByLabel('Way to pay').selectOption('Fields in the page, saved cards');
  await expect(live.getByLabel('Card number')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('link', { name: 'Saved cards: on' })).toBeVisible();
});

test('copies a part of the code', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Coffee shop' }).click();
  await page.getByRole('button', { name: 'Copy: CSS' }).click();
  await expect(page.getByRole('button', { name: 'Copy: CSS' })).toHaveText('Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
    '--florin-accent: light-dark(#1d5c4d, #8ad0b6);',
  );
});

for (const width of [360, 1280]) {
  test(`is accessible and fits a window of ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    expect(await findProblems(page)).toEqual([]);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
  });
}

const values = {
  ...{
    scripts: '/florin/',
    origins: '/pay https://service.example',
    signerUrl: '/pay',
    frameUrl: 'https://card.shop.example/',
  },
  ...{ order: { number: '1042', amount: 100, currency: 'AUD' }, successUrl: '/orders/1042', doneUrl: '/account' },
};

test('writes code that the compilers take, for each way and framework', () => {
  for (const way of WAYS.filter(({ variant }) => variant === undefined)) {
    for (const framework of FRAMEWORKS) {
      if (framework === 'HTML') continue;
      const source = writeComponent(framework, way, writeMarkup(way, values), values.origins);
      expect(errorsOf(framework, source), `${framework}, ${way.subject}, ${way.id}\n${source}`).toEqual([]);
    }
  }
});

/** The messages of the framework's own compiler; TypeScript's for React and Angular. */
function errorsOf(framework: string, source: string): readonly string[] {
  if (framework.startsWith('Vue')) {
    const { descriptor, errors } = parse(source);
    const template = descriptor.template?.content ?? '';
    const compiled = compileTemplate({ source: template, filename: 'Pay.vue', id: 'pay' });
    return [...errors, ...compiled.errors].map(String).concat(template.includes('florin-') ? [] : 'no template');
  }
  if (framework.startsWith('Svelte')) return compile(source, {}).warnings.map(({ message }) => message);
  const { diagnostics = [] } = ts.transpileModule(source, {
    fileName: framework.startsWith('React') ? 'pay.tsx' : 'pay.ts',
    compilerOptions: { jsx: ts.JsxEmit.Preserve, experimentalDecorators: true },
    reportDiagnostics: true,
  });
  return diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}
