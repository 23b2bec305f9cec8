/**
 * `Florin.mount`, and the same by `data-` attributes: creates a `<florin-checkout>` on pages
 * without a script of their own.
 */
import { hasNamed, isNamed } from '../checkout/named-addresses.js';
import type { PaymentResult } from '../core/pay-api.js';
import type { MountedCheckout } from './florin-global.js';
import { MARKED } from './marked.js';
import { assertComplete, type CheckoutOptions, PART_SLOTS, readDataAttributes, readOptions } from './mount-options.js';

/** Places in the page that have a checkout. */
const taken = new WeakSet<Element>();

/**
 * Creates a checkout at the end of an element of the page.
 * @param target the element, or a CSS selector that finds it
 * @throws TypeError naming the wrong option or target
 */
export function mount(target: Element | string, options: CheckoutOptions): MountedCheckout {
  const place = typeof target === 'string' ? document.querySelector(target) : target;
  if (!(place instanceof Element))
    throw new TypeError(`Florin.mount: target ${typeof target === 'string' ? target : ''} is not on this page`);
  return mountAt(place, { ...options }, 'Florin.mount');
}

function mountAt(place: Element, options: Readonly<Record<string, unknown>>, writer: string): MountedCheckout {
  if (taken.has(place)) throw new TypeError(`${writer}: target has a checkout already`);
  assertComplete(options, writer);
  const element = document.createElement('florin-checkout');
  const set = (some: Readonly<Record<string, unknown>>, by: string): void => {
    for (const [name, value] of readOptions(some, by)) {
      if (name in PART_SLOTS) putPart(element, name, value);
      else if (value === null) element.removeAttribute(name);
      else element.setAttribute(name, value);
    }
  };
  set(options, writer);
  const paid = new Promise<PaymentResult>((resolve) => {
    element.addEventListener('florin-result', ({ result }) => result.status === 'approved' && resolve(result));
  });
  taken.add(place);
  place.append(element);
  let current = options;
  return {
    element,
    paid,
    update(some = {}) {
      const next = { ...current, ...some };
      assertComplete(next, 'update');
      set(some, 'update');
      current = next;
      // A change of the order or the signer makes the element ask by itself.
      void customElements.whenDefined('florin-checkout').then(() => element.refresh());
    },
    pay: () => element.pay(),
    unmount() {
      element.remove();
      taken.delete(place);
    },
  };
}

/** @param value its attribute `cvn`, if it has one; null removes it */
function putPart(checkout: Element, name: string, value: string | null): void {
  const there = checkout.querySelector(`florin-${name}`);
  if (value === null) there?.remove();
  else {
    const part = there ?? checkout.appendChild(document.createElement(`florin-${name}`));
    part.slot = PART_SLOTS[name] ?? '';
    if (value) part.setAttribute('cvn', value);
  }
}

const seen = new WeakSet<Element>();

/** Mounts marked elements. An error is written to the console once, and the rest of the page goes on. */
function mountMarked(): void {
  for (const marked of document.querySelectorAll<HTMLElement>(MARKED)) {
    if (seen.has(marked)) continue;
    const writer = `Florin: data- attributes of <${marked.localName}>`;
    try {
      assertMayMount(marked, writer);
      const place = placeOf(marked);
      // A script in the head, or before its target, waits until the page is parsed.
      if (!place && document.readyState === 'loading') continue;
      seen.add(marked);
      if (!place) throw new TypeError(`${writer}: target ${marked.dataset['target'] ?? ''} is not on this page`);
      mountAt(place, readDataAttributes(marked), writer);
    } catch (error) {
      seen.add(marked);
      console.error((error as Error).message);
    }
  }
}

/**
 * A marked element may be in a visitor's text, because sanitisers keep `data-` attributes. It is mounted only if the
 * page's owner has named the path of the signer, so that no other address of the shop's own site (an upload, an echo)
 * can pose as the signer; and only if it was part of the page and has no target, unless the owner allows that. A script
 * element always belongs to the owner.
 * @throws TypeError saying what the owner can set
 */
function assertMayMount(marked: HTMLElement, writer: string): void {
  if (marked instanceof HTMLScriptElement) return;
  const { allowsLate, allowsTarget, early } = globalThis.Florin?.settings ?? {};
  const { signerUrl = '', target } = marked.dataset;
  const refuse = (why: string, attribute: string) =>
    new TypeError(`${writer}: ${why}; the page's owner allows it by ${attribute} on Florin's script element`);
  if (!hasNamed()) throw refuse('the page names no addresses', 'data-florin-origins="/pay https://service.example"');
  if (signerUrl && !isNamed(signerUrl, { withPath: true }))
    throw refuse('the page does not name the path of the signer', 'data-florin-origins');
  if (target !== undefined && !allowsTarget) throw refuse('data-target is not allowed', 'data-florin-marked="target"');
  if (!allowsLate && document.readyState !== 'loading' && !early?.has(marked))
    throw refuse('it came after the page', 'data-florin-marked="late"');
}

/** The place of a marked element's checkout: inside it; for a script, inside its target or a place after it. */
function placeOf(marked: HTMLElement): Element | null {
  const { target } = marked.dataset;
  if (target) return document.querySelector(target);
  if (marked.localName !== 'script') return marked;
  if (!document.body?.contains(marked)) return null;
  const place = document.createElement('div');
  marked.after(place);
  return place;
}

if (typeof globalThis.Florin?.version === 'string') Object.assign(globalThis.Florin, { mount });

// There is no document on a server.
if ('document' in globalThis) {
  new MutationObserver(mountMarked).observe(document, { childList: true, subtree: true });
  document.addEventListener('DOMContentLoaded', mountMarked);
  mountMarked();
}
