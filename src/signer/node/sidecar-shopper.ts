/**
 * Who is logged in, for a shop in another language: a token of the shopper that its back end puts into a cookie of the
 * sidecar's path, or, with an order, what the order's token says. Both are signed by the shop's keys; invariant 6.
 */
import type { OrderTokens, ShopperReading } from '../order-token.js';
import type { Shopper, SignerLogEntry } from '../signer-options.js';

export interface ShopperSource {
  /** What the token of this request's order says. */
  note(request: Request, shopper: Shopper): void;
  /** Null when nobody is logged in, and for a token that is refused; the log says why. */
  find(request: Request): Promise<Shopper | null>;
}

/** @param cookie its name */
export function createShopperSource(
  tokens: OrderTokens,
  cookie: string,
  log: (entry: SignerLogEntry) => void,
): ShopperSource {
  const noted = new WeakMap<Request, Shopper>();
  return {
    note: (request, shopper) => void noted.set(request, shopper),
    async find(request) {
      const known = noted.get(request);
      if (known) return known;
      const token = readCookie(request.headers.get('cookie') ?? '', cookie);
      if (token === undefined) return null;
      const reading = await tokens.readShopper(token);
      if (reading.status === 'valid') return reading.shopper;
      log(writeRefusal(reading));
      return null;
    },
  };
}

function writeRefusal({ reason, member }: Extract<ShopperReading, { status: 'refused' }>): SignerLogEntry {
  return { level: 'warn', event: 'shopper_token_refused', reason, member: member ?? null };
}

/** A cookie that stands twice was set by two: then nobody's word is taken. */
function readCookie(header: string, name: string): string | undefined {
  const values = header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`));
  return values.length === 1 ? values[0]?.slice(name.length + 1) : undefined;
}
