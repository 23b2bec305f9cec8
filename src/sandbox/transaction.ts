/**
 * A stored transaction, the same for every dialect. docs/wire/rest-interface.md "TxnResp"; docs/wire/rest.md sections 3
 * and 9. Amounts are in the lowest denomination of their currency.
 */
import type { Action, CardType, CvnResultCode, Source, SubType, TxnType } from '../wire/codes.js';
import type { ReDResponse } from '../wire/rest/fraud-screening.js';
import type { StatementDescriptor } from '../wire/rest/statement-descriptor.js';
import type { ThreeDSResponse } from '../wire/rest/txn-resp.js';
import type { BankAccount } from './bank-account.js';
import type { References } from './references.js';
import type { RequestObjects } from './request-objects.js';

/**
 * The stored part of a card: enough for a receipt and a refund, never the number. Nothing is stored of a number that is
 * not a test card, because it could be a real one.
 */
export interface StoredCard {
  /** Id of the test card; null for any other card. */
  readonly cardId: string | null;
  readonly type: CardType | null;
  /** First six digits, three dots, last three digits. */
  readonly masked: string | null;
  readonly holderName: string | null;
  /** `MMYY`. */
  readonly expiry: string | null;
  /** Keyed hash of the number, hexadecimal: equal for the same card in one database. */
  readonly fingerprint: string | null;
}

/** Decision of the bank or the platform. */
export interface Outcome {
  /** Only `0` is approved. */
  readonly responseCode: string;
  readonly responseText: string;
  /** Two digits; null when the bank was not asked. */
  readonly bankResponseCode: string | null;
  readonly authoriseId: string | null;
  /** `YYYYMMDD`; null when the bank was not asked. */
  readonly settlementDate: string | null;
  readonly cvnResult: CvnResultCode | null;
  /** ISO 4217; null when the bank was not asked. */
  readonly currency: string | null;
}

/** Response members that only some transactions have. */
export interface TransactionExtras {
  /** Present after 3-D Secure, successful or not. */
  readonly threeDS?: ThreeDSResponse;
  /** True during a 3-D Secure challenge. */
  readonly isChallenged?: true;
  /** The screening's response, if one was requested. */
  readonly screening?: ReDResponse;
  /** SOAP's TxnType if type and sub type do not determine it. */
  readonly txnTypeName?: string;
  /** True when the screening refused it. */
  readonly isScreenedOut?: true;
}

/** A transaction. All are final except those with response code `P`. */
export interface Transaction extends References, Outcome {
  /** Ascending across all merchants. */
  readonly txnNumber: number;
  /** 11 digits; the last four are those of the transaction number. */
  readonly receiptNumber: string;
  /** Retrieval reference number, 12 digits; null when the bank was not asked. */
  readonly rrn: string | null;
  readonly merchantId: number;
  readonly merchantNumber: string;
  readonly action: Action;
  readonly type: TxnType;
  readonly subType: SubType;
  readonly source: Source;
  readonly amount: number;
  readonly amountOriginal: number;
  readonly amountSurcharge: number;
  readonly originalTxnNumber: string | null;
  readonly isTest: boolean;
  readonly storeCard: boolean;
  readonly cvnPresent: boolean;
  readonly card: StoredCard;
  /** Set instead of a card when the token of a bank account paid. */
  readonly bankAccount: BankAccount | null;
  /** The token of the stored card. */
  readonly dvToken: string | null;
  /** The token that paid. Never in a response. */
  readonly paidToken: string | null;
  /** Printed on the cardholder's statement; version 3 only. */
  readonly statementDescriptor: StatementDescriptor | null;
  /** Milliseconds since 1970 by the sandbox's clock. */
  readonly processedAt: number;
  /** User of the back office, or API user of the request, of the key or of the batch. Never in a response. */
  readonly username: string | null;
  /** Why the user of the back office did it. Never in a response. */
  readonly reason: string | null;
  /** Absent for most transactions. */
  readonly extras?: TransactionExtras;
  /** Customer, order and screening of the request. Stored, never in a response, and not loaded with a transaction. */
  readonly requestObjects?: RequestObjects;
}

/** Successful follow-ups of an approved transaction. */
export interface Ledger {
  /** Sum of the refunds that were not reversed. */
  readonly refunded: number;
  readonly captured: boolean;
  readonly reversed: boolean;
}
