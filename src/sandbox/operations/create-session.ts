/**
 * Creates a session of the hosted token page for one IP address: a key like that of D7. docs/wire/soap.md section 3,
 * "CreateSession".
 */
import type { Context } from '../context.js';
import type { Caller } from '../merchant.js';
import { NO_REFERENCES } from '../references.js';
import type { TokenKey } from '../token.js';
import { newKey } from './new-key.js';

export interface SessionRequest {
  /** IPv4 or IPv6, in canonical spelling. */
  readonly ipAddress: string;
}

/** Creates a key that adds one token. Its page works for that address only. */
export async function createSession(
  { ipAddress }: SessionRequest,
  context: Context,
  { merchant, username }: Caller,
): Promise<TokenKey> {
  const terms = { ...NO_REFERENCES, task: 'add', dvToken: null, username, version: 'v3', ipAddress } as const;
  const key = newKey(terms, { redirectionUrl: null, webHookUrl: null }, merchant, context);
  await context.store.write((unit) => unit.addTokenKey(key));
  return key;
}
