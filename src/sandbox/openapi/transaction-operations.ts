/** T1 to T12 of the endpoint table, wire/rest.md section 2. */
import {
  apiAnswer,
  authKeyAnswer,
  submissionAnswer,
  txnAnswerV2,
  txnAnswerV3,
  txnListAnswerV2,
  txnListAnswerV3,
} from '../../wire/rest/answers.js';
import { txnAuthKeyRequestV2, txnAuthKeyRequestV3 } from '../../wire/rest/auth-key.js';
import { iframeTxnRequest } from '../../wire/rest/iframe.js';
import { txnSearchRequest } from '../../wire/rest/search-input.js';
import { browserTxnRequest, processTxnRequestV2, processTxnRequestV3 } from '../../wire/rest/txn-req.js';
import { TRANSACTION_FIELDS } from './form-fields.js';
import { both, type Operation, type OperationAnswer } from './operation.js';

const TRANSACTION: OperationAnswer = { kind: 'json', schema: { v2: txnAnswerV2, v3: txnAnswerV3 } };

/** What a browser's submission is answered with, of payments and of tokens. */
export const SUBMISSION: OperationAnswer = { kind: 'json', schema: both(submissionAnswer) };

/** A new AuthKey, of payments and of tokens. */
export const AUTH_KEY: OperationAnswer = { kind: 'json', schema: both(authKeyAnswer) };

/** Nothing but the outcome of the call. */
export const NOTHING: OperationAnswer = { kind: 'json', schema: both(apiAnswer) };

/** Payments and the status, in the order of the table. */
export const TRANSACTION_OPERATIONS: readonly Operation[] = [
  {
    id: 'T1',
    name: 'processTransaction',
    title: 'Process a transaction',
    says: 'Pays, or acts on an earlier transaction. A decline is an answer with APIResponse 0: look at TxnResp.ResponseCode.',
    tag: 'Transactions',
    verb: 'POST',
    path: '/txns/',
    caller: 'server',
    body: { schema: { v2: processTxnRequestV2, v3: processTxnRequestV3 } },
    answer: TRANSACTION,
  },
  {
    id: 'T2',
    name: 'getTransaction',
    title: 'Look a transaction up by its number',
    says: 'A ResultKey is no transaction number: it gives 118 here.',
    tag: 'Transactions',
    verb: 'GET',
    path: '/txns/{txnNumber}',
    caller: 'server',
    answer: TRANSACTION,
  },
  {
    id: 'T3',
    name: 'searchTransactions',
    title: 'Search transactions',
    says: 'The newest first, at most 1,000. Without dates it looks back 18 months. Nothing found is 209 with an empty list.',
    tag: 'Transactions',
    verb: 'POST',
    path: '/txns/search',
    caller: 'server',
    body: { schema: both(txnSearchRequest) },
    answer: { kind: 'json', schema: { v2: txnListAnswerV2, v3: txnListAnswerV3 } },
  },
  {
    id: 'T4',
    name: 'createAuthKey',
    title: 'Make an AuthKey for a payment',
    says: 'Fixes the terms of one payment that a browser then makes. It lives for 30 minutes. Asked twice it makes two keys, both valid.',
    tag: 'Transactions',
    verb: 'POST',
    path: '/txns/processtxnauthkey',
    caller: 'server',
    body: { schema: { v2: txnAuthKeyRequestV2, v3: txnAuthKeyRequestV3 } },
    answer: AUTH_KEY,
  },
  {
    id: 'T5',
    formId: 'T6',
    name: 'submitPayment',
    title: 'Pay with an AuthKey',
    says: 'As JSON: 0 go to RedirectionUrl (a decline too), 300 the same for 3-D Secure, 100 to 199 a wrong field, and the key stays usable. As a form: a redirect to the same place.',
    tag: 'Transactions',
    verb: 'POST',
    path: '/txns/withauthkey/{authKey}',
    caller: 'browser',
    body: { schema: both(browserTxnRequest), form: TRANSACTION_FIELDS },
    answer: SUBMISSION,
  },
  {
    id: 'T7',
    name: 'submitPaymentPairs',
    title: 'Pay with an AuthKey, answered as name-value pairs',
    says: 'A form, whatever Content-Type says.',
    tag: 'Transactions',
    verb: 'POST',
    path: '/txns/withauthkey/{authKey}.nv',
    caller: 'browser',
    body: { form: TRANSACTION_FIELDS },
    answer: { kind: 'pairs' },
  },
  {
    id: 'T8',
    name: 'getResult',
    title: 'Look the outcome of a browser payment up',
    says: 'The only word on whether it was paid. The ResultKey can be read for 24 hours.',
    tag: 'Transactions',
    verb: 'GET',
    path: '/txns/withauthkey/{resultKey}',
    caller: 'server',
    answer: TRANSACTION,
  },
  {
    id: 'T9',
    name: 'showPaymentFrame',
    title: 'The card form in a frame',
    says: 'Opened as the address of an iframe. IframeParameters of the key give its style and whether it has a button of its own.',
    tag: 'Pages',
    verb: 'GET',
    path: '/txns/iframe/{authKey}',
    caller: 'browser',
    answer: { kind: 'page' },
  },
  {
    id: 'T10',
    name: 'processIframeTransaction',
    title: 'Pay with what the frame holds',
    says: 'The frame keeps the card; the server adds the rest and pays.',
    tag: 'Transactions',
    verb: 'POST',
    path: '/txns/processiframetxn/{authKey}',
    caller: 'server',
    body: { schema: both(iframeTxnRequest) },
    answer: SUBMISSION,
  },
  {
    id: 'T11',
    name: 'status',
    title: 'Ask whether the service is up',
    says: 'Tells whether the credentials work, too.',
    tag: 'Status',
    verb: 'GET',
    path: '/status/',
    caller: 'server',
    answer: NOTHING,
  },
  {
    id: 'T12',
    name: 'showPaymentPage',
    title: 'The hosted payment page',
    says: 'Where a shop sends the browser that pays on the page of the service.',
    tag: 'Pages',
    verb: 'GET',
    path: '/pay/{merchantShortName}',
    isOutsideVersions: true,
    caller: 'browser',
    query: [{ name: 'in_pay_token', says: 'The AuthKey' }],
    answer: { kind: 'page' },
  },
];
