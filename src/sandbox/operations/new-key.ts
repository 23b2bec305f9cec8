/** Creates AuthKeys, and checks that they can be used. */
import type { StoredKey } from '../auth-key.js';
import type { Context } from '../context.js';
import { SandboxFault } from '../fault.js';
import type { Merchant } from '../merchant.js';

const MINUTE_MS = 60_000;

/** Creates a key of a merchant. It is not stored yet. */
export function newKey<Terms>(
  terms: Terms,
  { redirectionUrl, webHookUrl }: Pick<StoredKey<Terms>, 'redirectionUrl' | 'webHookUrl'>,
  merchant: Merchant,
  { clock, random, settings }: Context,
): StoredKey<Terms> {
  const now = clock.now();
  return {
    authKey: random.uuid(),
    merchantId: merchant.id,
    terms,
    redirectionUrl,
    webHookUrl,
    createdAt: now,
    expiresAt: now + settings.authKeyMinutes * MINUTE_MS,
    usedAt: null,
  };
}

/** @throws SandboxFault 207 for a used or expired key */
export function assertUnused(
  { usedAt, expiresAt }: Pick<StoredKey<unknown>, 'usedAt' | 'expiresAt'>,
  now: number,
): void {
  if (usedAt !== null || now >= expiresAt) throw new SandboxFault(207);
}
