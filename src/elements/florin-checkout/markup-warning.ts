/**
 * Warns developers of mistakes in the markup of a checkout: unknown attribute values, misspelt attributes, and tags that are
 * not registered. Loaded only on a developer's machine, and for checkouts with an attribute that has such values.
 */
import type { ReactiveElement } from 'lit';
import { isWebAddress } from '../../checkout/addresses.js';
import { BRAND_IDS } from '../../core/card/brand.js';
import { nearestName } from '../../core/nearest-name.js';
import { readBrands } from '../field/read-brands.js';
import type { ShownTotal } from './shown-total.js';

/** Attributes of the checkout that are not properties, so that the class does not list them. */
export const BARE_ATTRIBUTES = [
  ...(['purpose', 'card', 'agreement-url', 'done-url', 'method', 'action', 'auto-advance', 'challenge'] as const),
] as const;

const OTHER_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  'florin-checkout': BARE_ATTRIBUTES,
  'florin-references': ['crn1', 'crn2', 'crn3'].flatMap((name) =>
    ['label', 'hint', 'value', 'maxlength', 'pattern'].map((part) => `${name}-${part}`),
  ),
};

/** Attributes of marked elements and of Florin's script element, besides those of the checkout; without `data-`. */
const DATA_ATTRIBUTES = ['saved-cards', 'store-card', 'target', 'florin-checkout', 'florin-origins', 'florin-marked'];

/** The price of the page, which may be wrong or old. */
type Priced = HTMLElement & {
  readonly amount?: number;
  readonly currency?: string;
  readonly price?: ShownTotal | undefined;
};

type Checkout = Priced & {
  readonly acceptedBrands?: string;
  readonly successUrl?: string;
  readonly isolation?: string;
};

const warned = new WeakMap<Element, Set<string>>();

/** Warns once of each mistake, in the checkout and in the elements inside it. */
export function warnOfMarkup(host: Checkout): void {
  // The signer may have answered before this file was loaded.
  if (host.price) warnOfPrice(host, host.price);
  host.addEventListener('florin-amount', (event) => warnOfPrice(host, event.price));
  warnOfWord(host, 'method', ['javascript', 'webform', 'iframe', 'redirect']);
  warnOfWord(host, 'challenge', ['dialog', 'redirect']);
  // The frame's element warns by itself.
  if (host.isolation !== 'frame') warnOfBrands(host);
  warnOfSuccessUrl(host);
  const inside = [...host.querySelectorAll<HTMLElement>('*')].filter(({ localName }) => /^florin-/.test(localName));
  for (const element of [host, ...inside]) {
    warnOfPriceText(element);
    if (customElements.get(element.localName)) warnOfNames(element);
    else warnOfTag(host, element.localName);
  }
}

/** Warns once of misspelt `data-` attributes that came with the page. */
export async function warnOfData(): Promise<void> {
  const checkout: unknown = await customElements.whenDefined('florin-checkout');
  const { observedAttributes } = checkout as typeof ReactiveElement;
  const names = [...observedAttributes, ...(OTHER_ATTRIBUTES['florin-checkout'] ?? []), ...DATA_ATTRIBUTES];
  const look = (): void => {
    for (const element of document.querySelectorAll('*')) {
      const isOurs = element.matches('[data-florin-checkout],script[src*="/florin"]');
      for (const { name } of element.attributes) {
        const [, written] = /^data-(.+)/.exec(name) ?? [];
        // On other elements only the mark itself can be meant.
        const meant = written && nearestName(written, isOurs ? names : ['florin-checkout']);
        if (meant) warn(element, `Florin: <${element.localName}> has ${name}; did you mean data-${meant}?`);
      }
    }
  };
  look();
  document.addEventListener('DOMContentLoaded', look);
}

/** The first word is the default that is used instead. */
function warnOfWord(host: Element, name: string, values: readonly string[]): void {
  const word = host.getAttribute(name);
  if (word === null || values.includes(word)) return;
  warn(host, `florin-checkout: ${name}="${word}" is none of ${values.join(', ')}; ${values[0]} is used`);
}

function warnOfBrands(host: Checkout): void {
  for (const brand of readBrands(host.acceptedBrands ?? '') ?? []) {
    if (!BRAND_IDS.some((id) => id === brand))
      warn(host, `florin-checkout: accepted-brands has "${brand}", which is none of ${BRAND_IDS.join(', ')}`);
  }
}

function warnOfSuccessUrl(host: Checkout): void {
  const url = host.successUrl;
  if (url && !isWebAddress(url))
    warn(host, `florin-checkout: success-url="${url}" is no web address, and is not opened`);
}

/** This bundle has no fields for the isolation. */
export function warnOfFields(host: Element): void {
  warn(
    host,
    'florin-checkout: florin-isolated.js has no card fields for the page: set isolation="frame" and frame-src, or load florin.js',
  );
}

function warnOfPriceText(element: Priced): void {
  if (!Number.isNaN(element.amount)) return;
  const written = element.getAttribute('amount');
  const what = `amount${written ? `="${written}"` : ''}`;
  warn(element, `${element.localName}: ${what} is no price in minor units: 199.00 is 19900`);
}

/** The shopper is told as well, and charged what the signer says. */
function warnOfPrice(host: Priced, { amount, surcharge }: ShownTotal): void {
  const minor = amount.minor - (surcharge?.minor ?? 0);
  if (!host.amount || (host.amount === minor && host.currency === amount.currency)) return;
  const page = `amount="${host.amount}" currency="${host.currency}"`;
  warn(
    host,
    `florin-checkout: the page has ${page}, but priceOrder says ${minor} ${amount.currency}, which is charged`,
  );
}

/** Only names that are similar to a name of Florin: other attributes may belong to other code of the page. */
function warnOfNames(element: Element): void {
  const { observedAttributes } = element.constructor as typeof ReactiveElement;
  const names = [...observedAttributes, ...(OTHER_ATTRIBUTES[element.localName] ?? [])];
  for (const { name } of element.attributes) {
    const meant = nearestName(name, names);
    if (meant) warn(element, `${element.localName}: there is no attribute ${name}; did you mean ${meant}?`);
  }
}

/** The script tag registers a tag a moment after it appears. */
function warnOfTag(host: Element, tag: string): void {
  setTimeout(() => {
    if (customElements.get(tag) || !host.querySelector(tag)) return;
    warn(host, `florin-checkout: <${tag}> is not registered, so it shows nothing; import 'florin/elements/${tag}'`);
  }, 2_000);
}

function warn(element: Element, message: string): void {
  const known = warned.get(element) ?? new Set();
  warned.set(element, known);
  if (known.has(message)) return;
  known.add(message);
  console.warn(message);
}
