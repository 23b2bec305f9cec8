/**
 * What the signer has baked into the frame's response (invariant 10): nothing of it ever comes from an attribute, a query
 * or the channel. It stands as JSON in `<script type="application/json" id="florin">`.
 */
import { FlorinError } from '../core/errors.js';
import type { ConsentLanguage } from '../core/key-terms.js';

/** What the frame may trust. */
export interface FrameSettings {
  /** Origins that may hold the frame. */
  readonly parents: readonly string[];
  /** The only origin that may get the card. */
  readonly serviceOrigin: string;
  /** The signer's public keys as JWK on P-256. */
  readonly publicKeys: readonly JsonWebKey[];
  /** What a key has to be bound to, where shop and frame are of one site. */
  readonly binding?: string;
  /** How the frame asks the shopper, where no key is bound. */
  readonly asks?: ConsentLanguage;
  /** Seconds since 1970 at the server, when it answered: a shopper's clock may be hours off. */
  readonly now: number;
}

/** @throws FlorinError `configuration_invalid` for a page that no signer of ours has made */
export function readSettings(page: Document): FrameSettings {
  try {
    const settings = JSON.parse(page.getElementById('florin')?.textContent ?? '') as FrameSettings;
    const { parents, publicKeys, serviceOrigin, binding, asks, now } = settings;
    const isSafe = binding !== undefined || asks !== undefined;
    if (Array.isArray(parents) && Array.isArray(publicKeys) && serviceOrigin && isSafe && now > 0) return settings;
  } catch {
    // Told below.
  }
  throw new FlorinError('configuration_invalid', 'Not a page of createFramePage');
}
