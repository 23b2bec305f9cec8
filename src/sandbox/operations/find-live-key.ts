/** Finds a live key of either kind without using it, for the input of the service's own frame. */
import type { AuthKey } from '../auth-key.js';
import type { Context } from '../context.js';
import { SandboxFault } from '../fault.js';
import { readSentKey } from '../sent-key.js';
import type { TokenKey } from '../token.js';
import { assertUnused } from './new-key.js';

/** A live key with the terms that the server fixed. */
export type LiveKey =
  { readonly kind: 'transaction'; readonly key: AuthKey } | { readonly kind: 'token'; readonly key: TokenKey };

function findKey(authKey: string, { store }: Context): Promise<LiveKey | undefined> {
  return store.read(async (view): Promise<LiveKey | undefined> => {
    const ofTransaction = await view.findAuthKey(authKey);
    if (ofTransaction) return { kind: 'transaction', key: ofTransaction };
    const ofToken = await view.findTokenKey(authKey);
    return ofToken && { kind: 'token', key: ofToken };
  });
}

/**
 * Finds a live key. It stays unused.
 *
 * @param text the AuthKey as it was sent
 * @throws SandboxFault 206 for an unknown key, 207 for a used or expired one
 */
export async function findLiveKey(text: string, context: Context): Promise<LiveKey> {
  const found = await findKey(readSentKey(text), context);
  if (!found) throw new SandboxFault(206);
  assertUnused(found.key, context.clock.now());
  return found;
}
