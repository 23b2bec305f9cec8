import { processedAtOf } from '../attempts/processed-at.js';
import type { Claim } from '../claims/claim.js';
import type { LedgerEntry } from '../claims/ledger-entry.js';
import { isTokenEntry } from '../claims/token-entry.js';
import type { SignerContext } from '../signer-context.js';

/** One line for each outcome, with how many seconds after the payment the signer knew it. docs/guides/runbook.md. */
export function logPayment(
  { foundBy = 'page', log }: Pick<SignerContext, 'foundBy' | 'log'>,
  { reference }: Pick<Claim, 'reference'>,
  entry: LedgerEntry,
): void {
  if (isTokenEntry(entry)) return;
  const { kind, order, recordedAt, txn, txnNumber } = entry;
  const { Amount, Currency } = txn;
  const paidAt = processedAtOf(txn);
  log({
    level: 'info',
    event: 'payment',
    ...{ order, reference, kind, txnNumber, foundBy },
    amount: Amount === undefined ? null : Number(Amount),
    currency: Currency ?? null,
    lateSeconds: paidAt === undefined ? null : Math.max(0, Math.round((recordedAt - paidAt) / 1000)),
  });
}
