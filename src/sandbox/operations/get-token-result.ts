/** D12: the result of a token key by the browser's ResultKey. docs/wire/rest.md section 11. */
import type { Context } from '../context.js';
import { SandboxFault } from '../fault.js';
import type { Caller } from '../merchant.js';
import { readSentKey } from '../sent-key.js';
import type { Token } from '../token.js';

/** @throws SandboxFault 206 when the merchant has no such key or its token is deleted, 207 when it is expired */
export async function getTokenResult(
  { resultKey }: { readonly resultKey: string },
  { store, clock }: Context,
  { merchant }: Caller,
): Promise<Token> {
  const found = await store.read((view) => view.findTokenResult(merchant.id, readSentKey(resultKey)));
  if (!found) throw new SandboxFault(206);
  if (clock.now() >= found.expiresAt) throw new SandboxFault(207);
  return found.token;
}
