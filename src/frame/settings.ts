/**
 * The settings that the signer writes into the frame's response (invariant 10): they never come from an attribute, a
 * query or the channel. They are JSON in `<script type="application/json" id="florin">`.
 */
import { FlorinError } from '../core/errors.js';
import type { ConsentLanguage } from '../core/key-terms.js';

/** Everything that the frame trusts. */
export interface FrameSettings {
  /** Origins that may embed the frame. */
  readonly parents: readonly string[];
  /** The only origin that may receive the card. */
  readonly serviceOrigin: string;
  /** The signer's public keys as JWK on P-256. */
  readonly publicKeys: readonly JsonWebKey[];
  /** The binding that a key must have, if shop and frame are on one site. */
  readonly binding?: string;
  /** The texts for the shopper's agreement, if keys are not bound. */
  readonly asks?: ConsentLanguage;
  /** The server's time of the response, in seconds since 1970: a shopper's clock may be hours off. */
  readonly now: number;
}

/** @throws FlorinError `configuration_invalid` for a page that was not made by `createFramePage` */
export function readSettings(page: Document): FrameSettings {
  try {
    const settings = JSON.parse(page.getElementById('florin')?.textContent ?? '') as FrameSettings;
    const { parents, publicKeys, serviceOrigin, binding, asks, now } = settings;
    const isSafe = binding !== undefined || asks !== undefined;
    if (Array.isArray(parents) && Array.isArray(publicKeys) && serviceOrigin && isSafe && now > 0) return settings;
  } catch {
    // The error follows below.
  }
  throw new FlorinError('configuration_invalid', 'Not a page of createFramePage');
}
