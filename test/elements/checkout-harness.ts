/** Drives a checkout as a person does, with the real signer and sandbox of web-test-runner.config.mjs. */
import { aTimeout, fixture, html, waitUntil } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import '../../src/elements/define.js';
import type { CheckoutElement } from '../../src/elements/florin-checkout/checkout-element.js';
import { florinCheckout } from '../../src/testing/index.js';
import { deepQuery, type FieldHarness, fieldOf, settle } from './field-harness.js';

let orders = 0;

/** A new order with this price. In test mode the last two digits are the bank's answer: 00 approved, 51 insufficient funds. */
export function orderOf(cents: number): string {
  orders += 1;
  return `${cents}-${Date.now().toString(36)}-${orders}`;
}

export const CARD = { number: '5123456789012346', expiry: '0539', cvn: '123', name: 'Ada Lovelace' } as const;

export interface CheckoutHarness {
  readonly host: CheckoutElement;
  readonly order: string;
  /** Types of the events, in order. */
  readonly states: readonly string[];
  readonly results: readonly string[];
  readonly errors: readonly string[];
  readonly number: FieldHarness;
  readonly expiry: FieldHarness;
  readonly cvn: FieldHarness;
  readonly name: FieldHarness;
  readonly button: string;
  readonly isButtonShown: boolean;
  readonly isBusy: boolean;
  readonly areFieldsInert: boolean;
  /** The message; empty if there is none. */
  readonly message: string;
  readonly footnote: string;
  /** The receipt as text; empty if there is none. */
  readonly receipt: string;
  fill(changes?: Partial<Record<keyof typeof CARD, string>>): Promise<void>;
  /** Presses the button so many times without waiting. */
  press(times?: number): Promise<void>;
  pressEnter(): Promise<void>;
  until(condition: () => boolean, what: string, timeout?: number): Promise<void>;
  settle(): Promise<void>;
}

export async function checkoutFor(order: string, template?: (order: string) => unknown): Promise<CheckoutHarness> {
  const host = await fixture<CheckoutElement>(
    (template?.(order) ??
      html`<florin-checkout signer-url="/pay" order=${order} locale="en-AU"></florin-checkout>`) as ReturnType<
      typeof html
    >,
  );
  const states: string[] = [];
  const results: string[] = [];
  const errors: string[] = [];
  host.addEventListener('florin-state', (event) => states.push(event.state));
  host.addEventListener('florin-result', (event) => results.push(event.result.status));
  host.addEventListener('florin-error', (event) => errors.push(event.error.code));
  const find = (selector: string) => deepQuery(host, selector) as HTMLElement;
  const textOf = (selector: string) => find(selector)?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
  const button = () => find('button[type="submit"]') as HTMLButtonElement;
  const fields = {
    number: await fieldOf(host, 'number'),
    expiry: await fieldOf(host, 'expiry'),
    cvn: await fieldOf(host, 'cvn'),
  };
  return {
    host,
    order,
    states,
    results,
    errors,
    ...fields,
    name: await fieldOf(host, 'name').catch(() => undefined as unknown as FieldHarness),
    get button() {
      return button().textContent?.trim() ?? '';
    },
    get isButtonShown() {
      return button().checkVisibility();
    },
    get isBusy() {
      return button().getAttribute('aria-disabled') === 'true';
    },
    get areFieldsInert() {
      return find('[part="form"] > div').inert;
    },
    get message() {
      return textOf('[part="message"]');
    },
    get footnote() {
      return textOf('[part="footnote"]');
    },
    get receipt() {
      const receipt = find('florin-receipt');
      return receipt?.shadowRoot?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
    },
    async fill(changes = {}) {
      await florinCheckout(host).fillCard({ ...CARD, ...changes });
    },
    async press(times = 1) {
      for (let time = 0; time < times; time += 1) button().click();
      await settle(host);
    },
    async pressEnter() {
      await sendKeys({ press: 'Enter' });
      await settle(host);
    },
    async until(condition, what, timeout) {
      await eventually(condition, what, timeout);
      await settle(host);
    },
    settle: () => settle(host),
  };
}

/** Waits long enough for a busy machine, and polls often enough for a state that lasts a moment. */
export const eventually = (condition: () => boolean, what: string, timeout = 15_000) =>
  waitUntil(condition, what, { timeout, interval: 10 });

/** Replaces `fetch` for one test. */
export async function withNetwork<T>(
  treat: (url: string, send: () => Promise<Response>) => Promise<Response>,
  act: () => Promise<T>,
): Promise<T> {
  const network = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const url = input instanceof Request ? input.url : input.toString();
    return treat(url, () => network(input, init));
  };
  try {
    return await act();
  } finally {
    globalThis.fetch = network;
  }
}

export const isSubmission = (url: string) => url.includes('/withauthkey/');

export const slowly =
  (milliseconds: number) =>
  async (url: string, send: () => Promise<Response>): Promise<Response> => {
    if (isSubmission(url)) await aTimeout(milliseconds);
    return send();
  };

/** Delays the request with the card until it is released, so that a test can check the state before. */
export function holdCards() {
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  return {
    release: () => release(),
    async treat(url: string, send: () => Promise<Response>): Promise<Response> {
      if (isSubmission(url)) await isReleased;
      return send();
    },
  };
}
