/** A live key of either kind, without using it: what the service's own frame hands in has to fit it. */
import type { AuthKey } from '../auth-key.js';
import type { Context } from '../context.js';
import { SandboxFault } from '../fault.js';
import type { TokenKey } from '../token.js';

/** A key that lives. Its terms are what the server fixed. */
export type KeyInSight =
  { readonly kind: 'transaction'; readonly key: AuthKey } | { readonly kind: 'token'; readonly key: TokenKey };

function findKey(authKey: string, { store }: Context): Promise<KeyInSight | undefined> {
  return store.read(async (view): Promise<KeyInSight | undefined> => {
    const ofTransaction = await view.findAuthKey(authKey);
    if (ofTransaction) return { kind: 'transaction', key: ofTransaction };
    const ofToken = await view.findTokenKey(authKey);
    return ofToken && { kind: 'token', key: ofToken };
  });
}

/**
 * Looks at a live key. Nothing is consumed.
 *
 * @param text the AuthKey, in any case
 * @throws SandboxFault 206 when there is no such key, 207 when it is used or dead
 */
export async function lookAtKey(text: string, context: Context): Promise<KeyInSight> {
  const found = await findKey(text.toLowerCase(), context);
  if (!found) throw new SandboxFault(206);
  if (found.key.usedAt !== null || context.clock.now() >= found.key.expiresAt) throw new SandboxFault(207);
  return found;
}
