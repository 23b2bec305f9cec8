/** The playground: choices change the live form and the code, and the code of each framework compiles. */
import { compileTemplate, parse } from 'vue/compiler-sfc';
import { compile } from 'svelte/compiler';
import ts from 'typescript';
import { WAYS } from '../../demo/ways/ways.js';
import { writeMarkup } from '../../demo/ways/way-code.js';
import { FRAMEWORKS, writeComponent } from '../../docs/site/.vitepress/theme/playground/framework-code.js';
import { findProblems } from '../browser/expect-sound.js';
import { expect, test } from './site-test.js';

test.beforeEach(async ({ page }) => {
  await page.goto('/playground.html');
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

test('says why a way is only code here, and that paying needs a signer', async ({ page }) => {
  const live = page.locator('.live');
  await expect(live).toContainText('npm start');
  await page.getByRole('link', { name: 'Isolation: page' }).click();
  await expect(live).toContainText('Not drawn here. The frame is a page of your server');
  await expect(live.locator('florin-checkout')).toHaveCount(0);
  await expect(page.locator('.code')).toContainText('frame: { signingKey }');
  await page.getByLabel('Way to pay').selectOption('Fields in the page, saved cards');
  await expect(live).toContainText('The list of saved cards comes from your signer');
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
