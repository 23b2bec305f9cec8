/**
 * The options of `Florin.mount` and of `data-` attributes. They become attributes of `<florin-checkout>` and elements inside
 * it. Elements next to it need their own tags.
 */

import { suggestName } from '../core/nearest-name.js';

/**
 * The options of a page. All except the last two are attributes of `<florin-checkout>` with the
 * same name (`signerUrl` is `signer-url`).
 */
export interface CheckoutOptions {
  /** URL of the shop's signer, for example `/pay`. Required. */
  readonly signerUrl: string;
  /** The name of the order at the shop's back end. Required, except with a `purpose` other than `payment`. */
  readonly order?: string | undefined;
  /** URL of the shop that answers with another token of the order, when the signer refuses this one. */
  readonly orderUrl?: string | undefined;
  /** Saves or changes a card or an account instead of paying; default `payment`. */
  readonly purpose?: (typeof PURPOSES)[number] | undefined;
  /** The action of the order, for the text on the button until the signer has reported it; default `payment`. */
  readonly action?: 'payment' | 'preauth' | 'verify_only' | undefined;
  /** With `purpose: 'update-…'`: the card or account to change, by its handle. Required there. */
  readonly card?: string | undefined;
  /** With a bank account: URL of the direct debit service agreement. */
  readonly agreementUrl?: string | undefined;
  /** With a `purpose` other than `payment`: URL of the link "Done" after it is saved. */
  readonly doneUrl?: string | undefined;
  /** Shown until the signer reports the price, in minor units of `currency`. It does not affect what is charged. */
  readonly amount?: number | undefined;
  /** ISO 4217; default `AUD`. */
  readonly currency?: string | undefined;
  /** Where to redirect after an approved payment; without it the receipt is shown in place. */
  readonly successUrl?: string | undefined;
  /** Brand ids, separated by spaces; all when omitted. */
  readonly acceptedBrands?: string | undefined;
  /** Omits the name on the card. */
  readonly noName?: boolean | undefined;
  /** Moves the focus to the next field when one is complete; default false. */
  readonly autoAdvance?: boolean | undefined;
  /** BCP 47; default: the page's language. */
  readonly locale?: string | undefined;
  /** Where the card is typed; default `javascript`. */
  readonly method?: 'javascript' | 'webform' | 'iframe' | 'redirect' | undefined;
  /** Where the fields are: in this page (default), or in a page of another origin. */
  readonly isolation?: 'page' | 'frame' | undefined;
  /** With `isolation: 'frame'`: URL of that page. */
  readonly frameSrc?: string | undefined;
  /** Where the bank's step (3-D Secure) is shown; default `dialog`. */
  readonly challenge?: 'dialog' | 'redirect' | undefined;
  /** Puts `<florin-saved-cards>` above the fields, with this value as its attribute `cvn`: for logged-in shoppers. */
  readonly savedCards?: 'required' | 'none' | undefined;
  /** Puts `<florin-store-card>` below the fields: for logged-in shoppers. */
  readonly storeCard?: boolean | undefined;
}

const PURPOSES = ['payment', 'save-card', 'update-card', 'save-bank-account', 'update-bank-account'] as const;

/** Options that create an element in the checkout: its tag without `florin-`, and its slot. */
export const PART_SLOTS: Readonly<Record<string, string>> = {
  'saved-cards': 'before-fields',
  'store-card': 'after-fields',
};

/** The type of each option: a text, money, a flag, a currency, or one of some words. */
const OPTIONS: Readonly<Record<keyof CheckoutOptions, 'text' | 'minor' | 'flag' | 'currency' | readonly string[]>> = {
  signerUrl: 'text',
  order: 'text',
  orderUrl: 'text',
  amount: 'minor',
  currency: 'currency',
  successUrl: 'text',
  acceptedBrands: 'text',
  noName: 'flag',
  autoAdvance: 'flag',
  locale: 'text',
  method: ['javascript', 'webform', 'iframe', 'redirect'],
  isolation: ['page', 'frame'],
  frameSrc: 'text',
  challenge: ['dialog', 'redirect'],
  purpose: PURPOSES,
  action: ['payment', 'preauth', 'verify_only'],
  card: 'text',
  agreementUrl: 'text',
  doneUrl: 'text',
  savedCards: ['required', 'none'],
  storeCard: 'flag',
};

export const OPTION_NAMES = Object.keys(OPTIONS) as readonly (keyof CheckoutOptions)[];

/** The attribute of an option: `signer-url` for `signerUrl`. */
export function attributeOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/**
 * The attributes and parts ({@link PART_SLOTS}) of the options; null removes one.
 * @param writer begins each message
 * @throws TypeError naming the unknown, missing or wrong option
 */
export function readOptions(options: Readonly<Record<string, unknown>>, writer: string): Map<string, string | null> {
  const attributes = new Map<string, string | null>();
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(OPTIONS, name))
      throw new TypeError(`${writer}: there is no option ${name}${suggestName(name, OPTION_NAMES)}`);
    attributes.set(attributeOf(name), readOption(name as keyof CheckoutOptions, value, writer));
  }
  return attributes;
}

/** @throws TypeError if a required option is missing */
export function assertComplete(options: Readonly<Record<string, unknown>>, writer: string): void {
  const [task] = /^(save|update)-/.exec(`${options['purpose'] as string}`) ?? [];
  const needed = ['signerUrl', { 'save-': '', 'update-': 'card' }[task ?? ''] ?? 'order'];
  if (options['isolation'] === 'frame') needed.push('frameSrc');
  for (const name of needed.filter(Boolean)) {
    if (options[name] === undefined || options[name] === '') throw new TypeError(`${writer}: ${name} is not set`);
  }
}

function readOption(name: keyof CheckoutOptions, value: unknown, writer: string): string | null {
  const kind = OPTIONS[name];
  const mustBe = (what: string) => new TypeError(`${writer}: ${name} must be ${what}`);
  if (value === undefined) return null;
  if (kind === 'flag') {
    if (typeof value !== 'boolean') throw mustBe('true or false');
    return value ? '' : null;
  }
  if (kind === 'minor') {
    if (!Number.isSafeInteger(value) || (value as number) <= 0) throw mustBe('a whole number of minor units above 0');
    return `${value as number}`;
  }
  if (typeof value !== 'string') throw mustBe('a string');
  if (kind === 'currency' && !/^[A-Z]{3}$/.test(value)) throw mustBe('three capital letters of ISO 4217');
  if (typeof kind === 'object' && !kind.includes(value)) throw mustBe(`one of ${kind.join(', ')}`);
  return value;
}

/** The options in an element's `data-` attributes. Other names are ignored. */
export function readDataAttributes({ dataset }: HTMLElement): Record<string, unknown> {
  const options: Record<string, unknown> = {};
  for (const name of OPTION_NAMES) {
    const text = dataset[name];
    if (text === undefined) continue;
    const kind = OPTIONS[name];
    options[name] = kind === 'minor' ? Number(text || NaN) : kind === 'flag' ? text !== 'false' : text;
  }
  return options;
}
