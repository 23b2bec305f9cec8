/** Typed digits must not leave the element, and a removed element must leave no listeners and be garbage collected. */
import { expect, fixture, fixtureCleanup, html } from '@open-wc/testing';
import { CARD, checkoutFor, eventually, orderOf } from './checkout-harness.js';
import { fieldOf, settle } from './field-harness.js';

const EVERY_EVENT = [
  'beforeinput',
  'input',
  'change',
  'textInput',
  'keydown',
  'keypress',
  'keyup',
  'paste',
  'copy',
  'cut',
  'drop',
  'compositionstart',
  'compositionupdate',
  'compositionend',
  'florin-field',
  'florin-state',
  'florin-result',
  'florin-error',
] as const;

describe('typed text', () => {
  it('is in no event that a listener of the page receives, however its digits are joined', async () => {
    let heard = '';
    let keys = '';
    const listen = (event: Event) => {
      for (const name in event) {
        const value = (event as unknown as Record<string, unknown>)[name];
        if (typeof value === 'string') heard += value.length === 1 ? value : ` ${value} `;
        // Three digits occur in many numbers, so the code is searched digit by digit.
        if (typeof value === 'string' && /^\d$/.test(value)) keys += value;
        if (typeof value === 'object' && value !== null && !(value instanceof Node) && !(value instanceof Window)) {
          heard += tryJson(value);
        }
      }
    };
    for (const type of EVERY_EVENT) document.addEventListener(type, listen);
    const checkout = await checkoutFor(orderOf(19900));
    await checkout.number.type(CARD.number);
    await checkout.expiry.type(CARD.expiry);
    await checkout.cvn.type('736');
    await checkout.name.type('Ada');
    await checkout.number.press('Control+a');
    await checkout.number.press('Control+x');
    await checkout.number.press('Control+v');
    await checkout.press();
    await checkout.until(() => checkout.receipt !== '', 'a receipt');
    for (const type of EVERY_EVENT) document.removeEventListener(type, listen);
    const digits = heard.replace(/\D/g, '');
    expect(heard).to.contain('florin-field');
    expect(digits).to.not.contain(CARD.number);
    expect(keys).to.equal('');
  });

  it('Tab, Enter, Escape and shortcuts still reach the page', async () => {
    const keys: string[] = [];
    const listen = (event: KeyboardEvent) => keys.push(event.key);
    document.addEventListener('keydown', listen);
    const field = await fieldOf(await fixture<HTMLElement>(html`<florin-card-number></florin-card-number>`), 'number');
    await field.type('51');
    for (const key of ['Escape', 'Enter', 'ArrowLeft', 'Control+a', 'Tab']) await field.press(key);
    document.removeEventListener('keydown', listen);
    expect(keys.filter((key) => key !== 'Control')).to.deep.equal(['Escape', 'Enter', 'ArrowLeft', 'a', 'Tab']);
  });

  it('is in no property, attribute, storage or form data', async () => {
    const checkout = await checkoutFor(orderOf(19900));
    await checkout.fill();
    await checkout.until(() => checkout.states.includes('ready'), 'ready');
    const seen = new Set<unknown>();
    const texts: string[] = [];
    const walk = (value: unknown, depth: number): void => {
      if (typeof value === 'string') texts.push(value);
      if (typeof value !== 'object' || value === null || value instanceof Node || depth > 4 || seen.has(value)) return;
      seen.add(value);
      for (const key of Reflect.ownKeys(value)) {
        const { value: own } = Object.getOwnPropertyDescriptor(value, key) ?? {};
        walk(own, depth + 1);
      }
    };
    for (const key of Reflect.ownKeys(checkout.host)) walk(Reflect.get(checkout.host, key), 0);
    for (const key of ['value', 'state', 'card', 'payment', 'isPaying']) walk(Reflect.get(checkout.host, key), 0);
    const everything = `${texts.join('|')}${checkout.host.outerHTML}${JSON.stringify({ ...sessionStorage, ...localStorage })}`;
    expect(everything.replace(/[\s-]/g, '')).to.not.contain(CARD.number);
  });
});

describe('a removed element', () => {
  it('leaves no listener on the window or the document', async () => {
    const open = watchListeners(window, document);
    for (let time = 0; time < 100; time += 1) {
      const host = await fixture<HTMLElement>(
        html`<div>
          <florin-checkout signer-url="/pay" order=${`19900-${time}`}></florin-checkout>
          <florin-card-fields></florin-card-fields>
        </div>`,
      );
      if (time % 10 === 0) await settle(host.firstElementChild as HTMLElement);
      expect(open.count()).to.be.above(0);
      fixtureCleanup();
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
    await eventually(() => open.count() === 0, 'no listener');
    open.stop();
  });

  it('is garbage collected, also after a payment has begun', async () => {
    const kept: WeakRef<Element>[] = [];
    for (let time = 0; time < 20; time += 1) {
      const checkout = await checkoutFor(orderOf(19900));
      if (time % 5 === 0) await checkout.number.type('5');
      kept.push(new WeakRef(checkout.host));
      fixtureCleanup();
    }
    const { gc } = globalThis as { gc?: () => void };
    expect(gc, 'the browser is started with --expose-gc').to.be.a('function');
    // The test's own frame and the browser's focus may hold the first and the last one; a leak holds all.
    const isFree = () => kept.filter((reference) => reference.deref()).length <= 2;
    for (let turn = 0; turn < 60 && !isFree(); turn += 1) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      gc?.();
    }
    expect(isFree()).to.be.true;
  });

  it('works again when it is inserted again', async () => {
    const checkout = await checkoutFor(orderOf(19900));
    checkout.host.remove();
    await new Promise((resolve) => setTimeout(resolve, 20));
    document.body.append(checkout.host);
    await settle(checkout.host);
    await checkout.fill();
    await checkout.press();
    await checkout.until(() => checkout.receipt !== '', 'a receipt');
    checkout.host.remove();
  });
});

describe('an element that is not in the document', () => {
  it('sends no request and has no listener and no timer', async () => {
    const open = watchListeners(window, document);
    const calls: string[] = [];
    const network = globalThis.fetch;
    globalThis.fetch = (input, init) => {
      calls.push(input instanceof Request ? input.url : input.toString());
      return network(input, init);
    };
    const host = document.createElement('florin-checkout');
    host.signerUrl = '/pay';
    host.order = '19900-never';
    await new Promise((resolve) => setTimeout(resolve, 30));
    globalThis.fetch = network;
    expect(calls).to.deep.equal([]);
    expect(open.count()).to.equal(0);
    open.stop();
  });
});

/** Counts listeners that are added to these targets and neither removed nor aborted. */
function watchListeners(...targets: EventTarget[]) {
  let count = 0;
  const restore: (() => void)[] = [];
  for (const target of targets) {
    const { addEventListener, removeEventListener } = target;
    const own = new Map<unknown, number>();
    target.addEventListener = function (type, listener, options) {
      const signal = typeof options === 'object' ? options.signal : undefined;
      if (new Error().stack?.includes('/src/')) {
        count += 1;
        own.set(listener, (own.get(listener) ?? 0) + 1);
        signal?.addEventListener('abort', () => (count -= own.delete(listener) ? 1 : 0));
      }
      addEventListener.call(target, type, listener, options);
    };
    target.removeEventListener = function (type, listener, options) {
      if (own.delete(listener)) count -= 1;
      removeEventListener.call(target, type, listener, options);
    };
    restore.push(() => Object.assign(target, { addEventListener, removeEventListener }));
  }
  return { count: () => count, stop: () => restore.forEach((each) => each()) };
}

function tryJson(value: object): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return '';
  }
}
