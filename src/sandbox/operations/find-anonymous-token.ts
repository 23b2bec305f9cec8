/**
 * Finds the token of a hosted page by the signed references in its return URL. docs/wire/soap.md section 3,
 * "GetAnonymousToken".
 */
import type { Context } from '../context.js';
import type { Caller } from '../merchant.js';
import type { Token } from '../token.js';
import { isSignedBy } from './shared-secret.js';

/** The signed references of the return URL. */
export interface AnonymousTokenRequest {
  readonly success: string;
  readonly crn1: string;
  readonly crn2: string;
  readonly crn3: string;
  /** Hexadecimal. */
  readonly signature: string;
}

/** Whether the signature matches, and the token if there is one. */
export interface AnonymousToken {
  readonly isVerified: boolean;
  readonly token: Token | undefined;
}

const SUCCESSFUL = ['true', '1'];

/** Finds the newest token with exactly these references. Without references there is no match. */
export async function findAnonymousToken(
  request: AnonymousTokenRequest,
  { store, settings }: Context,
  { merchant }: Caller,
): Promise<AnonymousToken> {
  const { success, signature, crn1, crn2, crn3 } = request;
  const isVerified = await isSignedBy(merchant, [success, crn1, crn2, crn3], signature);
  const references = Object.entries({ crn1, crn2, crn3 });
  const filter = Object.fromEntries(references.filter(([, crn]) => crn !== ''));
  const isWanted = isVerified && SUCCESSFUL.includes(success.toLowerCase()) && Object.keys(filter).length > 0;
  if (!isWanted) return { isVerified, token: undefined };
  const found = await store.read((view) => view.searchTokens(merchant.id, { filter, limit: settings.searchLimit }));
  const hasAll = (token: Token) => references.every(([name, crn]) => (token[name as 'crn1'] ?? '') === crn);
  return { isVerified, token: found.find(hasAll) };
}
