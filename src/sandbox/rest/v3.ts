/** Version 3 of the REST interface, in the manual's order. wire/rest.md section 2. */
import { addToken } from '../operations/add-token.js';
import { checkStatus } from '../operations/check-status.js';
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
import { submitAuthKey } from '../operations/submit-auth-key.js';
import { submitTokenKey } from '../operations/submit-token-key.js';
import { tokeniseTransaction } from '../operations/tokenise-transaction.js';
import { updateToken } from '../operations/update-token.js';
import { nvRow, webformRow, withForm } from './form-row.js';
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
import { browserRow, row, type Row } from './row.js';
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
import { writeToken, writeTokenKey, writeTokens } from './token-writers.js';
import { writeAuthKey, writeNothing, writeSubmission, writeTransaction, writeTransactions } from './writers.js';

/** The endpoints below `/webapi/v3`. */
export const ROWS_V3: readonly Row[] = [
  row('POST', '/txns', readTransactionRequest('v3'), processTransaction, writeTransaction('v3')),
  row('GET', '/txns/:txnNumber', readTxnNumberPath, getTransaction, writeTransaction('v3')),
  row('POST', '/txns/search', readSearchRequest, searchTransactions, writeTransactions('v3')),
  row('POST', '/txns/processtxnauthkey', readAuthKeyRequest('v3'), createAuthKey, writeAuthKey),
  withForm(
    browserRow('POST', '/txns/withauthkey/:authKey', readSubmission, submitAuthKey, writeSubmission),
    webformRow(PAYMENT_FORM),
  ),
  nvRow(PAYMENT_FORM),
  row('GET', '/txns/withauthkey/:resultKey', readResultKeyPath, getResult, writeTransaction('v3')),
  row('POST', '/txns/processiframetxn/:authKey', readFramePayment, processFramePayment, writeSubmission),
  row('GET', '/status', readNothing, checkStatus, writeNothing),
  row('POST', '/dvtokens', readTokenRequest, addToken, writeToken('v3')),
  row('PUT', '/dvtokens/:dvToken', readTokenChange, updateToken, writeToken('v3')),
  row('POST', '/dvtokens/txn/:txnNumber', readTxnNumberPath, tokeniseTransaction, writeToken('v3')),
  row('GET', '/dvtokens/:dvToken', readTokenPath, getToken, writeToken('v3')),
  row('POST', '/dvtokens/search', readTokenSearch, searchTokens, writeTokens('v3')),
  row('DELETE', '/dvtokens/:dvToken', readTokenPath, deleteToken, writeNothing),
  row('POST', '/dvtokens/adddvtokenauthkey', readAddTokenKeyRequest('v3'), createTokenKey, writeTokenKey),
  row('POST', '/dvtokens/updatedvtokenauthkey', readUpdateTokenKeyRequest('v3'), createTokenKey, writeTokenKey),
  withForm(
    browserRow('POST', '/dvtokens/withauthkey/:authKey', readTokenSubmission('add'), submitTokenKey, writeSubmission),
    webformRow(ADD_TOKEN_FORM),
  ),
  nvRow(ADD_TOKEN_FORM),
  withForm(
    browserRow(
      'POST',
      '/dvtokens/withauthkey/update/:authKey',
      readTokenSubmission('update'),
      submitTokenKey,
      writeSubmission,
    ),
    webformRow(UPDATE_TOKEN_FORM),
  ),
  nvRow(UPDATE_TOKEN_FORM),
  row('POST', '/dvtokens/iframe/add/:authKey', readFrameToken('add'), processFrameToken, writeSubmission),
  row('POST', '/dvtokens/iframe/update/:authKey', readFrameToken('update'), processFrameToken, writeSubmission),
  row('GET', '/dvtokens/withauthkey/:resultKey', readResultKeyPath, getTokenResult, writeToken('v3')),
];
