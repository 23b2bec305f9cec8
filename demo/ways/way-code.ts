/** The code of a way: the markup that a page needs, and the server's part. The demo's pages contain the same markup. */
import type { Way } from './ways.js';

/** The values of one page. */
export interface WayValues {
  /** URL of Florin's scripts, with a slash at the end. */
  readonly scripts: string;
  /** The URLs that Florin may use. */
  readonly origins: string;
  readonly signerUrl: string;
  /** URL of the frame page, for `isolation: 'frame'`. */
  readonly frameUrl: string;
  /** For a payment. */
  readonly order?: { readonly number: string; readonly amount: number; readonly currency: string };
  /** Where the shopper goes after a payment. */
  readonly successUrl?: string;
  /** Where the shopper goes after something was saved. */
  readonly doneUrl?: string;
  /** Ids of the card brands that the shop takes. */
  readonly acceptedBrands?: string;
  /** The page that changes a saved card, with `{kind}` and `{card}`. */
  readonly changeUrl?: string;
  /** Handle of the card or bank account to change; without it, one is added. */
  readonly card?: string | undefined;
  /** URL of the agreement, for a bank account. */
  readonly agreementUrl?: string;
}

const escape = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

function writeAttributes(attributes: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escape(value ?? '')}"`)
    .join('');
}

/** The file that loads Florin: the smaller one if the page itself has no card fields. */
export function scriptOf({ isolation, subject }: Way): string {
  return isolation === 'frame' && subject === 'payment' ? 'florin-isolated.js' : 'florin.js';
}

/** The script tag of a way. */
export function writeScriptTag(way: Way, { scripts, origins }: WayValues): string {
  if (way.variant === 'server-rendered') {
    return `<script${writeAttributes({ type: 'module', src: '/assets/payment.js', 'data-florin-origins': origins })}></script>`;
  }
  const isClassic = way.variant === 'script-tag';
  const src = `${scripts}${isClassic ? 'florin.classic.js' : scriptOf(way)}`;
  const type = isClassic ? {} : { type: 'module' };
  return `<script${writeAttributes({ ...type, src, 'data-florin-origins': origins })}></script>`;
}

function attributesOf(way: Way, values: WayValues): Readonly<Record<string, string | undefined>> {
  const { order, card, signerUrl, successUrl } = values;
  const isFramed = way.isolation === 'frame';
  return {
    ...(way.surcharge && { id: 'card' }),
    ...(way.subject !== 'payment' && { purpose: `${card === undefined ? 'save' : 'update'}-${way.subject}` }),
    ...(way.method !== 'javascript' && { method: way.method }),
    ...(isFramed && { isolation: 'frame', 'frame-src': values.frameUrl }),
    'signer-url': way.surcharge ? `${signerUrl}-surcharge` : signerUrl,
    ...(order && { order: order.number, amount: String(order.amount), currency: order.currency }),
    ...(order && { 'success-url': successUrl, 'accepted-brands': values.acceptedBrands }),
    card,
    ...(way.subject !== 'payment' && { 'done-url': values.doneUrl }),
    ...(way.subject === 'bank-account' && { 'agreement-url': values.agreementUrl }),
  };
}

/**
 * The elements of a way, one for each line.
 *
 * @param inside the content of the element: a form or a text for pages without script
 */
export function writeMarkup(way: Way, values: WayValues, inside = ''): string {
  const attributes = attributesOf(way, values);
  if (way.variant === 'script-tag') {
    const named = Object.entries(attributes).map(([name, value]) => [`data-${name}`, value] as const);
    return `<div data-florin-checkout${writeAttributes(Object.fromEntries(named))}>${inside}</div>`;
  }
  const saved = way.savedCards
    ? `\n  <florin-saved-cards${writeAttributes({ slot: 'before-fields', 'change-url': values.changeUrl })}></florin-saved-cards>\n  <florin-store-card slot="after-fields"></florin-store-card>\n`
    : '';
  const checkout = `<florin-checkout${writeAttributes(attributes)}>${saved}${inside}</florin-checkout>`;
  if (!way.surcharge) return checkout;
  const { amount = 0, currency = '' } = values.order ?? {};
  return [
    '<florin-references for="card" crn2-label="Purchase order number" crn2-maxlength="20"></florin-references>',
    checkout,
    `<florin-amount${writeAttributes({ for: 'card', amount: String(amount), currency })}></florin-amount>`,
    '<florin-pay-button for="card"></florin-pay-button>',
  ].join('\n');
}

/** The link to the signer's plain form, for a shopper without script. */
export function writeFormLink({ signerUrl, order }: Pick<WayValues, 'signerUrl' | 'order'>): string {
  const href = `${signerUrl}/form?order=${encodeURIComponent(order?.number ?? '')}&lang=en-AU`;
  return `<noscript><a${writeAttributes({ class: 'button', href, lang: 'en-AU' })}>Pay by card</a></noscript>`;
}

/** The script of a page whose form the server has rendered. */
const TAKES_OVER = `// payment.js, which your bundler builds
import 'florin/hydrate';
import 'florin/elements/florin-checkout';`;

/** The page's code as a developer copies it. */
export function writePageCode(way: Way, values: WayValues): string {
  if (way.variant === 'server-rendered')
    return `${writeScriptTag(way, values)}\n\${await renderCheckout(order)}\n${writeFormLink(values)}\n\n${TAKES_OVER}`;
  const inside = way.variant === 'form-inside' ? '${html}' : '';
  return `${writeScriptTag(way, values)}\n${writeMarkup(way, values, inside)}`;
}

/** The members of the signer's options that a way needs, besides those of every signer. */
function optionsOf({ subject, method, isolation, surcharge, savedCards, variant }: Way): readonly string[] {
  return [
    ...(subject !== 'payment' || savedCards ? ['authoriseToken: findShopper'] : []),
    ...(surcharge ? ['surcharge: findSurcharge'] : []),
    ...(isolation === 'frame' ? ['frame: { signingKey }'] : []),
    ...(method === 'iframe' ? ['iframe: {}'] : []),
    ...(method === 'redirect' ? ["redirect: { merchantShortName: 'DEMOSHOP' }"] : []),
    ...(method === 'webform' || variant === 'server-rendered' ? ['webform: {}'] : []),
  ];
}

/** How a server renders the element. demo/shop/rendered has it as a module. */
export const RENDERING = `import { render } from '@lit-labs/ssr';
import { collectResult } from '@lit-labs/ssr/lib/render-result.js';
import { html } from 'lit';
import 'florin/elements/florin-checkout';
const renderCheckout = ({ number, amount }) => collectResult(render(
  html\`<florin-checkout signer-url="/pay" order=\${number} amount=\${amount}></florin-checkout>\`));`;

/** The server's code: the signer, and for a form inside the page the form. */
export function writeServerCode(way: Way): string {
  const options = optionsOf(way);
  const path = way.surcharge ? '/pay-surcharge' : '/pay';
  const form = way.subject === 'payment' ? 'order' : `{ purpose: 'save-${way.subject}' }`;
  return [
    'const signer = createSigner({',
    "  service, secret, store: openSqliteStore('signer.db'),",
    `  publicUrl: 'https://shop.example${path}', merchantName: 'Wattlebird Coffee',`,
    '  priceOrder: findOrder, onPaid: markPaid,',
    ...(options.length > 0 ? [`  ${options.join(', ')},`] : []),
    '});',
    `app.all('${path}/*', (context) => signer.fetch(context.req.raw));`,
    ...(way.variant === 'form-inside' ? [`const { html } = await signer.renderForm(request, ${form}, client);`] : []),
  ].join('\n');
}
