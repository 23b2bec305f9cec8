/** Mistakes of shops, as their developers make them. mistakes.spec.ts makes each, and compares docs/reference/mistakes.md. */
import type { Page } from '@playwright/test';
import { createMemoryStore, createSigner, type SignerOptions } from '../../dist/signer/index.js';
import type { OwnShop } from './own-shop.js';

/** A mistake in the page: opened in a browser, typed, and the button pressed. */
export interface PageMistake {
  readonly what: string;
  /** The content of the page. Default: a right checkout. */
  html?(own: OwnShop): string;
  /** The page's `<head>`. Default: the script tag with its addresses. */
  head?(own: OwnShop): string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signer?: (url: string) => Partial<SignerOptions>;
  /** Looks only, and types nothing. */
  readonly looks?: boolean;
  act?(page: Page): Promise<void>;
}

const checkout = (attributes: string, content = '') =>
  `<florin-checkout ${/signer-url/.test(attributes) ? '' : 'signer-url="/pay"'} ${/\border\b/.test(attributes) ? '' : 'order="1042"'} ${attributes}>${content}</florin-checkout>`;
const head = (attributes: string, script = 'florin.js') =>
  `<script type="module" src="/florin/${script}" ${attributes}></script>`;
const byPage = (what: string, html: string, looks = false): PageMistake => ({ what, html: () => html, looks });
const price = (priced: object | null) => () => ({ priceOrder: () => priced as never });
const right = { order: '1042', amount: { minor: 19_900, currency: 'AUD' }, crn1: '1042', testMode: true };
const account = (changes: object) => () => ({ service: changes as never });

export const PAGE_MISTAKES: readonly PageMistake[] = [
  byPage('no `signer-url`', '<florin-checkout order="1042"></florin-checkout>'),
  byPage('no `order`', '<florin-checkout signer-url="/pay"></florin-checkout>'),
  byPage('`signer-url="/payments"`, where nothing answers', checkout('signer-url="/payments"')),
  byPage(
    '`signer-url="https://pay.example"`, which the page does not name',
    checkout('signer-url="https://pay.example"'),
  ),
  byPage('`signer-url="/pay?shop=1"`', checkout('signer-url="/pay?shop=1"')),
  byPage('`amount="199.00"`', checkout('amount="199.00"'), true),
  byPage('`amount="$199"`', checkout('amount="$199"'), true),
  byPage('`amount="9900"`, and the order costs 199.00', checkout('amount="9900"')),
  byPage('`currency="dollars"`', checkout('amount="19900" currency="dollars"'), true),
  byPage('`accepted-brands="vsia"`', checkout('accepted-brands="vsia"'), true),
  byPage('`method="ifrmae"`', checkout('method="ifrmae"'), true),
  byPage('`challenge="popup"`', checkout('challenge="popup"'), true),
  byPage('`purpose="savecard"`', checkout('purpose="savecard"'), true),
  byPage('`sucess-url="/thanks"`', checkout('sucess-url="/thanks"'), true),
  byPage('`success-url="javascript:alert(1)"`', checkout('success-url="javascript:alert(1)"')),
  byPage('`locale="en_AU.UTF-8"`', checkout('locale="en_AU.UTF-8"'), true),
  byPage('`<florin-saved-card>`', checkout('', '<florin-saved-card slot="before-fields"></florin-saved-card>'), true),
  byPage('`isolation="frame"` with `florin.js` and no `frame-src`', checkout('isolation="frame"'), true),
  byPage(
    '`frame-src="https://frame.example/"`, which the page does not name',
    checkout('isolation="frame" frame-src="https://frame.example/"'),
    true,
  ),
  {
    what: '`florin-isolated.js`, and no `isolation`',
    head: (own) => head(`data-florin-origins="${own.origins}"`, 'florin-isolated.js'),
    looks: true,
  },
  {
    what: 'the script tag at a path without a file',
    head: () => '<script type="module" src="/files/florin.js"></script>',
    looks: true,
  },
  {
    what: '`data-florin-origins="/pay"` without the service',
    head: () => head('data-florin-origins="/pay"'),
  },
  {
    what: '`data-florin-origins` without the signer',
    head: (own) => head(`data-florin-origins="${own.sandboxUrl}"`),
  },
  {
    what: 'a policy without the service in `connect-src`',
    headers: { 'content-security-policy': "connect-src 'self'" },
  },
  {
    what: '`data-sucess-url` on a marked element',
    html: () => '<div data-florin-checkout data-signer-url="/pay" data-order="1042" data-sucess-url="/thanks"></div>',
    looks: true,
  },
  {
    what: 'a marked element without `data-order`',
    html: () => '<div data-florin-checkout data-signer-url="/pay"></div>',
    looks: true,
  },
  {
    what: '`Florin.mount` with `sucessUrl`',
    html: () => '<div id="place"></div>',
    act: (page) => mount(page, '#place', { signerUrl: '/pay', order: '1042', sucessUrl: '/thanks' }),
  },
  {
    what: '`Florin.mount` with `amount: "199.00"`',
    html: () => '<div id="place"></div>',
    act: (page) => mount(page, '#place', { signerUrl: '/pay', order: '1042', amount: '199.00' }),
  },
  {
    what: '`Florin.mount` at a place that is not there',
    html: () => '',
    act: (page) => mount(page, '#missing', { signerUrl: '/pay', order: '1042' }),
  },
  {
    what: 'texts of the shop that are no JSON',
    html: () => `<script type="application/json" data-florin-messages>{ "en": }</script>${checkout('')}`,
    looks: true,
  },
  {
    what: 'a text of the shop with a misspelt name',
    html: () =>
      `<script type="application/json" data-florin-messages>{ "en": { "pay": { "payy": "Donate" } } }</script>${checkout('')}`,
    looks: true,
  },
  { what: '`priceOrder` returns null', signer: price(null) },
  {
    what: '`priceOrder` throws',
    signer: () => ({
      priceOrder() {
        throw new Error('no database');
      },
    }),
  },
  {
    what: '`priceOrder` returns `minor: 199.5`',
    signer: price({ ...right, amount: { minor: 199.5, currency: 'AUD' } }),
  },
  {
    what: '`priceOrder` returns `minor: "19900"`',
    signer: price({ ...right, amount: { minor: '19900', currency: 'AUD' } }),
  },
  {
    what: '`priceOrder` returns `currency: "aud"`',
    signer: price({ ...right, amount: { minor: 19_900, currency: 'aud' } }),
  },
  { what: '`priceOrder` returns the amount 0', signer: price({ ...right, amount: { minor: 0, currency: 'AUD' } }) },
  { what: '`priceOrder` returns no `crn1`', signer: price({ ...right, crn1: undefined }) },
  {
    what: 'a wrong password of the service',
    signer: (url) =>
      account({ baseUrl: url, merchantNumber: '5353109000000000', username: 'demo-api', password: 'wrong' })(),
  },
  {
    what: 'a merchant number of somebody else',
    signer: (url) =>
      account({
        baseUrl: url,
        merchantNumber: '5353109000000001',
        username: 'demo-api',
        password: 'Demo-Password-1',
      })(),
  },
  {
    what: '`baseUrl` with `/webapi`',
    signer: (url) =>
      account({
        baseUrl: `${url}/webapi`,
        merchantNumber: '5353109000000000',
        username: 'demo-api',
        password: 'Demo-Password-1',
      })(),
  },
  {
    what: '`baseUrl` where nothing answers',
    signer: () =>
      account({
        baseUrl: 'http://127.0.0.1:9',
        merchantNumber: '5353109000000000',
        username: 'demo-api',
        password: 'Demo-Password-1',
      })(),
  },
  { what: '`publicUrl` with another port', signer: () => ({ publicUrl: 'http://localhost:9/pay' }) },
  { what: '`publicUrl` with another path', signer: () => ({ publicUrl: 'http://localhost:9/api/pay' }) },
  {
    what: '`onPaid` throws',
    signer: () => ({
      onPaid() {
        throw new Error('no database');
      },
    }),
  },
];

