/** Readers: convert a call to the input of an operation. Rows of both versions use them. */
import { hppParametersOf, txnAuthKeyRequest, type DVTokenData } from '../../wire/rest/auth-key.js';
import { iframeTxnRequest, type IframeTxnReq } from '../../wire/rest/iframe.js';
import { txnSearchRequest, type TxnSearchInput } from '../../wire/rest/search-input.js';
import { browserTxnRequest, processTxnRequest, type TxnReqWithAuthKey } from '../../wire/rest/txn-req.js';
import type { Version } from '../auth-key.js';
import type { AuthKeyRequest } from '../operations/create-auth-key.js';
import { isFollowUp } from '../operations/original-rules.js';
import type { FramePayment } from '../operations/process-frame.js';
import type { TransactionRequest } from '../operations/process-transaction.js';
import type { SearchRequest } from '../operations/search-transactions.js';
import type { Submission } from '../operations/submit-auth-key.js';
import { filledMembers, textOrNull } from '../sent-text.js';
import type { TransactionFilter } from '../store/transaction-query.js';
import {
  readBrowserCard,
  readCard,
  readCardAdditions,
  readKeyMembers,
  readReferences,
  readTerms,
} from './read-terms.js';
import type { Read, RestCall } from './row.js';
import { readBody } from './wire-fault.js';

/** T11: nothing. */
export const readNothing: Read<void> = () => undefined;

/**
 * Removes the members that the action ignores: the card of a refund, reversal or capture, and the original of every
 * other action. docs/wire/rest-interface.md "TxnReq".
 */
function withoutIgnored(body: unknown): unknown {
  const { TxnReq } = Object(body) as { readonly TxnReq?: unknown };
  if (!isMembers(TxnReq)) return body;
  const ignored = isFollowUp(TxnReq['Action']) ? 'CardDetails' : 'OriginalTxnNumber';
  return { TxnReq: { ...TxnReq, [ignored]: undefined } };
}

function isMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** T1. */
export function readTransactionRequest(version: Version): Read<TransactionRequest> {
  const schema = processTxnRequest[version];
  return ({ body }) => {
    const { TxnReq: request } = readBody(schema, body, 'TxnReq', 'server', withoutIgnored);
    return {
      terms: readTerms(request, version),
      storeCard: request.StoreCard ?? false,
      card: readCard(request.CardDetails),
      originalTxnNumber: textOrNull(request.OriginalTxnNumber),
    };
  };
}

/** T2. */
export const readTxnNumberPath: Read<{ readonly txnNumber: string }> = ({ parameters }) => ({
  txnNumber: parameters['txnNumber'] ?? '',
});

type PeriodMember = 'FromDate' | 'ToDate';
type Texts<Member extends string> = Readonly<Partial<Record<Member, string | undefined>>>;

/**
 * Reads the filled members of a search and its period.
 * @param columns - what each member is compared with; a member without one does not compile, because it would find everything
 */
export function readFilter<Member extends string>(
  columns: Readonly<Record<Member, string>>,
  wire: Texts<Member | PeriodMember>,
) {
  const { FromDate, ToDate } = wire as Texts<PeriodMember>;
  const members = Object.keys(columns) as Member[];
  return {
    filter: filledMembers(Object.fromEntries(members.map((member) => [columns[member], wire[member]]))),
    ...(FromDate && { fromDate: FromDate }),
    ...(ToDate && { toDate: ToDate }),
  };
}

const COLUMNS: Readonly<
  Record<Exclude<keyof TxnSearchInput, PeriodMember | 'Amount' | 'TxnNumber'>, keyof TransactionFilter>
> = {
  Action: 'action',
  AuthoriseId: 'authoriseId',
  BankResponseCode: 'bankResponseCode',
  BillerCode: 'billerCode',
  CardType: 'cardType',
  Crn1: 'crn1',
  Crn2: 'crn2',
  Crn3: 'crn3',
  Currency: 'currency',
  ExpiryDate: 'cardExpiry',
  MaskedCardNumber: 'cardMasked',
  MerchantReference: 'merchantReference',
  RRN: 'rrn',
  ReceiptNumber: 'receiptNumber',
  ResponseCode: 'responseCode',
  SettlementDate: 'settlementDate',
  Source: 'source',
};

/** T3. */
export const readSearchRequest: Read<SearchRequest> = ({ body }) => {
  const { SearchInput: wire } = readBody(txnSearchRequest, body, 'SearchInput');
  return {
    ...readFilter(COLUMNS, wire),
    ...(wire.Amount !== undefined && { amount: wire.Amount }),
    ...(wire.TxnNumber && { txnNumber: wire.TxnNumber }),
  };
};

/** DVTokenData without a token is ignored. */
function readTokenData(wire: DVTokenData | undefined): AuthKeyRequest['token'] {
  const card = wire && readCard({ CardNumber: wire.DVToken, ExpiryDate: wire.ExpiryDate });
  return card?.number ? { card, updatesExpiry: wire?.UpdateDVTokenExpiryDate ?? false } : null;
}

/** T4. */
export function readAuthKeyRequest(version: Version): Read<AuthKeyRequest> {
  const schema = txnAuthKeyRequest[version];
  return ({ body }) => {
    const request = readBody(schema, body, 'ProcessTxnData');
    const { DVTokenData: token, AmexExpressCheckout: amexExpressCheckout = false } = request.ProcessTxnData;
    const { page, ...members } = readKeyMembers(request, hppParametersOf(request));
    return {
      terms: readTerms(request.ProcessTxnData, version),
      version,
      token: readTokenData(token),
      ...members,
      page: { ...page, amexExpressCheckout },
    };
  };
}

/** Reads the common members of T5 and T10. */
function readBrowserTerms(request: TxnReqWithAuthKey | IframeTxnReq, { parameters, origin }: RestCall) {
  return {
    authKey: parameters['authKey'] ?? '',
    terms: {
      ...readReferences(request),
      amount: request.Amount ?? null,
      amountOriginal: request.AmountOriginal ?? null,
      amountSurcharge: request.AmountSurcharge ?? null,
      currency: textOrNull(request.Currency),
      deviceFingerprint: textOrNull(request.FraudScreeningDeviceFingerprint),
    },
    storeCard: request.StoreCard ?? false,
    origin,
  };
}

/** T5 to T7: a browser's TxnReq, from JSON or a form. */
export function toSubmission(request: TxnReqWithAuthKey, call: RestCall): Submission {
  return { ...readBrowserTerms(request, call), card: readBrowserCard(request.CardDetails) };
}

/** T5, JSON. */
export const readSubmission: Read<Submission> = (call) => {
  const { TxnReq: request } = readBody(browserTxnRequest, call.body, 'TxnReq', 'browser');
  return toSubmission(request, call);
};

/** T10. */
export const readFramePayment: Read<FramePayment> = (call) => {
  const { TxnReq: request } = readBody(iframeTxnRequest, call.body, 'TxnReq', 'browser');
  return { ...readBrowserTerms(request, call), additions: readCardAdditions(request.CardDetails) };
};

/** T8. */
export const readResultKeyPath: Read<{ readonly resultKey: string }> = ({ parameters }) => ({
  resultKey: parameters['resultKey'] ?? '',
});
