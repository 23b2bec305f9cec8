/** D6: deletes a token. Nobody finds it or pays with it any more; transactions keep what they know of the card. */
import type { Context } from '../context.js';
import { SandboxFault } from '../fault.js';
import type { Caller } from '../merchant.js';
import { readDvToken } from './dv-token.js';

/** @throws SandboxFault 123 when the text is no token, 202 when the merchant has none of it */
export async function deleteToken(
  { dvToken }: { readonly dvToken: string },
  { store, clock }: Context,
  { merchant }: Caller,
): Promise<void> {
  const number = readDvToken(dvToken);
  const isDeleted = await store.write((unit) => unit.deleteToken(merchant.id, number, clock.now()));
  if (!isDeleted) throw new SandboxFault(202);
}
