/**
 * Finds the logged-in shopper for a shop in another language: from a shopper token that its back
 * end puts into a cookie of the sidecar's path, or, for an order, from the order token. Both are
 * signed with the shop's keys; invariant 6.
 */
import type { OrderTokens, ShopperReading } from '../order-tokens/order-token.js';
import type { Shopper, SignerLogEntry } from '../signer-options.js';

interface ShopperSource {
  /** Stores the shopper of this request's order token. */
  note(request: Request, shopper: Shopper): void;
  /** Null when nobody is logged in or the token is refused; the log has the reason. */
  find(request: Request): Promise<Shopper | null>;
}

/** @param cookie the name of the cookie */
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

/** A cookie that occurs twice has two authors, so neither is trusted. */
function readCookie(header: string, name: string): string | undefined {
  const values = header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`));
  return values.length === 1 ? values[0]?.slice(name.length + 1) : undefined;
}
