/**
 * The cookies of one login (`ASP.NET_SessionId`, and what a load balancer adds). They go back to the one endpoint from
 * which they came, so paths and domains have nothing to decide. wire/soap.md section 3, "Login".
 */

/** What a client keeps between its calls. */
export interface SoapCookies {
  /** Takes what an answer sets and forgets what it ends. */
  take(headers: Headers): void;
  /** The value of the Cookie header; undefined when there is none to send. */
  header(): string | undefined;
  clear(): void;
}

/** More or longer ones than these are no service's: they are not kept. */
const MOST = 16;
const LONGEST = 4_096;

/** RFC 6265, section 4.1.1; quotes around a value belong to it. */
const PAIR = /^([!#$%&'*+.^_`|~\w-]+)=("?[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*"?)$/;

function hasEnded(attributes: readonly string[]): boolean {
  return attributes.some((attribute) => {
    const [name = '', value = ''] = attribute.split('=', 2).map((part) => part.trim());
    if (name.toLowerCase() === 'max-age') return Number(value) <= 0;
    return name.toLowerCase() === 'expires' && Date.parse(value) <= 0;
  });
}

/** Makes an empty keep. */
export function createSoapCookies(): SoapCookies {
  const cookies = new Map<string, string>();
  return {
    take(headers) {
      for (const line of headers.getSetCookie()) {
        const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
        const [, name = '', value = ''] = PAIR.exec(pair) ?? [];
        if (name === '' || pair.length > LONGEST) continue;
        if (value === '' || hasEnded(attributes)) cookies.delete(name);
        else if (cookies.has(name) || cookies.size < MOST) cookies.set(name, value);
      }
    },
    header: () => (cookies.size === 0 ? undefined : Array.from(cookies, (pair) => pair.join('=')).join('; ')),
    clear: () => cookies.clear(),
  };
}
