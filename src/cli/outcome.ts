/** Ends of a command that changes something: done, refused, or nobody knows. Nothing is ever sent a second time. */
import type { FlorinError, TxnResp } from '../service/index.js';
import { outcomeOf } from '../service/outcome-of.js';
import { showAmount } from './amount.js';
import { CommandEnd, EXIT, isOutcomeUnknown } from './exit-codes.js';
import { sayWhenStopped } from './stop-on-signal.js';
import { paint, writeFields } from './terminal.js';

/** A transaction for people. */
export function showTransaction(txn: TxnResp): string {
  const word = wordFor(txn);
  return writeFields({
    Outcome: `${paint(word, word === 'approved' ? 'good' : 'bad')} (${txn.ResponseCode ?? 'no code'}${txn.ResponseText ? ` ${txn.ResponseText}` : ''})`,
    TxnNumber: txn.TxnNumber,
    Action: txn.Action,
    Amount: showAmount(txn.Amount, txn.Currency),
    'Bank code': txn.BankResponseCode,
    Receipt: txn.ReceiptNumber,
    Card: [txn.CardType, txn.CardDetails?.MaskedCardNumber].filter(Boolean).join(' '),
    Reference: txn.MerchantReference,
    Crn1: txn.Crn1,
    Original: txn.OriginalTxnNumber,
    Processed: txn.ProcessedDateTime,
    Test: txn.IsTestTxn === true ? 'yes' : 'no, live',
  });
}

/** approved, declined, failed, or unknown: the service itself cannot say. */
export function wordFor(txn: TxnResp): 'approved' | 'declined' | 'failed' | 'unknown' {
  const outcome = outcomeOf(txn);
  if (outcome.status !== 'error') return outcome.status;
  return outcome.finality === 'final' ? 'failed' : 'unknown';
}

/** Prints a transaction that was made. @throws CommandEnd with the code of its outcome unless it was approved */
export function endWith(txn: TxnResp, json: boolean): void {
  console.log(json ? JSON.stringify(txn) : showTransaction(txn));
  const word = wordFor(txn);
  if (word === 'unknown') {
    const number = txn.TxnNumber ?? '<TxnNumber>';
    throw new CommandEnd(
      EXIT.unknown,
      `The service does not know what became of it. Do not send it again. Look later: florin txn get ${number}`,
    );
  }
  if (word === 'approved') return;
  throw new CommandEnd(EXIT.declined, `The transaction ${word === 'failed' ? '' : 'was '}${word}: no money moved`);
}

/**
 * Makes one change.
 * @param lookUp the command that finds it again
 * @throws CommandEnd with the code `unknown` when it may have been made and nobody has said so
 */
export async function change<Answer>(lookUp: string, make: () => Promise<Answer>): Promise<Answer> {
  const says = `It may have been made, and is not sent again. Look first: ${lookUp}`;
  const done = sayWhenStopped(says);
  try {
    return await make();
  } catch (error) {
    if (!isOutcomeUnknown(error)) throw error;
    throw new CommandEnd(EXIT.unknown, `${(error as FlorinError).message}. ${says}`);
  } finally {
    done();
  }
}
