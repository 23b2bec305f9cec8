/** What the service's own pages (T9, T12, D13, D14) may know of a key before it is used. Nothing is consumed. */
import type { AuthKey } from '../auth-key.js';
import type { Context } from '../context.js';
import { SandboxFault } from '../fault.js';
import type { FrameEntry } from '../frame-entry.js';
import type { Merchant } from '../merchant.js';
import type { TokenKey } from '../token.js';

/** A live key of either kind, its merchant, and what waits under it. */
export type KeyInSight =
  | { readonly kind: 'transaction'; readonly key: AuthKey; readonly merchant: Merchant; readonly waiting?: FrameEntry }
  | { readonly kind: 'token'; readonly key: TokenKey; readonly merchant: Merchant; readonly waiting?: FrameEntry };

/** A key of either kind, live or not. */
export type KeyOfEitherKind =
  { readonly kind: 'transaction'; readonly key: AuthKey } | { readonly kind: 'token'; readonly key: TokenKey };

/** Finds a key of either kind, whatever became of it. Any case of its letters will do. */
export function findKey(text: string, { store }: Pick<Context, 'store'>): Promise<KeyOfEitherKind | undefined> {
  const authKey = text.toLowerCase();
  return store.read(async (view): Promise<KeyOfEitherKind | undefined> => {
    const ofTransaction = await view.findAuthKey(authKey);
    if (ofTransaction) return { kind: 'transaction', key: ofTransaction };
    const ofToken = await view.findTokenKey(authKey);
    return ofToken && { kind: 'token', key: ofToken };
  });
}

/**
 * Looks at a live key: `key.terms` is what the server fixed, `key.terms.hppParameters` and `key.terms.iframeParameters`
 * are how the page is to look. `ReturnBarUrl` and `CSS` in there are as the merchant sent them: the page checks them.
 *
 * @param text the AuthKey
 * @throws SandboxFault 206 when there is no such key, 207 when it is used or dead, 210 without a merchant
 */
export async function lookAtKey(text: string, context: Context): Promise<KeyInSight> {
  const found = await findKey(text, context);
  if (!found) throw new SandboxFault(206);
  if (found.key.usedAt !== null || context.clock.now() >= found.key.expiresAt) throw new SandboxFault(207);
  const { merchantId, authKey } = found.key;
  const { merchant, waiting } = await context.store.read(async (view) => ({
    merchant: await view.findMerchant(merchantId),
    waiting: await view.findFrameEntry(authKey),
  }));
  if (!merchant) throw new SandboxFault(210);
  return { ...found, merchant, ...(waiting && { waiting }) };
}
