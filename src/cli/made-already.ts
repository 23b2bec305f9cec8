/**
 * A change with a reference of the caller's own is made once: a command that is repeated first looks for what it has made.
 * The interface has no idempotency key, and a second refund is paid out, too.
 */
import type { RestClient, TxnResp } from '../service/index.js';
import { SMALL_ANSWER } from '../service/search-all.js';
import { showAmount } from './amount.js';
import { CommandEnd, EXIT } from './exit-codes.js';
import { outcomeName } from './outcome.js';
import { line, note } from './printable.js';

/** The change that is about to be made. */
export interface Change {
  readonly action: 'payment' | 'preauth' | 'refund' | 'capture' | 'reversal';
  readonly reference: string;
  readonly amount: number;
  readonly originalTxnNumber?: string;
}

/** Without dates the search covers the last 18 months. */
const EVER = { FromDate: '2000-01-01', ToDate: '2999-12-31' };

/** References are compared as people write them. */
const plain = (text: string | undefined): string => (text ?? '').trim().toLowerCase();

/**
 * Finds the change if it was made already, or may have been, and says so. One that moved no money does not count.
 *
 * @throws CommandEnd when the search cannot tell, or another amount has this reference: nothing is sent then
 */
export async function findMade(client: RestClient, change: Change): Promise<TxnResp | undefined> {
  const { action, amount, originalTxnNumber, reference } = change;
  const found = await client.searchTransactions({ MerchantReference: reference, ...EVER });
  /** Whether a row says what is compared below. */
  const isClear = ({ Action, MerchantReference, OriginalTxnNumber }: TxnResp) =>
    plain(MerchantReference) === plain(reference) &&
    plain(Action) !== '' &&
    (originalTxnNumber === undefined || plain(Action) !== action || plain(OriginalTxnNumber) !== '');
  const isReadable = found.every(isClear);
  if (!isReadable || found.length >= SMALL_ANSWER) {
    const why = isReadable ? `found ${found.length} transactions, maybe not all` : 'found others, or incomplete ones';
    throw new CommandEnd(
      EXIT.unknown,
      `The search for this reference ${why}, so it may have been made already. Nothing was sent; --again sends it`,
    );
  }
  const made = found.find(
    (txn) =>
      plain(txn.Action) === action &&
      plain(txn.OriginalTxnNumber) === plain(originalTxnNumber) &&
      !['declined', 'failed'].includes(outcomeName(txn)),
  );
  if (!made) return undefined;
  const number = made.TxnNumber ?? 'without a number';
  if (made.Amount !== amount) {
    throw new CommandEnd(
      EXIT.usage,
      `This reference has a ${action} of ${showAmount(made.Amount, made.Currency)}, ${number}. Nothing was sent; use another reference, or --again`,
    );
  }
  note(line`Made already: ${number}. Nothing was sent; --again makes another`);
  return made;
}
