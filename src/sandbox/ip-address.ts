/** Addresses of callers: how they are spelled, and where the one of a request is kept. */

const IP_V4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;
/** IPv4 as IPv6 has it, after `URL` has spelled it in hexadecimal. */
const MAPPED = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/;
const LONGEST = 45;

/** The one spelling of an IPv4 or IPv6 address; undefined when the text is none. */
export function readIpAddress(text: string): string | undefined {
  const trimmed = text.trim();
  if (IP_V4.test(trimmed)) return trimmed;
  if (trimmed.length > LONGEST || !/^[0-9a-f:.]+$/i.test(trimmed)) return undefined;
  try {
    const address = new URL(`http://[${trimmed}]/`).hostname.slice(1, -1);
    const [, high, low] = MAPPED.exec(address) ?? [];
    if (high === undefined || low === undefined) return address;
    const [first, second] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
    return [first >> 8, first & 255, second >> 8, second & 255].join('.');
  } catch {
    return undefined;
  }
}

/** A `Request` has no member for it, and no header can be believed. */
const callers = new WeakMap<Request, string>();

/** Notes where a request came from: who listens on a port knows. */
export function noteCaller(request: Request, address: string | undefined): void {
  const spelled = readIpAddress(address ?? '');
  if (spelled !== undefined) callers.set(request, spelled);
}

/** Where a request came from; undefined in process, where nobody listens. */
export function callerOf(request: Request): string | undefined {
  return callers.get(request);
}
