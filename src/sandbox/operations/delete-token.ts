/** D6: deletes a token. It can no longer be found or pay. Transactions keep their card data. */
import type { Context } from '../context.js';
import { SandboxFault } from '../fault.js';
import type { Caller } from '../merchant.js';
import { readDvToken } from './dv-token.js';

/** @throws SandboxFault 123 for an invalid token, 202 when the merchant has no such token */
export async function deleteToken(
  { dvToken }: { readonly dvToken: string },
  { store, clock }: Context,
  { merchant }: Caller,
): Promise<void> {
  const number = readDvToken(dvToken);
  const isDeleted = await store.write((unit) => unit.deleteToken(merchant.id, number, clock.now()));
  if (!isDeleted) throw new SandboxFault(202);
}
