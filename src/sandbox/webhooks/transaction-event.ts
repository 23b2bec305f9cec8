/** The webhook event of a payment: its TxnResp. docs/wire/rest.md section 6. */
import { txnResp } from '../../wire/rest/txn-resp.js';
import { writeAnswer } from '../../wire/rest/write-wire.js';
import type { AuthKey } from '../auth-key.js';
import type { Context } from '../context.js';
import { toTxnResp } from '../rest/write-txn-resp.js';
import { withStoredName } from '../stored-name.js';
import type { Transaction } from '../transaction.js';
import type { WebhookEvent } from './outbox.js';

/** Creates the event of a transaction that used a key. The body has the API version of the key. */
export function transactionEvent(
  transaction: Transaction,
  { terms, webHookUrl }: AuthKey,
  { cards, settings }: Pick<Context, 'cards' | 'settings'>,
): WebhookEvent {
  const stored = { ...transaction, card: withStoredName(transaction.card) };
  const schema = txnResp[terms.version ?? 'v3'];
  return {
    merchantId: transaction.merchantId,
    kind: 'transaction',
    subject: String(transaction.txnNumber),
    url: webHookUrl,
    body: () => JSON.stringify(writeAnswer(schema, toTxnResp(stored, cards), settings.memberSpelling)),
    holderName: transaction.card.holderName,
  };
}
