/** The results of a command that changes something: done, refused or unknown. Nothing is ever sent twice. */
import { randomUUID } from 'node:crypto';
import type { FlorinError, TxnResp } from '../service/index.js';
import { isLateAnswer, outcomeOf } from '../service/outcome-of.js';
import { showAmount } from './amount.js';
import { CommandEnd, EXIT, isOutcomeUnknown } from './exit-codes.js';
import { line, paint, print, writeJson, type Printable } from './printable.js';
import { reportWhenStopped } from './stop-on-signal.js';
import { writeFields } from './terminal.js';

/** The reference of a change: the given one, or a random one. */
export function referenceOf({ reference }: { readonly reference?: string }): string {
  return reference ?? `florin-cli-${randomUUID()}`;
}

/** Formats a transaction as text. */
export function showTransaction(txn: TxnResp): Printable {
  const word = outcomeName(txn);
  return writeFields({
    Outcome: line`${paint(word, word === 'approved' ? 'good' : 'bad')} (${txn.ResponseCode ?? 'no code'}${txn.ResponseText ? ` ${txn.ResponseText}` : ''})`,
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

/** The outcome of a transaction as a word. */
export function outcomeName(txn: TxnResp): 'approved' | 'declined' | 'failed' | 'unknown' {
  if (isLateAnswer(txn)) return 'unknown';
  const outcome = outcomeOf(txn);
  if (outcome.status !== 'error') return outcome.status;
  return outcome.finality === 'final' ? 'failed' : 'unknown';
}

/** Prints a transaction. @throws CommandEnd with the code of its outcome unless it was approved */
export function endWith(txn: TxnResp, json: boolean): void {
  print(json ? writeJson(txn) : showTransaction(txn));
  const word = outcomeName(txn);
  if (word === 'unknown') {
    const number = txn.TxnNumber ?? '<TxnNumber>';
    throw new CommandEnd(
      EXIT.unknown,
      `The service does not know the outcome yet. Do not send it again. Look it up later: florin txn get ${number}`,
    );
  }
  if (word === 'approved') return;
  throw new CommandEnd(EXIT.declined, `The transaction ${word === 'failed' ? '' : 'was '}${word}: no money moved`);
}

/** Makes one change. @param lookUp the command that looks it up */
export function change<Answer>(lookUp: string, make: () => Promise<Answer>): Promise<Answer> {
  return reportLost(`It may have been made, and is not sent again. Look first: ${lookUp}`, make);
}

/**
 * Makes one change, and reports when its answer was lost.
 * @throws CommandEnd with the code `unknown` and the message when it may have been made
 */
export async function reportLost<Answer>(message: string, make: () => Promise<Answer>): Promise<Answer> {
  const done = reportWhenStopped(message);
  try {
    return await make();
  } catch (error) {
    if (!isOutcomeUnknown(error)) throw error;
    throw new CommandEnd(EXIT.unknown, `${(error as FlorinError).message}. ${message}`);
  } finally {
    done();
  }
}
