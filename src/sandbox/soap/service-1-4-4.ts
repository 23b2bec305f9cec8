/** The SOAP interface 1.4.4: its operations, in the order of wire/soap/operations.ts. */
import type { OperationName } from '../../wire/soap/operations.js';
import { readMembers } from '../../wire/soap/read-members.js';
import { SOAP_NAMESPACES } from '../../wire/soap/namespaces.js';
import { OBJECT_TYPES } from '../../wire/soap/types.js';
import { addAccountToken, updateAccountToken, updateAccountTokens } from './bank-account-tokens.js';
import { downloadBatchByFilename, downloadBatchById, retrieveBatchStatistics, submitBatchRow } from './batches.js';
import { openTokenPage } from './create-session.js';
import { uploadLookupFile, uploadLookupZipFile } from './crn-lookups.js';
import { isBankAvailable, logIn, logOut } from './login.js';
import { processPayment, writeTxnResponse } from './process-payment.js';
import { credentialsRow, type SoapRow } from './row.js';
import { searchPayments, writeTxn } from './search-transactions.js';
import { retrieveSettlementFiles } from './settlement-files.js';
import { anonymousToken, findTokens, recentTokens, unusedTokens } from './token-lists.js';
import { addCardToken, removeToken, tokenisePayment, updateCardToken, updateCardTokens } from './tokens.js';

/** A missing object counts as an empty one. docs/wire/soap.md section 2. */
const NO_TXN_REQUEST = readMembers(null, OBJECT_TYPES.TxnRequest, SOAP_NAMESPACES.service);
const NO_SEARCH = readMembers(null, OBJECT_TYPES.TxnSearch, SOAP_NAMESPACES.service);

/** A row for each operation. A missing one does not compile. */
export type Rows = { readonly [O in OperationName]: SoapRow<O> };

export const ROWS: Rows = {
  AddBankAccountToken: addAccountToken,
  UpdateBankAccountToken: updateAccountToken,
  UpdateBankAccountTokenMulti: updateAccountTokens,
  Login: logIn,
  Logout: logOut,
  SubmitBatch: submitBatchRow,
  DownloadBatchByFilename: downloadBatchByFilename,
  DownloadBatchById: downloadBatchById,
  RetrieveBatchStatistics: retrieveBatchStatistics,
  UploadCRNLookupZipFile: uploadLookupZipFile,
  UploadCRNLookupFile: uploadLookupFile,
  AddToken: addCardToken,
  DeleteToken: removeToken,
  UpdateToken: updateCardToken,
  UpdateTokenMulti: updateCardTokens,
  GetRecentlyModifiedTokens: recentTokens,
  GetUnusedTokens: unusedTokens,
  SearchTokens: findTokens,
  GetAnonymousToken: anonymousToken,
  TokenisePayment: tokenisePayment,
  ProcessPayment: credentialsRow(
    'ProcessPayment',
    ({ txnReq }) => txnReq ?? NO_TXN_REQUEST,
    processPayment,
    writeTxnResponse,
  ),
  SearchTransactions: credentialsRow(
    'SearchTransactions',
    ({ search }) => search ?? NO_SEARCH,
    searchPayments,
    (found) => found.map(writeTxn),
  ),
  IsBankAvailable: isBankAvailable,
  CreateSession: openTokenPage,
  RetrieveSettlementFiles: retrieveSettlementFiles,
};
