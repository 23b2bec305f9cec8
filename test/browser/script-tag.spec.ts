/**
 * The script tag in both builds: by data- attributes, by `Florin.mount`, under a strict policy, and
 * more than once.
 */
import type { MountedCheckout } from '../../src/widget/florin-global.js';
import { attributeOf, OPTION_NAMES, PART_SLOTS } from '../../src/widget/mount-options.js';
import { expect, test } from './demo-test.js';
import { ChallengeDialog } from './pages/challenge-dialog.js';
import { framedForm } from './pages/payment-form.js';
import { FILES, INTEGRITY, openScriptPage, partsOf, tagOf } from './script-page.js';
import { VISA } from './test-cards.js';

test('a page without a script of its own takes a payment', async ({ shop, page, form, ledger }) => {
  const order = await shop.beginOrder();
  await page.goto(`/checkout/${order}/script`);
  expect(await page.locator('script[src*="florin"]').getAttribute('integrity')).toMatch(/^sha384-/);
  await form.pay(VISA);
  await shop.expectReceipt(order);
  expect(await ledger.transactionsOf(order)).toMatchObject([{ ResponseCode: '0' }]);
});

for (const build of ['classic', 'module'] as const) {
  test.describe(`the ${build} build`, () => {
    test('works under a strict policy from the first to the last of its parts', async ({ demo, shop, page, form }) => {
      const order = await shop.beginOrder();
      const opened = await openScriptPage(page, {
        head: tagOf(build),
        body: `<div data-florin-checkout data-signer-url="/pay" data-order="${order}"></div>
          <florin-amount amount="100" currency="AUD"></florin-amount><florin-references></florin-references>
          <florin-store-card></florin-store-card>`,
        serviceUrl: demo.sandboxUrl,
        origins: 'http://127.0.0.1:1',
      });
      await form.pay({ ...VISA, name: '3DS CHALLENGE' });
      const dialog = new ChallengeDialog(page);
      await dialog.press(dialog.approve);
      await expect(form.root).toContainText('Approved');
      // The files for another kind of card.
      await page.evaluate((signerUrl) => {
        const place = document.body.appendChild(document.createElement('section'));
        for (const attributes of [
          { method: 'redirect', 'order-url': '/token' },
          { action: 'preauth' },
          { purpose: 'save-card' },
          { isolation: 'frame', 'frame-src': 'http://127.0.0.1:1/' },
        ]) {
          const checkout = document.createElement('florin-checkout');
          for (const [name, value] of Object.entries({ ...attributes, 'signer-url': signerUrl, order: '0' }))
            checkout.setAttribute(name, value);
          place.append(checkout);
        }
        const receipt = place.appendChild(document.createElement('florin-receipt'));
        for (const [name, value] of Object.entries({ purpose: 'save-card', 'signer-url': signerUrl, claim: '0' }))
          receipt.setAttribute(name, value);
      }, '/pay');
      // And the files of one language for form and receipt; the others are alike.
      await page.evaluate(() => (document.documentElement.lang = 'de'));
      const wanted = partsOf(build)
        .filter((file) => !/^florin-lang-(?!de)/.test(file))
        .sort();
      await expect
        .poll(() => [...new Set(opened.asked)].filter((file) => /^florin-/.test(file)).sort())
        .toEqual(wanted);
      await expect.poll(() => page.evaluate(() => Boolean(customElements.get('florin-amount')))).toBe(true);
      expect(await opened.violations()).toEqual([]);
    });

    test('mounts, updates and unmounts, and reports when the order is paid', async ({ demo, shop, page, form }) => {
      const order = await shop.beginOrder();
      await openScriptPage(page, { head: tagOf(build), body: '<div id="pay"></div>', serviceUrl: demo.sandboxUrl });
      await page.waitForFunction(() => Boolean(globalThis.Florin));
      await page.evaluate(async (number) => {
        const { mount } = await globalThis.Florin.ready;
        const mounted = mount('#pay', { signerUrl: '/pay', order: number, noName: true });
        Object.assign(globalThis, { mounted });
        void mounted.paid.then(({ status }) => (document.title = status));
      }, String(order));
      await expect(form.number).toBeVisible();
      await expect(form.name).toHaveCount(0);
      await page.evaluate(() =>
        (globalThis as unknown as { mounted: MountedCheckout }).mounted.update({ noName: false, amount: undefined }),
      );
      await form.pay(VISA);
      await expect(page).toHaveTitle('approved');
      await page.evaluate(() => (globalThis as unknown as { mounted: MountedCheckout }).mounted.unmount());
      await expect(form.root).toHaveCount(0);
    });

    test('suggests the correct data- attribute', async ({ demo, page }) => {
      const opened = await openScriptPage(page, {
        head: tagOf(build),
        body: `<div data-florin-checkout data-signer-url="/pay" data-order="7" data-sucess-url="/thanks" data-testid="mine"></div>
          <div data-florin-chekout data-order="8"></div><script type="text/plain" src="/florin.js" data-florin-orgins="/pay"></script>`,
        serviceUrl: demo.sandboxUrl,
      });
      const said = () => opened.console.filter((text) => text.includes('did you mean'));
      await expect
        .poll(said)
        .toEqual([
          'Florin: <div> has data-sucess-url; did you mean data-success-url?',
          'Florin: <div> has data-florin-chekout; did you mean data-florin-checkout?',
          'Florin: <script> has data-florin-orgins; did you mean data-florin-origins?',
        ]);
    });

    test('names the option that is wrong', async ({ demo, page }) => {
      const opened = await openScriptPage(page, {
        head: tagOf(build),
        body: '<div id="pay"></div><div data-florin-checkout data-order="7" data-testid="mine"></div>',
        serviceUrl: demo.sandboxUrl,
      });
      await page.waitForFunction(() => Boolean(globalThis.Florin));
      const says = (options: Record<string, unknown>, target = '#pay') =>
        page.evaluate(
          async ([where, some]) => {
            const { mount } = await globalThis.Florin.ready;
            try {
              mount(where, some as never);
              return 'mounted';
            } catch (error) {
              return String(error);
            }
          },
          [target, options] as const,
        );
      const good = { signerUrl: '/pay', order: '7' };
      expect(await says({ order: '7' })).toBe('TypeError: Florin.mount: signerUrl is not set');
      expect(await says({ ...good, ordr: '8' })).toBe(
        'TypeError: Florin.mount: there is no option ordr; did you mean order?',
      );
      expect(await says({ ...good, amount: 12.5 })).toMatch(/amount must be a whole number/);
      expect(await says({ ...good, method: 'fax' })).toMatch(/method must be one of javascript, webform, iframe/);
      expect(await says({ ...good, isolation: 'frame' })).toMatch(/frameSrc is not set/);
      expect(await says(good, '#nowhere')).toMatch(/target #nowhere is not on this page/);
      expect(await says(good)).toBe('mounted');
      expect(await says(good)).toMatch(/target has a checkout already/);
      await expect(page.locator('florin-checkout')).toHaveCount(1);
      const mistakes = opened.console.filter((text) => text.startsWith('Florin: '));
      expect(mistakes).toEqual(['Florin: data- attributes of <div>: signerUrl is not set']);
    });
  });
}

for (const build of ['classic', 'module', 'isolated'] as const) {
  test(`every option and data- attribute reaches the element: the ${build} build`, async ({ demo, page }) => {
    const options = {
      ...{
        signerUrl: '/pay',
        order: '7',
        orderUrl: '/token',
        purpose: 'payment',
        card: 'handle',
        agreementUrl: '/agreement',
        amount: 100,
      },
      ...{ currency: 'NZD', successUrl: '/thanks', acceptedBrands: 'visa', noName: true, locale: 'en-NZ' },
      ...{ method: 'javascript', isolation: 'frame', frameSrc: 'http://127.0.0.1:1/', challenge: 'redirect' },
      ...{ savedCards: 'none', storeCard: true, action: 'preauth', doneUrl: '/account', autoAdvance: true },
    };
    expect(Object.keys(options).sort()).toEqual([...OPTION_NAMES].sort());
    const data = Object.entries(options).map(([name, value]) => `data-${attributeOf(name)}="${value}"`);
    await openScriptPage(page, {
      head: tagOf(build),
      body: `<div id="pay"></div><div data-florin-checkout ${data.join(' ')}></div>`,
      serviceUrl: demo.sandboxUrl,
    });
    await page.waitForFunction(() => Boolean(globalThis.Florin));
    await page.evaluate(async (some) => (await globalThis.Florin.ready).mount('#pay', some as never), options);
    await expect(page.locator('florin-checkout')).toHaveCount(2);
    const expected = Object.entries({ ...options, noName: '', autoAdvance: '' })
      .map(([name, value]) => [attributeOf(name), `${value}`])
      .filter(([name]) => !(name! in PART_SLOTS));
    for (const checkout of await page.locator('florin-checkout').all()) {
      const found = await checkout.evaluate((element) =>
        [...element.attributes].map(({ name, value }) => [name, value]),
      );
      expect(found.sort()).toEqual(expected.sort());
      await expect(checkout.locator('florin-saved-cards[slot="before-fields"][cvn="none"]')).toHaveCount(1);
      await expect(checkout.locator('florin-store-card[slot="after-fields"]')).toHaveCount(1);
    }
  });
}

test('the isolated build works under a strict policy from the first to the last of its parts', async ({
  demo,
  shop,
  page,
}) => {
  const order = await shop.beginOrder();
  await page.goto(`/checkout/${order}/framed`);
  const frameSrc = await page.locator('florin-checkout').getAttribute('frame-src');
  const opened = await openScriptPage(page, {
    head: tagOf('isolated'),
    body: `<florin-checkout isolation="frame" frame-src="${frameSrc}" signer-url="/pay" order="${order}">
        <florin-saved-cards slot="before-fields"></florin-saved-cards>
        <florin-store-card slot="after-fields"></florin-store-card>
      </florin-checkout>
      <florin-amount></florin-amount><florin-references></florin-references>`,
    serviceUrl: demo.sandboxUrl,
    origins: new URL(frameSrc!).origin,
    marked: 'late',
  });
  const form = framedForm(page);
  await form.type({ ...VISA, name: '3DS CHALLENGE' });
  await form.payButton.click();
  const dialog = new ChallengeDialog(page);
  await dialog.press(dialog.approve);
  await expect(form.root).toContainText('Approved');
  // Tags that are added later; and the files for another kind of card and for saving one.
  await page.evaluate((number) => {
    const marked = document.body.appendChild(document.createElement('div'));
    Object.assign(marked.dataset, { florinCheckout: '', signerUrl: '/pay', order: number, method: 'redirect' });
    for (const [tag, attributes] of [
      ['florin-checkout', { purpose: 'save-card', method: 'redirect' }],
      ['florin-checkout', { purpose: 'save-bank-account' }],
      ['florin-checkout', { method: 'redirect', order: '0', 'order-url': '/token' }],
      ['florin-receipt', { purpose: 'save-card', claim: '0' }],
    ] as const) {
      const saving = document.createElement(tag);
      for (const [name, value] of Object.entries({ ...attributes, 'signer-url': '/pay' }))
        saving.setAttribute(name, value);
      document.body.append(saving);
    }
    document.querySelector('florin-checkout')?.setAttribute('action', 'preauth');
    document.documentElement.lang = 'de';
  }, String(order));
  const wanted = [...partsOf('isolated'), ...['', '-more', '-cards'].map((part) => `florin-lang-de${part}.js`)].sort();
  await expect
    .poll(() =>
      [...new Set(opened.asked)].filter((file) => /^florin-/.test(file) && file !== 'florin-isolated.js').sort(),
    )
    .toEqual(wanted);
  await expect.poll(() => page.evaluate(() => Boolean(customElements.get('florin-references')))).toBe(true);
  expect(await opened.violations()).toEqual([]);
});

for (const [name, tags, warnings] of [
  ['classic twice', [FILES + 'florin.classic.js', FILES + 'florin.classic.js'], 0],
  ['module twice', [FILES + 'florin.js', FILES + 'florin.js?ver=3'], 1],
  ['classic, then module', [FILES + 'florin.classic.js', FILES + 'florin.js'], 1],
  ['module, then classic', [FILES + 'florin.js', FILES + 'florin.classic.js'], 0],
  ['classic, then another version', [FILES + 'florin.classic.js', FILES + '9.9.9/florin.classic.js'], 1],
  ['module, then another version', [FILES + 'florin.js', FILES + '9.9.9/florin.js'], 1],
] as const) {
  test(`the first copy counts: ${name}`, async ({ demo, page, form }) => {
    const head = tags
      .map((src) => `<script ${src.includes('classic') ? 'defer' : 'type="module"'} src="${src}"></script>`)
      .join('');
    const opened = await openScriptPage(page, {
      head,
      body: '<div data-florin-checkout data-signer-url="/pay" data-order="7"></div>',
      change: (file, text) => (file.startsWith('9.9.9') ? text.replaceAll(INTEGRITY.version, '9.9.9') : undefined),
      serviceUrl: demo.sandboxUrl,
    });
    await expect(form.number).toBeVisible();
    await page.waitForFunction(() => customElements.get('florin-card-fields'));
    await expect(page.locator('florin-checkout')).toHaveCount(1);
    expect(await page.evaluate(() => globalThis.Florin?.version)).toBe(INTEGRITY.version);
    expect(opened.asked.filter((file) => file.startsWith('9.9.9/florin-'))).toEqual([]);
    expect(opened.console.filter((text) => /loaded twice/.test(text))).toHaveLength(warnings);
    expect(await opened.violations()).toEqual([]);
  });
}

test('a script tag in the head can name its place', async ({ demo, page, form }) => {
  const src = `src="${FILES}florin.classic.js"`;
  await openScriptPage(page, {
    head: `<script async ${src} data-order="7" data-signer-url="/pay" data-target="#here"></script>`,
    body: '<main id="here"></main>',
    serviceUrl: demo.sandboxUrl,
  });
  await expect(page.locator('#here').getByLabel('Card number')).toBeVisible();
  await expect(form.root).toHaveCount(1);
});

test('a page with a receipt requests its file in parallel with the others', async ({ demo, page }) => {
  let release: () => void = () => {};
  const isAsked = new Promise<void>((resolve) => (release = resolve));
  await openScriptPage(page, {
    head: tagOf('classic').replace('async', 'defer'),
    body: '<florin-receipt></florin-receipt>',
    serviceUrl: demo.sandboxUrl,
  });
  await page.route(`${FILES}florin-receipt.js`, (route) => {
    release();
    return route.fallback();
  });
  // The file that would load it is delayed until it was requested.
  await page.route(`${FILES}florin-more.js`, async (route) => {
    await isAsked;
    return route.fallback();
  });
  await page.reload();
  await page.waitForFunction(() => customElements.get('florin-receipt'));
});

for (const how of ['declared', 'attached by a script'] as const) {
  test(`in a shadow root that is ${how}, the tags beside the checkout are loaded too`, async ({ demo, shop, page }) => {
    const order = await shop.beginOrder();
    await openScriptPage(page, {
      head: tagOf('module'),
      body:
        how === 'declared'
          ? `<div id="app"><template shadowrootmode="open"><florin-checkout signer-url="/pay" order="${order}"></florin-checkout>
              <florin-amount></florin-amount></template></div>`
          : '<div id="app"></div>',
      serviceUrl: demo.sandboxUrl,
    });
    if (how !== 'declared') {
      await page.locator('#app').evaluate((app, name) => {
        const checkout = document.createElement('florin-checkout');
        Object.assign(checkout, { signerUrl: '/pay', order: name });
        app.attachShadow({ mode: 'open' }).append(checkout, document.createElement('florin-amount'));
      }, String(order));
    }
    await expect(page.locator('#app florin-amount')).toHaveText('Total $30.00');
    // Also one that is added later.
    await page.locator('#app').evaluate((app) => {
      app.shadowRoot?.append(document.createElement('florin-pay-button'));
    });
    await expect(page.locator('#app florin-pay-button').getByRole('button')).toHaveText('Pay $30.00');
  });
}
