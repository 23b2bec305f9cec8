/** T2: one transaction by its number. docs/wire/rest-interface.md "Retrieve transaction". */
import type { Context } from '../context.js';
import { SandboxFault } from '../fault.js';
import type { Caller } from '../merchant.js';
import type { Transaction } from '../transaction.js';
import { refreshPending } from './finish-challenge.js';
import { readTxnNumber } from './txn-number.js';

/** @throws SandboxFault 118 for an invalid number, 201 when the merchant has no such transaction */
export async function getTransaction(
  { txnNumber }: { readonly txnNumber: string },
  context: Context,
  { merchant }: Caller,
): Promise<Transaction> {
  const number = readTxnNumber(txnNumber);
  if (number === undefined) throw new SandboxFault(118);
  const found = await context.store.read((view) => view.findTransaction(merchant.id, number));
  if (!found) throw new SandboxFault(201);
  return refreshPending(found, context);
}
