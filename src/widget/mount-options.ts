/**
 * What `Florin.mount` and `data-` attributes take, and what they make of it: attributes of `<florin-checkout>`, and the elements
 * in it. Whatever stands beside it is a tag of its own.
 */

/** What a page can set. Each but the last two is the attribute of `<florin-checkout>` of the same name (`signerUrl` is `signer-url`). */
export interface CheckoutOptions {
  /** Where the shop's signer answers, `/pay` for example. Needed. */
  readonly signerUrl: string;
  /** What the shop's back end knows the order by. Needed, but for a `purpose` that pays nothing. */
  readonly order?: string | undefined;
  /** Saves or changes a card or an account instead of paying; default `payment`. */
  readonly purpose?: (typeof PURPOSES)[number] | undefined;
  /** What the order will ask for, for the words on the button until the signer has said it; default `payment`. */
  readonly action?: 'payment' | 'preauth' | 'verify_only' | undefined;
  /** With `purpose: 'update-…'`: which card or account, by its handle. Needed there. */
  readonly card?: string | undefined;
  /** With a bank account: where the direct debit service agreement can be read. */
  readonly agreementUrl?: string | undefined;
  /** To be shown until the signer says it, in minor units of `currency`. Nothing is charged by it. */
  readonly amount?: number | undefined;
  /** ISO 4217; default `AUD`. */
  readonly currency?: string | undefined;
  /** Where an approved payment leads; without it the receipt is shown in place. */
  readonly successUrl?: string | undefined;
  /** Ids of brands, separated by blanks; all when left out. */
  readonly acceptedBrands?: string | undefined;
  /** Leaves out the name on the card. */
  readonly noName?: boolean | undefined;
  /** BCP 47; the page's language when left out. */
  readonly locale?: string | undefined;
  /** Where the card is typed; default `javascript`. */
  readonly method?: 'javascript' | 'webform' | 'iframe' | 'redirect' | undefined;
  /** Where the fields are: in this page, which is the default, or in a page of another origin. */
  readonly isolation?: 'page' | 'frame' | undefined;
  /** With `isolation: 'frame'`: where that page lies. */
  readonly frameSrc?: string | undefined;
  /** Where the bank's step (3-D Secure) is shown; default `dialog`. */
  readonly challenge?: 'dialog' | 'redirect' | undefined;
  /** Puts `<florin-saved-cards>` above the fields, with this word as its attribute `cvn`: for shoppers who are logged in. */
  readonly savedCards?: 'required' | 'none' | undefined;
  /** Puts `<florin-store-card>` below the fields: for shoppers who are logged in. */
  readonly storeCard?: boolean | undefined;
}

const PURPOSES = ['payment', 'save-card', 'update-card', 'save-bank-account', 'update-bank-account'] as const;

/** Options that stand for an element in the checkout, by its tag without `florin-`, with the slot where it goes. */
export const PART_SLOTS: Readonly<Record<string, string>> = {
  'saved-cards': 'before-fields',
  'store-card': 'after-fields',
};

/** What each option may be: a text, money, a flag, a currency, or one of some words. */
const OPTIONS: Readonly<Record<keyof CheckoutOptions, 'text' | 'minor' | 'flag' | 'currency' | readonly string[]>> = {
  signerUrl: 'text',
  order: 'text',
  amount: 'minor',
  currency: 'currency',
  successUrl: 'text',
  acceptedBrands: 'text',
  noName: 'flag',
  locale: 'text',
  method: ['javascript', 'webform', 'iframe', 'redirect'],
  isolation: ['page', 'frame'],
  frameSrc: 'text',
  challenge: ['dialog', 'redirect'],
  purpose: PURPOSES,
  action: ['payment', 'preauth', 'verify_only'],
  card: 'text',
  agreementUrl: 'text',
  savedCards: ['required', 'none'],
  storeCard: 'flag',
};

export const OPTION_NAMES = Object.keys(OPTIONS) as readonly (keyof CheckoutOptions)[];

/** `signerUrl` as it stands in HTML: `signer-url`. */
export function attributeOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/**
 * The attributes and parts ({@link PART_SLOTS}) that the options stand for; null takes one away.
 * @param writer begins each message
 * @throws TypeError naming the option that is unknown, missing or wrong
 */
export function readOptions(options: Readonly<Record<string, unknown>>, writer: string): Map<string, string | null> {
  const attributes = new Map<string, string | null>();
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(OPTIONS, name)) throw new TypeError(`${writer}: there is no option ${name}`);
    attributes.set(attributeOf(name), readOption(name as keyof CheckoutOptions, value, writer));
  }
  return attributes;
}

/** @throws TypeError when the element could do nothing with these */
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

/** The options of an element's `data-` attributes. What has another name is somebody else's. */
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
