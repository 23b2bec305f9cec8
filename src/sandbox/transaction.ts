/**
 * A transaction as the sandbox keeps it, whatever dialect asked for it. rest-interface.md "TxnResp"; wire/rest.md
 * sections 3 and 9. Amounts are in the lowest denomination of their currency.
 */
import type { Action, CardType, CvnResultCode, Source, SubType, TxnType } from '../wire/codes.js';
import type { ReDResponse } from '../wire/rest/fraud-screening.js';
import type { StatementDescriptor } from '../wire/rest/statement-descriptor.js';
import type { ThreeDSResponse } from '../wire/rest/txn-resp.js';
import type { BankAccount } from './bank-account.js';
import type { RequestObjects } from './request-objects.js';

/**
 * What is kept of a card: enough for a receipt and a refund, never the number. Of a number that is no test card
 * nothing at all is kept, because it might be somebody's.
 */
export interface StoredCard {
  /** Row of the test-card table; null for a card that is in none. */
  readonly cardId: string | null;
  readonly type: CardType | null;
  /** First six digits, three dots, last three digits. */
  readonly masked: string | null;
  readonly holderName: string | null;
  /** `MMYY`. */
  readonly expiry: string | null;
  /** Keyed hash of the number, hexadecimal: the same card in this database has the same one. */
  readonly fingerprint: string | null;
}

/** The free references and names of a request, kept and answered as they came. */
export interface References {
  readonly crn1: string | null;
  readonly crn2: string | null;
  readonly crn3: string | null;
  readonly billerCode: string | null;
  readonly merchantReference: string | null;
  readonly emailAddress: string | null;
}

/** What the bank or the platform decided. */
export interface Outcome {
  /** `0` is approved and nothing else is. */
  readonly responseCode: string;
  readonly responseText: string;
  /** Two digits; null when no bank was asked. */
  readonly bankResponseCode: string | null;
  readonly authoriseId: string | null;
  /** `YYYYMMDD`; null when no bank was asked. */
  readonly settlementDate: string | null;
  readonly cvnResult: CvnResultCode | null;
  /** ISO 4217; null when no bank was asked. */
  readonly currency: string | null;
}

/** What only some transactions have, of that which is answered. */
export interface TransactionExtras {
  /** Of a transaction that was authenticated, or could not be. */
  readonly threeDS?: ThreeDSResponse;
  /** True while its shopper has not passed 3-D Secure yet. */
  readonly isChallenged?: true;
  /** The screening's own words, when one was asked for. */
  readonly screening?: ReDResponse;
  /** True when the screening refused it. */
  readonly isScreenedOut?: true;
}

/** A transaction. All are finished but those with the response code `P`. */
export interface Transaction extends References, Outcome {
  /** Grows from transaction to transaction, over all merchants. */
  readonly txnNumber: number;
  /** 11 digits, the last four are those of the number. */
  readonly receiptNumber: string;
  /** Retrieval reference number, 12 digits; null when no bank was asked. */
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
  /** Instead of a card, when a token of a bank account paid. */
  readonly bankAccount: BankAccount | null;
  /** The token that was made of the card. */
  readonly dvToken: string | null;
  /** The token that was paid with. Never answered. */
  readonly paidToken: string | null;
  /** Printed on the cardholder's statement; version 3 only. */
  readonly statementDescriptor: StatementDescriptor | null;
  /** Milliseconds since 1970 by the sandbox's clock. */
  readonly processedAt: number;
  /** Absent of most. */
  readonly extras?: TransactionExtras;
  /** What the request said of customer, order and screening. Kept, and never answered; not loaded with a transaction. */
  readonly requestObjects?: RequestObjects;
}

/** What has happened to an approved transaction since, refused attempts left out. */
export interface Ledger {
  /** Sum of its refunds that were not reversed. */
  readonly refunded: number;
  readonly captured: boolean;
  readonly reversed: boolean;
}
