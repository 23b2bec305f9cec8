/**
 * Binds the keys of a shop to the browser that has the frame: a script in the shop's page cannot have the frame take a key that was
 * made for another shopper. The frame page gives each of its responses a value of its own, in a cookie of the site that shop and
 * frame share, and bakes the value's hash into the response; the signer, which gets the cookie too, signs the hashes with the key.
 * No script can read or replace the cookie, and a value that a script has put there is none of a frame's. docs/invariants.md, 16.
 */

/** A cookie for each frame: two that are loaded at once would overwrite one that both have. */
const NAME = /^florin-frame-([\w-]{22})=/;
/** So many frames of one browser can be open: tabs, and pages that were left open. */
const KEPT = 12;
const LIFE_SECONDS = 86_400;

/** A frame that was answered. */
export interface BoundFrame {
  /** For the response's `Set-Cookie`, one header each. */
  readonly cookies: readonly string[];
  /** For the frame: a key that lacks it is refused. */
  readonly binding: string;
}

/** Makes the binding of one response. @param domain the site, `shop.example`; empty for this host alone, on any port */
export async function bindFrame(request: Request, domain: string, isSecure: boolean): Promise<BoundFrame> {
  const value = toText(crypto.getRandomValues(new Uint8Array(16)));
  // Browsers send the oldest first (RFC 6265, section 5.4).
  const over = readValues(request).slice(0, 1 - KEPT);
  const write = (name: string, seconds: number) =>
    `florin-frame-${name}=1; ${domain && `Domain=${domain}; `}Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const cookies = [...over.map((each) => write(each, 0)), write(value, LIFE_SECONDS)];
  return { cookies, binding: await bindingOf(value) };
}

/** The bindings of a browser's frames, for the key that is signed for it. */
export async function readBindings(request: Request): Promise<readonly string[]> {
  return Promise.all(readValues(request).map(bindingOf));
}

/** A script may have put cookies of such names beside ours: all values count, those of frames are among them. */
function readValues(request: Request): readonly string[] {
  const cookies = (request.headers.get('cookie') ?? '').split(/; */);
  const values = cookies.flatMap((cookie) => NAME.exec(cookie)?.[1] ?? []);
  return [...new Set(values)].slice(-2 * KEPT);
}

async function bindingOf(value: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(value));
  return toText(new Uint8Array(digest).slice(0, 16));
}

/** Base64url. */
function toText(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
