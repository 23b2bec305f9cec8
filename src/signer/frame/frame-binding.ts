/**
 * Binds the keys of a shop to the browser that shows the frame: a script in the shop's page cannot
 * make the frame use a key of another shopper. Each response of the frame page has a random value:
 * in an HttpOnly cookie of the site that shop and frame share, and as a hash in the response. The
 * signer receives the cookie too, and signs the hashes with the key. Scripts cannot read or replace
 * the cookie, and a value that a script adds matches no frame. docs/invariants.md, 16.
 */
import { toBase64Url } from '../secrets/base64-url.js';
import { encode } from '../secrets/mac.js';

/**
 * One cookie per frame: with one cookie, two frames that load at the same time would overwrite each
 * other's value.
 */
const NAME = /^florin-frame-([\w-]{22})=/;
/** How many frames of one browser can be open at a time, in all its tabs. */
const KEPT = 12;
const LIFE_SECONDS = 86_400;

/** The binding of one frame response. */
interface BoundFrame {
  /** `Set-Cookie` headers of the response. */
  readonly cookies: readonly string[];
  /** Written into the frame, which refuses a key without it. */
  readonly binding: string;
}

/**
 * Makes the binding of one response. @param domain the site, `shop.example`; empty for this host
 * only, on any port
 */
export async function bindFrame(request: Request, domain: string, isSecure: boolean): Promise<BoundFrame> {
  const value = toBase64Url(crypto.getRandomValues(new Uint8Array(16)));
  // Browsers send the oldest first (RFC 6265, section 5.4).
  const oldest = readValues(request).slice(0, 1 - KEPT);
  const write = (name: string, seconds: number) =>
    `florin-frame-${name}=1; ${domain && `Domain=${domain}; `}Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const cookies = [...oldest.map((each) => write(each, 0)), write(value, LIFE_SECONDS)];
  return { cookies, binding: await bindingOf(value) };
}

/** The bindings of the browser's frames, for the key that is signed for it. */
export async function readBindings(request: Request): Promise<readonly string[]> {
  return Promise.all(readValues(request).map(bindingOf));
}

/**
 * A script may have added cookies with such names. All values count; those of the frames are among
 * them.
 */
function readValues(request: Request): readonly string[] {
  const cookies = (request.headers.get('cookie') ?? '').split(/; */);
  const values = cookies.flatMap((cookie) => NAME.exec(cookie)?.[1] ?? []);
  return [...new Set(values)].slice(-2 * KEPT);
}

async function bindingOf(value: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', encode(value));
  return toBase64Url(new Uint8Array(digest).slice(0, 16));
}
