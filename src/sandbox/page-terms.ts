/** Page parameters of one key, from the server's request. docs/wire/rest.md section 3. */
import type { HppParameters, IframeParameters, TokenHppParameters } from '../wire/rest/auth-key.js';

/** Stored unchanged beside a key's terms. `pages/` decides what to show. */
export interface PageTerms {
  /** Parameters of the hosted page; payments and tokens have different members. */
  readonly hpp: (HppParameters & TokenHppParameters) | null;
  /** Parameters of the frame. */
  readonly iframe: IframeParameters | null;
  /** The hosted page offers this wallet. */
  readonly amexExpressCheckout?: boolean;
}

/** A key without page parameters. */
export const PLAIN_PAGE: PageTerms = { hpp: null, iframe: null };
