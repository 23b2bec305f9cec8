/** How the service's own pages look for one key: what the server asked for when it made the key. wire/rest.md section 3. */
import type { HppParameters, IframeParameters, TokenHppParameters } from '../wire/rest/auth-key.js';

/** Kept beside a key's terms, as it came. What may be shown of it, `pages/` decides when it shows it. */
export interface PageTerms {
  /** Of the hosted page; a payment's and a token's have different members. */
  readonly hpp: (HppParameters & TokenHppParameters) | null;
  /** Of the frame. */
  readonly iframe: IframeParameters | null;
}

/** A key that was made without a word about pages. */
export const PLAIN_PAGE: PageTerms = { hpp: null, iframe: null };
