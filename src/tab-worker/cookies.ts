/** Cookies of the worker's own answers: a browser neither shows cookies to a worker nor takes any from it. */

export interface StoredCookie {
  readonly name: string;
  readonly value: string;
  /** The cookie belongs to this path and all below it. */
  readonly path: string;
  /** Milliseconds since 1970; `Infinity` for a cookie of a session. */
  readonly expiresAt: number;
}

/** Value of the header `Cookie` for a path; empty without cookies. */
export function cookieHeader(cookies: readonly StoredCookie[], pathname: string, now: number): string {
  return cookies
    .filter(({ path, expiresAt }) => expiresAt > now && `${pathname}/`.startsWith(`${path}/`))
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');
}

/**
 * The cookies after an answer.
 *
 * @param text `Set-Cookie` with a path, as Florin writes it. Without `Max-Age` the cookie stays until everything is deleted
 */
export function withCookie(cookies: readonly StoredCookie[], text: string, now: number): readonly StoredCookie[] {
  const [pair = '', ...attributes] = text.split('; ');
  const name = pair.slice(0, pair.indexOf('='));
  const value = pair.slice(name.length + 1);
  const attribute = (wanted: string): string | undefined =>
    attributes.find((each) => each.toLowerCase().startsWith(`${wanted}=`))?.slice(wanted.length + 1);
  const path = (attribute('path') ?? '').replace(/\/$/, '');
  const expiresAt = now + Number(attribute('max-age') ?? Infinity) * 1_000;
  const others = cookies.filter((each) => each.expiresAt > now && (each.name !== name || each.path !== path));
  return expiresAt > now ? [...others, { name, value, path, expiresAt }] : others;
}
