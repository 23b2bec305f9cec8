/** D3: makes a token of the card of a transaction. wire/rest.md sections 2 and 8. */
import type { Action } from '../../wire/codes.js';
import type { Context } from '../context.js';
import { SandboxFault } from '../fault.js';
import type { Caller } from '../merchant.js';
import type { Token } from '../token.js';
import type { Transaction } from '../transaction.js';
import { makeToken } from './add-token.js';
import { readTxnNumber } from './make-transaction.js';
import { APPROVED } from './outcome.js';

/** The actions that bring a card of their own. */
const WITH_CARD: readonly Action[] = ['payment', 'preauth', 'unmatched_refund', 'verify_only'];

/** @throws SandboxFault 203, 204, 208 */
function assertTokenisable({ action, card, storeCard, responseCode }: Transaction): void {
  if (!WITH_CARD.includes(action) || card.cardId === null) throw new SandboxFault(203);
  if (!storeCard) throw new SandboxFault(204);
  if (responseCode !== APPROVED) throw new SandboxFault(208);
}

/** @throws SandboxFault 118 when the text is no transaction number, 201 when the merchant has none of it, 203, 204, 208 */
export async function tokeniseTransaction(
  { txnNumber }: { readonly txnNumber: string },
  context: Context,
  { merchant, username }: Caller,
): Promise<Token> {
  const number = readTxnNumber(txnNumber);
  if (number === undefined) throw new SandboxFault(118);
  return context.store.write(async (unit) => {
    const transaction = await unit.findTransaction(merchant.id, number);
    if (!transaction) throw new SandboxFault(201);
    assertTokenisable(transaction);
    const instrument = { card: transaction.card, bankAccount: null };
    const order = { merchantId: merchant.id, instrument, references: transaction, source: 'api', username } as const;
    return makeToken(unit, order, context);
  });
}
