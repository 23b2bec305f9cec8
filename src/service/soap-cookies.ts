/**
 * The cookies of a session (`ASP.NET_SessionId`, and those of a load balancer). The client has one endpoint, so it ignores
 * paths and domains. docs/wire/soap.md section 3, "Login".
 */

/** Cookie jar of a client. */
export interface SoapCookies {
  /** Stores the cookies that an answer sets, and removes those that it expires. */
  take(headers: Pick<Headers, 'getSetCookie'>): void;
  /** The value of the Cookie header; undefined without cookies. */
  header(): string | undefined;
  clear(): void;
}

/** Limits of the jar; no service needs more. */
const MAX_COOKIES = 16;
const MAX_LENGTH = 4_096;

/** RFC 6265, section 4.1.1; quotes around a value are a part of it. */
const PAIR = /^([!#$%&'*+.^_`|~\w-]+)=("?[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*"?)$/;

function hasExpired(attributes: readonly string[]): boolean {
  return attributes.some((attribute) => {
    const [name = '', value = ''] = attribute.split('=', 2).map((part) => part.trim());
    if (name.toLowerCase() === 'max-age') return Number(value) <= 0;
    return name.toLowerCase() === 'expires' && Date.parse(value) <= 0;
  });
}

/** Creates an empty jar. */
export function createSoapCookies(): SoapCookies {
  const cookies = new Map<string, string>();
  return {
    take(headers) {
      for (const line of headers.getSetCookie()) {
        const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
        const [, name = '', value = ''] = PAIR.exec(pair) ?? [];
        if (name === '' || pair.length > MAX_LENGTH) continue;
        if (value === '' || hasExpired(attributes)) cookies.delete(name);
        else if (cookies.has(name) || cookies.size < MAX_COOKIES) cookies.set(name, value);
      }
    },
    header: () => (cookies.size === 0 ? undefined : Array.from(cookies, (pair) => pair.join('=')).join('; ')),
    clear: () => cookies.clear(),
  };
}
