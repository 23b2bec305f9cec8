/** T4: creates a key with which one browser can pay these terms once. docs/wire/rest.md sections 3 and 11. */
import type { AuthKey, Version } from '../auth-key.js';
import type { Context } from '../context.js';
import { writeExpiry } from '../expiry.js';
import { SandboxFault } from '../fault.js';
import type { Caller } from '../merchant.js';
import type { PageTerms } from '../page-terms.js';
import { readExpiry, type CardEntry } from './card-entry.js';
import { readDvToken } from './dv-token.js';
import { newKey } from './new-key.js';
import { isFollowUp } from './original-rules.js';
import { checkTerms, type RequestedTerms } from './terms.js';

/** A server's request for a key. */
export interface AuthKeyRequest {
  readonly version: Version;
  readonly terms: RequestedTerms;
  /** The stored card that pays: its number, and an expiry that takes precedence over the stored one. */
  readonly token: { readonly card: CardEntry; readonly updatesExpiry: boolean } | null;
  readonly redirectionUrl: string | null;
  readonly webHookUrl: string | null;
  readonly page: PageTerms;
}

/** Maximum length of a URL. Some browsers and proxies fail on longer ones. */
const LONGEST_URL = 2_000;

function isWebAddress(address: string): boolean {
  if (address.length > LONGEST_URL || !URL.canParse(address)) return false;
  return /^https?:$/.test(new URL(address).protocol);
}

/** @throws SandboxFault 116, 117 */
export function assertAddresses(request: Pick<AuthKeyRequest, 'redirectionUrl' | 'webHookUrl'>): void {
  if (request.webHookUrl !== null && !isWebAddress(request.webHookUrl)) throw new SandboxFault(116);
  if (request.redirectionUrl !== null && !isWebAddress(request.redirectionUrl)) throw new SandboxFault(117);
}

/** Checks the format only; the payment checks that the token exists. @throws SandboxFault 114, 123 */
function readTokenTerms({ token }: AuthKeyRequest) {
  if (!token) return { dvToken: null, dvTokenExpiry: null, updatesTokenExpiry: false };
  const expiry = readExpiry(token.card);
  return {
    dvToken: readDvToken(token.card.number),
    dvTokenExpiry: expiry && writeExpiry(expiry),
    updatesTokenExpiry: token.updatesExpiry,
  };
}

/** Creates a key of the caller's merchant. @throws SandboxFault 1xx */
export async function createAuthKey(
  request: AuthKeyRequest,
  context: Context,
  { merchant, username }: Caller,
): Promise<AuthKey> {
  const terms = checkTerms(request.terms, merchant);
  // A browser cannot act on an earlier transaction.
  if (isFollowUp(terms.action)) throw new SandboxFault(101);
  assertAddresses(request);
  const tokenTerms = readTokenTerms(request);
  const fixed = { ...terms, ...tokenTerms, username, version: request.version, page: request.page };
  const key = newKey(fixed, request, merchant, context);
  await context.store.write((unit) => unit.addAuthKey(key));
  return key;
}
