/** The REST interface, in the manual's order. docs/wire/rest.md section 2. */
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
import type { Version } from './read-terms.js';
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

/** Both versions have the same endpoints. Readers and writers get the version where members differ. */
const rowsOf = (version: Version): readonly Row[] => [
  row('POST', '/txns', readTransactionRequest(version), processTransaction, writeTransaction(version)),
  row('GET', '/txns/:txnNumber', readTxnNumberPath, getTransaction, writeTransaction(version)),
  row('POST', '/txns/search', readSearchRequest, searchTransactions, writeTransactions(version)),
  row('POST', '/txns/processtxnauthkey', readAuthKeyRequest(version), createAuthKey, writeAuthKey),
  withForm(
    browserRow('POST', '/txns/withauthkey/:authKey', readSubmission, submitAuthKey, writeSubmission),
    webformRow(PAYMENT_FORM),
  ),
  nvRow(PAYMENT_FORM),
  row('GET', '/txns/withauthkey/:resultKey', readResultKeyPath, getResult, writeTransaction(version)),
  row('POST', '/txns/processiframetxn/:authKey', readFramePayment, processFramePayment, writeSubmission),
  // T11: the caller is already authenticated.
  row('GET', '/status', readNothing, async () => {}, writeNothing),
  row('POST', '/dvtokens', readTokenRequest, addToken, writeToken(version)),
  row('PUT', '/dvtokens/:dvToken', readTokenChange, updateToken, writeToken(version)),
  row('POST', '/dvtokens/txn/:txnNumber', readTxnNumberPath, tokeniseTransaction, writeToken(version)),
  row('GET', '/dvtokens/:dvToken', readTokenPath, getToken, writeToken(version)),
  row('POST', '/dvtokens/search', readTokenSearch, searchTokens, writeTokens(version)),
  row('DELETE', '/dvtokens/:dvToken', readTokenPath, deleteToken, writeNothing),
  row('POST', '/dvtokens/adddvtokenauthkey', readAddTokenKeyRequest(version), createTokenKey, writeTokenKey),
  row('POST', '/dvtokens/updatedvtokenauthkey', readUpdateTokenKeyRequest(version), createTokenKey, writeTokenKey),
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
  row('GET', '/dvtokens/withauthkey/:resultKey', readResultKeyPath, getTokenResult, writeToken(version)),
];

/** The endpoints below `/webapi/v2` and `/webapi/v3`. */
export const ROWS = { v2: rowsOf('v2'), v3: rowsOf('v3') } as const;
