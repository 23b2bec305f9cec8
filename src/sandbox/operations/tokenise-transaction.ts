/** D3: stores the card of a transaction as a token. docs/wire/rest.md sections 2 and 8. */
import type { Action } from '../../wire/codes.js';
import type { Context } from '../context.js';
import { SandboxFault } from '../fault.js';
import type { Caller } from '../merchant.js';
import type { Token } from '../token.js';
import type { Transaction } from '../transaction.js';
import { makeToken } from './add-token.js';
import { readTxnNumber } from './txn-number.js';
import { APPROVED } from './outcome.js';

/** Actions that have their own card. */
const WITH_CARD: readonly Action[] = ['payment', 'preauth', 'unmatched_refund', 'verify_only'];

/** The payment and the consent. */
export interface TokeniseRequest {
  readonly txnNumber: string;
  /**
   * Source of the cardholder's consent besides StoreCard of the payment. For a server's payment, the requesting server
   * can confirm it. For a browser's payment, only the cardholder's own tick counts.
   */
  readonly consent?: 'of_the_server';
}

function isAgreed({ storeCard, source }: Transaction, consent: TokeniseRequest['consent']): boolean {
  return storeCard || (consent === 'of_the_server' && source === 'api');
}

/** True when {@link tokeniseTransaction} accepts it without further consent. */
export function isTokenisable(transaction: Transaction): boolean {
  try {
    assertTokenisable(transaction, undefined);
    return true;
  } catch {
    return false;
  }
}

/** @throws SandboxFault 203, 204, 208 */
function assertTokenisable(transaction: Transaction, consent: TokeniseRequest['consent']): void {
  const { action, card, responseCode } = transaction;
  if (!WITH_CARD.includes(action) || card.cardId === null) throw new SandboxFault(203);
  if (!isAgreed(transaction, consent)) throw new SandboxFault(204);
  if (responseCode !== APPROVED) throw new SandboxFault(208);
}

/** @throws SandboxFault 118 for an invalid number, 201 when the merchant has no such transaction, 203, 204, 208 */
export async function tokeniseTransaction(
  { txnNumber, consent }: TokeniseRequest,
  context: Context,
  { merchant, username }: Caller,
): Promise<Token> {
  const number = readTxnNumber(txnNumber);
  if (number === undefined) throw new SandboxFault(118);
  return context.store.write(async (unit) => {
    const transaction = await unit.findTransaction(merchant.id, number);
    if (!transaction) throw new SandboxFault(201);
    assertTokenisable(transaction, consent);
    const instrument = { card: transaction.card, bankAccount: null };
    const order = { merchantId: merchant.id, instrument, references: transaction, source: 'api', username } as const;
    return makeToken(unit, order, context);
  });
}
