/**
 * The REST interface below `/webapi/v2` and `/webapi/v3`: one row for each operation, under its number in docs/wire/rest.md
 * section 2. The OpenAPI document and the names of injected faults derive from it. Pages (T9, T12, D13, D14) have a
 * handler of their own.
 */
import { addToken } from '../operations/add-token.js';
import { createAuthKey } from '../operations/create-auth-key.js';
import { createTokenKey } from '../operations/create-token-key.js';
import { deleteToken } from '../operations/delete-token.js';
import { getResult } from '../operations/get-result.js';
import { getToken } from '../operations/get-token.js';
import { getTokenResult } from '../operations/get-token-result.js';
import { getTransaction } from '../operations/get-transaction.js';
import { processFramePayment, processFrameToken } from '../operations/process-frame.js';
import { processTransaction } from '../operations/process-transaction.js';
import { searchTokens } from '../operations/search-tokens.js';
import { searchTransactions } from '../operations/search-transactions.js';
import { tokeniseTransaction } from '../operations/tokenise-transaction.js';
import { updateToken } from '../operations/update-token.js';
import { jsonOrFormRow, nvRow } from './form-row.js';
import { ADD_TOKEN_FORM, PAYMENT_FORM, UPDATE_TOKEN_FORM } from './forms.js';
import {
  readAuthKeyRequest,
  readFramePayment,
  readNothing,
  readResultKeyPath,
  readSearchRequest,
  readSubmission,
  readTransactionRequest,
  readTxnNumberPath,
} from './readers.js';
import type { Version } from '../auth-key.js';
import { serverRow } from './row.js';
import {
  readAddTokenKeyRequest,
  readFrameToken,
  readTokenChange,
  readTokenPath,
  readTokenRequest,
  readTokenSearch,
  readTokenSubmission,
  readUpdateTokenKeyRequest,
} from './token-readers.js';
import {
  writeAuthKey,
  writeNothing,
  writeSubmission,
  writeToken,
  writeTokens,
  writeTransaction,
  writeTransactions,
} from './writers.js';

/** Both versions have the same endpoints. Readers and writers get the version where members differ. */
const rowsOf = (version: Version) => ({
  T1: serverRow('POST', '/txns/', readTransactionRequest(version), processTransaction, writeTransaction(version)),
  T2: serverRow('GET', '/txns/:txnNumber', readTxnNumberPath, getTransaction, writeTransaction(version)),
  T3: serverRow('POST', '/txns/search', readSearchRequest, searchTransactions, writeTransactions(version)),
  T4: serverRow('POST', '/txns/processtxnauthkey', readAuthKeyRequest(version), createAuthKey, writeAuthKey),
  T5: jsonOrFormRow(PAYMENT_FORM, readSubmission),
  T7: nvRow(PAYMENT_FORM),
  T8: serverRow('GET', '/txns/withauthkey/:resultKey', readResultKeyPath, getResult, writeTransaction(version)),
  T10: serverRow('POST', '/txns/processiframetxn/:authKey', readFramePayment, processFramePayment, writeSubmission),
  // The caller is already authenticated.
  T11: serverRow('GET', '/status/', readNothing, async () => {}, writeNothing),
  D1: serverRow('POST', '/dvtokens/', readTokenRequest, addToken, writeToken(version)),
  D2: serverRow('PUT', '/dvtokens/:dvToken', readTokenChange, updateToken, writeToken(version)),
  D3: serverRow('POST', '/dvtokens/txn/:txnNumber', readTxnNumberPath, tokeniseTransaction, writeToken(version)),
  D4: serverRow('GET', '/dvtokens/:dvToken', readTokenPath, getToken, writeToken(version)),
  D5: serverRow('POST', '/dvtokens/search', readTokenSearch, searchTokens, writeTokens(version)),
  D6: serverRow('DELETE', '/dvtokens/:dvToken', readTokenPath, deleteToken, writeNothing),
  D7: serverRow('POST', '/dvtokens/adddvtokenauthkey', readAddTokenKeyRequest(version), createTokenKey, writeAuthKey),
  D8: serverRow(
    'POST',
    '/dvtokens/updatedvtokenauthkey',
    readUpdateTokenKeyRequest(version),
    createTokenKey,
    writeAuthKey,
  ),
  D9: jsonOrFormRow(ADD_TOKEN_FORM, readTokenSubmission('add')),
  'D9.nv': nvRow(ADD_TOKEN_FORM),
  D10: jsonOrFormRow(UPDATE_TOKEN_FORM, readTokenSubmission('update')),
  'D10.nv': nvRow(UPDATE_TOKEN_FORM),
  D11: serverRow('POST', '/dvtokens/iframe/add/:authKey', readFrameToken('add'), processFrameToken, writeSubmission),
  'D11.update': serverRow(
    'POST',
    '/dvtokens/iframe/update/:authKey',
    readFrameToken('update'),
    processFrameToken,
    writeSubmission,
  ),
  D12: serverRow('GET', '/dvtokens/withauthkey/:resultKey', readResultKeyPath, getTokenResult, writeToken(version)),
});

/** The rows of each version. */
export const ROWS = { v2: rowsOf('v2'), v3: rowsOf('v3') } as const;

/** Number of an operation. */
export type RowId = keyof typeof ROWS.v3;
