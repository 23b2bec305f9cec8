/** What the store believes, and the service or the shop does not know. */
import type { TxnResp } from '../../wire/rest/txn-resp.js';
import type { LedgerEntry } from '../claims/ledger-entry.js';
import { isTokenEntry } from '../claims/token-entry.js';
import { askService } from '../service/ask-service.js';
import type { SignerContext } from '../signer-context.js';
import type { AuditFinding, AuditKind } from './audit-finding.js';
import { compare } from './audit-payment.js';

/** How long the shop has to confirm a payment before the audit names it. Milliseconds. */
const TELLING = 600_000;
const PAGE = 1_000;

/**
 * The findings of what was recorded in a period.
 * @param rows that the service has in it, by TxnNumber
 * @throws Refusal `service_unreachable`
 */
export async function* auditEntries(
  context: SignerContext,
  period: { readonly from: number; readonly to: number },
  rows: ReadonlyMap<string | undefined, TxnResp>,
): AsyncGenerator<AuditFinding, void, void> {
  const { scopes, store } = context;
  const told = (await store.now()) - TELLING;
  for (const scope of [scopes.live, scopes.test]) {
    for await (const entry of readAll(context, scope, period)) {
      const find = (kind: AuditKind, members: readonly string[] = []): AuditFinding => {
        const { order, txn, txnNumber } = entry;
        return { kind, order, txnNumber, reference: txn.MerchantReference ?? '', members };
      };
      if ((entry.notice === 'due' || entry.notice === 'calling') && entry.recordedAt < told) yield find('untold');
      if (isTokenEntry(entry)) continue;
      // A row of the service counts too: one without its reference was taken for another's.
      const txn = rows.get(entry.txnNumber) ?? (await fetchTxn(context, entry));
      const { kind, members } = txn ? compare(txn, entry.txn) : { kind: 'missing' as const };
      if (kind === 'differs' || kind === 'missing') yield find(kind, members);
    }
  }
}

async function* readAll(
  { store }: SignerContext,
  scope: string,
  { from, to }: { readonly from: number; readonly to: number },
): AsyncGenerator<LedgerEntry, void, void> {
  let place = { recordedAt: from, txnNumber: '' };
  for (;;) {
    const page = await store.readEntries(scope, place, to, PAGE);
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    place = last;
  }
}

function fetchTxn({ log, service }: SignerContext, { txnNumber }: LedgerEntry): Promise<TxnResp | undefined> {
  return askService(
    log,
    'get_transaction',
    async (): Promise<TxnResp | undefined> => service.getTransaction(txnNumber),
    undefined,
  );
}