async function mount(page: Page, place: string, options: object): Promise<void> {
  await page.evaluate(
    ([where, given]) => {
      const { Florin } = globalThis as unknown as {
        Florin: { ready: Promise<{ mount(where: string, given: object): unknown }> };
      };
      void Florin.ready.then((ready) => ready.mount(where, given));
    },
    [place, options] as const,
  );
}

const options = {
  service: { baseUrl: 'https://pay.example', merchantNumber: '5353109000000000', username: 'a', password: 'b' },
  store: createMemoryStore(),
  secret: 'a secret of more than thirty-two characters',
  publicUrl: 'https://shop.example/pay',
  merchantName: 'Shop',
  priceOrder: () => null,
  onPaid: () => undefined,
};
const start =
  (changes: object): (() => unknown) =>
  () =>
    createSigner({ ...options, ...changes });

/** A mistake that the start of the shop's server tells. */
export const START_MISTAKES: readonly { readonly what: string; readonly start: () => unknown }[] = [
  { what: '`secert` instead of `secret`', start: start({ secret: undefined, secert: options.secret }) },
  { what: '`secret: "short"`', start: start({ secret: 'short' }) },
  { what: '`publicUrl: "/pay"`', start: start({ publicUrl: '/pay' }) },
  {
    what: '`baseUrl` with http on the internet',
    start: start({ service: { ...options.service, baseUrl: 'http://pay.example' } }),
  },
  { what: 'no `password`', start: start({ service: { ...options.service, password: undefined } }) },
  { what: '`allowedOrigins` with a path', start: start({ allowedOrigins: ['https://shop.example/cart'] }) },
  { what: 'no `store`', start: start({ store: undefined }) },
  { what: 'no `onPaid`', start: start({ onPaid: undefined }) },
  { what: '`priceOrder` is no function', start: start({ priceOrder: { minor: 19_900 } }) },
];
