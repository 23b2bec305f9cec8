/**
 * Creates a session of the hosted token page for one IP address: a key like that of D7. docs/wire/soap.md section 3,
 * "CreateSession".
 */
import type { Context } from '../context.js';
import type { Caller } from '../merchant.js';
import type { TokenKey } from '../token.js';

/** A session for a shopper. */
export interface SessionRequest {
  /** IPv4 or IPv6, in canonical spelling. */
  readonly ipAddress: string;
}

const MINUTE_MS = 60_000;
const NO_REFERENCES = { crn1: null, crn2: null, crn3: null, billerCode: null, emailAddress: null };

/** Creates a key that adds one token. Its page works for that address only. */
export async function createSession(
  { ipAddress }: SessionRequest,
  { clock, random, settings, store }: Context,
  { merchant, username }: Caller,
): Promise<TokenKey> {
  const now = clock.now();
  const key: TokenKey = {
    authKey: random.uuid(),
    merchantId: merchant.id,
    terms: { ...NO_REFERENCES, task: 'add', dvToken: null, username, version: 'v3', ipAddress },
    redirectionUrl: null,
    webHookUrl: null,
    createdAt: now,
    expiresAt: now + settings.authKeyMinutes * MINUTE_MS,
    usedAt: null,
  };
  await store.write((unit) => unit.addTokenKey(key));
  return key;
}
