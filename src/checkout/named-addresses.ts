/**
 * The addresses that the page's owner allows: of the signer, of the payment service, of the frame page. They are set where no
 * text of a visitor can be: in the script element's attribute `data-florin-origins`, or by {@link allowOrigins}.
 * docs/invariants.md, 14.
 */

/** Attributes of Florin's script element. */
export interface ScriptSettings {
  /** The value of `data-florin-origins`; undefined without the attribute. */
  readonly origins: string | undefined;
  /** `data-florin-marked="late"`: elements with `data-florin-checkout` that are added later are mounted too. */
  readonly allowsLate: boolean;
  /** `data-florin-marked="target"`: they may have a `data-target`. */
  readonly allowsTarget: boolean;
  /** The marked elements in the page's HTML. */
  readonly early: WeakSet<Element>;
}

const byCall: URL[] = [];
let hasCalled = false;

/**
 * Allows the addresses that Florin may use on this page: of the signer, of the payment service, and of the frame page with
 * `isolation="frame"`. From then on elements use no others, whatever their attributes. Further calls add to the list.
 *
 * @param addresses an origin (`https://pay.example`), or a path with everything below it (`/pay`, on the page's own origin)
 * @throws TypeError naming the address that is invalid
 * @example
 * ```ts
 * import { allowOrigins } from 'florin/checkout';
 *
 * allowOrigins('/pay', 'https://service.example', 'https://card.shop.example');
 * ```
 */
export function allowOrigins(...addresses: string[]): void {
  const read = addresses.map((address) => {
    const url = readAddress(address);
    if (!url) throw new TypeError(`allowOrigins: "${address}" is neither an origin nor an address`);
    return url;
  });
  byCall.push(...read);
  hasCalled = true;
}

/** Whether the page's owner has set the list of addresses, also an empty one: then no others are used. */
export function hasNamed(): boolean {
  return hasCalled || scriptOrigins() !== undefined;
}

/** Whether the list contains an address. With `withPath`, only entries with a path count. */
export function isNamed(address: string, { withPath = false } = {}): boolean {
  const url = resolveAddress(address);
  return (
    url !== undefined && namedAddresses().some((named) => (!withPath || named.pathname !== '/') && covers(named, url))
  );
}

/** Whether an address is allowed: it is in the list, or there is no list. */
export function isAllowed(address: string): boolean {
  return !hasNamed() || isNamed(address);
}

/** Resolves an address on this page; undefined if it is invalid or has a user name. */
export function resolveAddress(address: string): URL | undefined {
  return parse(address, globalThis.document?.baseURI);
}

function namedAddresses(): readonly URL[] {
  const written = scriptOrigins()?.split(/\s+/).filter(Boolean) ?? [];
  return [...byCall, ...written.map(readAddress).filter((url) => url !== undefined)];
}

/** `globalThis.Florin` can also be an element with the id `Florin`, which has no version of type string. */
function scriptOrigins(): string | undefined {
  const { version, settings } =
    (globalThis as { Florin?: { version?: unknown; settings?: ScriptSettings } }).Florin ?? {};
  return typeof version === 'string' ? settings?.origins : undefined;
}

/** Resolved against the page's origin, not against `<base>`. */
function readAddress(address: string): URL | undefined {
  const url = parse(address, globalThis.location?.href);
  return url && /^https?:$/.test(url.protocol) && !url.search && !url.hash ? url : undefined;
}

function covers(named: URL, url: URL): boolean {
  const path = named.pathname.replace(/\/$/, '');
  // A server may decode an encoded slash, and the path would leave the allowed one.
  const isBelow = `${url.pathname}/`.startsWith(`${path}/`) && (path === '' || !/%2f|%5c/i.test(url.pathname));
  return url.origin === named.origin && isBelow;
}

function parse(address: string, base: string | undefined): URL | undefined {
  try {
    const url = new URL(address, base);
    return url.username || url.password ? undefined : url;
  } catch {
    return undefined;
  }
}
