/** T8: what became of an AuthKey, by the ResultKey that the browser was given. wire/rest.md section 11. */
import type { Context } from '../context.js';
import { SandboxFault } from '../fault.js';
import type { Caller } from '../merchant.js';
import { settlePending } from './finish-challenge.js';
import type { Transaction } from '../transaction.js';

/** @throws SandboxFault 206 when the merchant has no such key, 207 when it can no longer be read */
export async function getResult(
  { resultKey }: { readonly resultKey: string },
  context: Context,
  { merchant }: Caller,
): Promise<Transaction> {
  const { store, clock } = context;
  const found = await store.read((view) => view.findResult(merchant.id, resultKey.toLowerCase()));
  if (!found) throw new SandboxFault(206);
  if (clock.now() >= found.expiresAt) throw new SandboxFault(207);
  return settlePending(found.transaction, context);
}
