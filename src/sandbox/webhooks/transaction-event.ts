/** A payment as its webhook tells it: the bare TxnResp. wire/rest.md section 6. */
import { txnRespV2, txnRespV3 } from '../../wire/rest/txn-resp.js';
import { writeAnswer } from '../../wire/rest/write-wire.js';
import type { AuthKey } from '../auth-key.js';
import type { Context } from '../context.js';
import { toTxnResp } from '../rest/write-txn-resp.js';
import type { Transaction } from '../transaction.js';
import type { WebhookEvent } from './outbox.js';

/** The event of a transaction that was made with a key. The body is of the version that the key was asked for in. */
export function transactionEvent(
  transaction: Transaction,
  { terms, webHookUrl }: AuthKey,
  { cards, settings }: Pick<Context, 'cards' | 'settings'>,
): WebhookEvent {
  const schema = terms.version === 'v2' ? txnRespV2 : txnRespV3;
  return {
    merchantId: transaction.merchantId,
    kind: 'transaction',
    subject: String(transaction.txnNumber),
    url: webHookUrl,
    body: () => JSON.stringify(writeAnswer(schema, toTxnResp(transaction, cards), settings.memberSpelling)),
    holderName: transaction.card.holderName,
  };
}
