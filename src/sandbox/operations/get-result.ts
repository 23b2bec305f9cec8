/** T8: the result of an AuthKey by the browser's ResultKey. docs/wire/rest.md section 11. */
import type { Context } from '../context.js';
import { SandboxFault } from '../fault.js';
import type { Caller } from '../merchant.js';
import { refreshPending } from './finish-challenge.js';
import { readSentKey } from '../sent-key.js';
import type { Transaction } from '../transaction.js';

/** @throws SandboxFault 206 when the merchant has no such key, 207 when it is expired */
export async function getResult(
  { resultKey }: { readonly resultKey: string },
  context: Context,
  { merchant }: Caller,
): Promise<Transaction> {
  const { store, clock } = context;
  const found = await store.read((view) => view.findResult(merchant.id, readSentKey(resultKey)));
  if (!found) throw new SandboxFault(206);
  if (clock.now() >= found.expiresAt) throw new SandboxFault(207);
  return refreshPending(found.transaction, context);
}
