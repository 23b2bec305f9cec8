/**
 * D7 and D8: create a key with which one browser can add or update one token. docs/wire/rest.md sections 2, 3 and 11.
 */
import type { Version } from '../auth-key.js';
import type { Context } from '../context.js';
import { SandboxFault } from '../fault.js';
import type { Caller } from '../merchant.js';
import type { PageTerms } from '../page-terms.js';
import type { TokenReferences } from '../references.js';
import type { TokenKey, TokenKeyTask } from '../token.js';
import { assertAddresses } from './create-auth-key.js';
import { readDvToken } from './dv-token.js';
import { newKey } from './new-key.js';
import { checkEmailAddress } from './terms.js';

/** A server's request for a key. */
export interface TokenKeyRequest {
  readonly version: Version;
  readonly task: TokenKeyTask;
  /** The token to update; null for a new one. */
  readonly dvToken: string | null;
  readonly references: TokenReferences;
  readonly redirectionUrl: string | null;
  readonly webHookUrl: string | null;
  readonly page: PageTerms;
}

/**
 * Creates a key of the caller's merchant.
 *
 * @throws SandboxFault 116, 117, 123 for an invalid token, 127, 202 when the merchant has no such token
 */
export async function createTokenKey(
  request: TokenKeyRequest,
  context: Context,
  { merchant, username }: Caller,
): Promise<TokenKey> {
  assertAddresses(request);
  const dvToken = request.task === 'update' ? readDvToken(request.dvToken) : null;
  checkEmailAddress(request.references.emailAddress);
  const { references, task, version, page } = request;
  const key = newKey({ ...references, task, dvToken, username, version, page }, request, merchant, context);
  await context.store.write(async (unit) => {
    if (dvToken !== null && !(await unit.findToken(merchant.id, dvToken))) throw new SandboxFault(202);
    await unit.addTokenKey(key);
  });
  return key;
}
