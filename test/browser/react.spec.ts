/**
 * `florin/react` in a page that Vite has built, rendered by a server first, with the signer on another port behind the proxy
 * of the quick start ("Page and signer on two ports").
 */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '@playwright/test';
import { createElement, type ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import { build, preview } from 'vite';
import { findFreePort } from '../support/free-port.js';
import { readGuide, withGuideShop } from './guide-shop.js';
import { PaymentForm } from './pages/payment-form.js';
import { MASTERCARD } from './test-cards.js';

/** Numbers and booleans are texts, as templates contain them. */
const PAY = `
import { createElement, useRef } from 'react';
import { FlorinCheckout } from 'florin/react';

export function Pay({ told }) {
  const checkout = useRef(null);
  return createElement('main', null,
    createElement(FlorinCheckout, {
      ref: checkout, className: 'pay', signerUrl: '/pay', order: '1042', amount: '19900', noName: '',
      onFlorinResult: (event) => told.push(event.result.status),
    }),
    createElement('button', { onClick: () => checkout.current.pay() }, 'Pay by ref'));
}
`;
const MAIN = `
import { createElement, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { Pay } from './pay.js';

globalThis.told = [];
globalThis.faults = [];
const page = createElement(StrictMode, null, createElement(Pay, { told }));
hydrateRoot(document.querySelector('#root'), page, { onRecoverableError: (error) => faults.push(error.message) });
`;

test('a component is rendered by a server, hydrated, paid by its ref, and reports the result once', async ({
  page,
}) => {
  const port = await findFreePort();
  const here = `http://localhost:${port}`;
  await withGuideShop(
    async ({ folder, checkout }) => {
      const config = readGuide('vite.config.js').replace('http://localhost:3000', new URL(checkout).origin);
      writeFileSync(join(folder, 'vite.config.js'), config);
      writeFileSync(join(folder, 'pay.js'), PAY);
      writeFileSync(join(folder, 'main.js'), MAIN);
      const { Pay } = (await import(pathToFileURL(resolve(folder, 'pay.js')).href)) as {
        Pay: ComponentType<{ told: string[] }>;
      };
      const html = renderToString(createElement(Pay, { told: [] }));
      expect(html).toContain('<florin-checkout class="pay"');
      writeFileSync(
        join(folder, 'index.html'),
        `<!doctype html><html lang="en-AU"><meta charset="utf-8"><title>Pay</title><div id="root">${html}</div><script type="module" src="/main.js"></script></html>`,
      );
      const alias = { 'florin/react': resolve('dist/react/index.js') };
      await build({ root: folder, logLevel: 'error', resolve: { alias } });
      const server = await preview({ root: folder, logLevel: 'error', preview: { port, strictPort: true } });
      try {
        await page.goto(here);
        await expect(page.getByRole('button', { name: 'Pay $199.00' })).toBeVisible();
        const { number, expiry, cvn, name } = new PaymentForm(page);
        await expect(name).toHaveCount(0);
        await number.pressSequentially(MASTERCARD.number);
        await expiry.pressSequentially(MASTERCARD.expiry);
        await cvn.pressSequentially(MASTERCARD.cvn);
        await page.getByRole('button', { name: 'Pay by ref' }).click();
        await expect(page.getByRole('article').getByRole('paragraph').first()).toHaveText('Approved');
        expect(await page.evaluate('({ told, faults })')).toEqual({ told: ['approved'], faults: [] });
      } finally {
        await server.close();
      }
    },
    { FLORIN_PUBLIC_URL: `${here}/pay` },
  );
});
