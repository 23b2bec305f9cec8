/** Descriptions of T1 to T11, docs/wire/rest.md section 2. */
import { apiAnswer, authKeyAnswer, submissionAnswer, txnAnswer, txnListAnswer } from '../../wire/rest/answers.js';
import { txnAuthKeyRequest } from '../../wire/rest/auth-key.js';
import { iframeTxnRequest } from '../../wire/rest/iframe.js';
import { txnSearchRequest } from '../../wire/rest/search-input.js';
import { browserTxnRequest, processTxnRequest } from '../../wire/rest/txn-req.js';
import type { RowId } from '../rest/rows.js';
import { TRANSACTION_FIELDS } from './form-fields.js';
import { both, type OperationAnswer, type OperationDoc } from './operation.js';

const TRANSACTION: OperationAnswer = { kind: 'json', schema: txnAnswer };

/** Response to a browser's submission, for payments and tokens. */
export const SUBMISSION: OperationAnswer = { kind: 'json', schema: both(submissionAnswer) };

/** Response with a new AuthKey, for payments and tokens. */
export const AUTH_KEY: OperationAnswer = { kind: 'json', schema: both(authKeyAnswer) };

/** Response with only the outcome of the call. */
export const NOTHING: OperationAnswer = { kind: 'json', schema: both(apiAnswer) };

/** Payments and the status, by number. */
export const TRANSACTION_DOCS = {
  T1: {
    name: 'processTransaction',
    title: 'Process a transaction',
    description:
      'Pays, or acts on an earlier transaction. A decline also has APIResponse 0: check TxnResp.ResponseCode.',
    body: { schema: processTxnRequest },
    answer: TRANSACTION,
  },
  T2: {
    name: 'getTransaction',
    title: 'Look up a transaction by its number',
    description: 'A ResultKey is not a transaction number and gives 118 here.',
    answer: TRANSACTION,
  },
  T3: {
    name: 'searchTransactions',
    title: 'Search transactions',
    description:
      'The newest first, at most {searchLimit}. Without dates it covers the last {searchMonths}. An empty result is code 209 with an empty list.',
    body: { schema: both(txnSearchRequest) },
    answer: { kind: 'json', schema: txnListAnswer },
  },
  T4: {
    name: 'createAuthKey',
    title: 'Make an AuthKey for a payment',
    description:
      'Fixes the terms of one payment that a browser then makes. It expires after {authKeyMinutes}. Two requests create two valid keys.',
    body: { schema: txnAuthKeyRequest },
    answer: AUTH_KEY,
  },
  T5: {
    formId: 'T6',
    name: 'submitPayment',
    title: 'Pay with an AuthKey',
    description:
      'As JSON: 0 means go to RedirectionUrl (also for a decline), 300 the same for 3-D Secure, 100 to 199 an invalid field, after which the key stays usable. As a form: a redirect to the same URL.',
    body: { schema: both(browserTxnRequest), form: TRANSACTION_FIELDS },
    answer: SUBMISSION,
  },
  T7: {
    name: 'submitPaymentPairs',
    title: 'Pay with an AuthKey, answered as name-value pairs',
    description: 'A form, whatever Content-Type says.',
    body: { form: TRANSACTION_FIELDS },
    answer: { kind: 'pairs' },
  },
  T8: {
    name: 'getResult',
    title: 'Look up the outcome of a browser payment',
    description: 'The only source for whether it was paid. The ResultKey can be read for {resultKeyHours}.',
    answer: TRANSACTION,
  },
  T10: {
    name: 'processIframeTransaction',
    title: 'Pay with the input of the frame',
    description: 'The frame stores the card; the server adds the rest and pays.',
    body: { schema: both(iframeTxnRequest) },
    answer: SUBMISSION,
  },
  T11: {
    name: 'status',
    title: 'Check the status of the service',
    description: 'Also checks the credentials.',
    answer: NOTHING,
  },
} satisfies Partial<Record<RowId, OperationDoc>>;
