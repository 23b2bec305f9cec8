/** T1 to T12 of the endpoint table, docs/wire/rest.md section 2. */
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

/** Response to a browser's submission, for payments and tokens. */
export const SUBMISSION: OperationAnswer = { kind: 'json', schema: both(submissionAnswer) };

/** Response with a new AuthKey, for payments and tokens. */
export const AUTH_KEY: OperationAnswer = { kind: 'json', schema: both(authKeyAnswer) };

/** Response with only the outcome of the call. */
export const NOTHING: OperationAnswer = { kind: 'json', schema: both(apiAnswer) };

/** Payments and the status, in the order of the table. */
export const TRANSACTION_OPERATIONS: readonly Operation[] = [
  {
    id: 'T1',
    name: 'processTransaction',
    title: 'Process a transaction',
    description: 'Pays, or acts on an earlier transaction. A decline also has APIResponse 0: check TxnResp.ResponseCode.',
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
    title: 'Look up a transaction by its number',
    description: 'A ResultKey is not a transaction number and gives 118 here.',
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
    description: 'The newest first, at most {searchLimit}. Without dates it covers the last {searchMonths}. An empty result is code 209 with an empty list.',
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
    description: 'Fixes the terms of one payment that a browser then makes. It expires after {authKeyMinutes}. Two requests create two valid keys.',
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
    description: 'As JSON: 0 means go to RedirectionUrl (also for a decline), 300 the same for 3-D Secure, 100 to 199 an invalid field, after which the key stays usable. As a form: a redirect to the same URL.',
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
    description: 'A form, whatever Content-Type says.',
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
    title: 'Look up the outcome of a browser payment',
    description: 'The only source for whether it was paid. The ResultKey can be read for {resultKeyHours}.',
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
    description: 'The URL of an iframe. IframeParameters of the key set its style and whether it has its own button.',
    tag: 'Pages',
    verb: 'GET',
    path: '/txns/iframe/{authKey}',
    caller: 'browser',
    answer: { kind: 'page' },
  },
  {
    id: 'T10',
    name: 'processIframeTransaction',
    title: 'Pay with the input of the frame',
    description: 'The frame stores the card; the server adds the rest and pays.',
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
    title: 'Check the status of the service',
    description: 'Also checks the credentials.',
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
    description: 'A shop redirects the browser to this page of the service to pay.',
    tag: 'Pages',
    verb: 'GET',
    path: '/pay/{merchantShortName}',
    isOutsideVersions: true,
    caller: 'browser',
    query: [{ name: 'in_pay_token', description: 'The AuthKey' }],
    answer: { kind: 'page' },
  },
];
