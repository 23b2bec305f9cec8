/** IP addresses of callers: canonical spelling, and the address of each request. */

const IP_V4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;
/** An IPv4-mapped IPv6 address in the hexadecimal spelling of `URL`. */
const MAPPED = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/;
const LONGEST = 45;

/** The canonical spelling of an IPv4 or IPv6 address; undefined when the text is not an address. */
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

/** A `Request` has no member for the address, and headers cannot be trusted. */
const callers = new WeakMap<Request, string>();

/** Records the address of a request. The server that listens on the port calls this. */
export function noteCaller(request: Request, address: string | undefined): void {
  const spelled = readIpAddress(address ?? '');
  if (spelled !== undefined) callers.set(request, spelled);
}

/** The address of a request; undefined for calls in process. */
export function callerOf(request: Request): string | undefined {
  return callers.get(request);
}
