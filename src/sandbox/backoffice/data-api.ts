/**
 * Endpoints of the pages about stored data: dashboard, tokens, batches, look-ups, caught webhooks, settlement. Part of
 * `OfficeApi`.
 */
import type { BatchFile } from '../batch/submit-batch.js';
import type { BillerReference, MerchantSettings, RuledReference } from '../merchant.js';
import type { LookupEntry } from '../crn-lookup/crn-lookup.js';
import type { DaySum } from '../settlement/sum-settled.js';
import type { Done, Endpoint, Explanation, Query } from './endpoint.js';

/** A token. Its whole number is only in the answer of `POST /tokens/:id/copy`. */
export interface ListedToken {
  /** Names the token in addresses. */
  readonly id: string;
  /** `599999`, three dots, last three digits. */
  readonly maskedToken: string;
  readonly kind: 'card' | 'bank_account';
  /** First six digits, three dots, last three digits of a card; three dots and the last three digits of an account. */
  readonly maskedNumber: string | null;
  readonly cardType: string | null;
  readonly holderName: string | null;
  /** `MMYY`; null for an account. */
  readonly expiry: string | null;
  readonly isExpired: boolean;
  readonly crn1: string | null;
  readonly source: string;
  /** Milliseconds since 1970, as all times. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface FoundTokens {
  readonly tokens: readonly ListedToken[];
  /** True when the search found more than the list contains. */
  readonly isCut: boolean;
}

export interface TokenDetail {
  readonly token: ListedToken;
  readonly crn2: string | null;
  readonly crn3: string | null;
  readonly billerCode: string | null;
  readonly emailAddress: string | null;
  readonly userCreated: string | null;
  readonly userUpdated: string | null;
  /** DVTokenResp of version 3; the token and an account number are masked. */
  readonly response: object;
}

/** A sum in the lowest denomination, as digits: it can exceed the safe integers. */
export type MoneySum = string;

/** Length of the dashboard's steps: the last 48 hours, 30 days, or 26 weeks, in the service's time zone. */
export type Interval = 'hour' | 'day' | 'week';

/** How long calls took, in milliseconds. */
export interface Latency {
  readonly calls: number;
  readonly median: number;
  /** 95 of 100 calls were not slower. */
  readonly p95: number;
}

export interface DashboardStep extends PeriodSums {
  readonly start: number;
  /** Of the calls in the request log; null without any. */
  readonly latency: Latency | null;
}

/** Why payments were declined. */
export interface DeclineReason {
  /** In plain words. */
  readonly why: string;
  readonly responseCode: string;
  /** Null when the bank was not asked. */
  readonly bankResponseCode: string | null;
  readonly count: number;
}

export interface PeriodSums {
  /** Approved payments and captures in the chosen currency. */
  readonly volume: MoneySum;
  /** Payments and pre-authorisations in any currency. */
  readonly approved: number;
  readonly declined: number;
}

/** Sums of a period, with its steps. Transactions that wait for 3-D Secure do not count. */
export interface Dashboard extends PeriodSums {
  readonly interval: Interval;
  /** The chosen currency, or the most frequent one of the period. */
  readonly currency: string;
  /** Currencies in which money moved in the period, the most frequent first. */
  readonly currencies: readonly string[];
  readonly steps: readonly DashboardStep[];
  /** Refunds of the period, minus the reversals of refunds in it: negative when those undid more, of earlier refunds. */
  readonly refunded: MoneySum;
  /** Reversals of payments and captures. A released pre-authorisation moves no money. */
  readonly reversed: MoneySum;
  /** The period before, of the same length. */
  readonly previous: PeriodSums;
  /** Of the calls in the request log, which keeps fewer days than the dashboard shows; null without any. */
  readonly latency: Latency | null;
  /** Most frequent first. */
  readonly reasons: readonly DeclineReason[];
}

export type { BillerReference, RuledReference };

/** A sum of a settlement day, its amounts as digits. */
export type ShownSum = {
  readonly [Name in keyof DaySum]: DaySum[Name] extends bigint ? MoneySum : DaySum[Name];
};

/** What a bank sets up for a merchant: its settings without the shared secret. */
export type Facility = Omit<MerchantSettings, 'sharedSecret' | 'isClosed'>;

/** A batch file with its progress. */
export interface ListedBatch {
  readonly id: string;
  readonly filename: string;
  /** The user who submitted it. */
  readonly username: string;
  readonly state: 'submitted' | 'processing' | 'completed' | 'failed';
  readonly recordCount: number;
  readonly doneCount: number;
  readonly submittedAt: number;
  readonly completedAt: number | null;
}

export interface FoundBatches {
  /** Newest first. */
  readonly batches: readonly ListedBatch[];
  /** True when there are older batches. */
  readonly isCut: boolean;
  /** Longest file that the back office takes, in characters. */
  readonly longestFile: number;
}

export type FileUpload = BatchFile;

/** The id of the new batch or look-up file, or the errors of the file by line. */
export interface UploadedFile {
  /** Null where the file was refused. */
  readonly id: string | null;
  readonly problems: readonly string[];
}

/** Records of a finished batch by their outcome. */
export interface BatchOutcomes {
  readonly approved: number;
  readonly declined: number;
  /** Refused by a rule, without a transaction. */
  readonly notMade: number;
  /** Left over in a failed batch. */
  readonly notProcessed: number;
}

export interface BatchDetail {
  readonly batch: ListedBatch;
  /** Null until the batch has finished. */
  readonly outcomes: BatchOutcomes | null;
}

/** A record of a batch file. */
export interface ShownRecord {
  /** Its line in the file. */
  readonly line: number;
  readonly status: keyof BatchOutcomes;
  readonly responseCode: string | null;
  readonly responseText: string | null;
  readonly amount: number;
  readonly currency: string;
  /** First six digits, three dots, last three digits, or a masked token; null if unknown. */
  readonly maskedCard: string | null;
  readonly cardType: string | null;
  readonly crn1: string | null;
  readonly receiptNumber: string | null;
  readonly txnNumber: string | null;
  /** Why it failed, and what to do; null for an approved one, and for one that waits. */
  readonly explanation: Explanation | null;
}

export interface FoundRecords {
  readonly records: readonly ShownRecord[];
  readonly hasMore: boolean;
}

/** A look-up file: the references that the merchant accepts in payments. */
export interface ListedLookup {
  readonly id: string;
  readonly filename: string;
  /** The user who uploaded it. */
  readonly username: string;
  /** Only the current file is in effect. The records of a replaced one are deleted. */
  readonly state: 'current' | 'replaced';
  readonly recordCount: number;
  readonly uploadedAt: number;
  readonly emailAddress: string | null;
}

export interface FoundLookups {
  /** Newest first. */
  readonly files: readonly ListedLookup[];
  /** True when there are older files. */
  readonly isCut: boolean;
  /** Longest file that the back office takes, in characters. */
  readonly longestFile: number;
  /** True when the merchant takes no payment whose CRN1 is not in the current file: `crn1Lookup` is `listed_only`. */
  readonly isLimiting: boolean;
}

/** A record of a look-up file. Its amount is in cents of the merchant's default currency. */
export interface LookupRecord extends LookupEntry {
  readonly currency: string;
}

export interface FoundLookupRecords {
  readonly records: readonly LookupRecord[];
  readonly hasMore: boolean;
}

export interface SettlementDay {
  /** `YYYYMMDD`. */
  readonly date: string;
  /** `open` until the day closes. Only a closed day has a file. */
  readonly state: 'closed' | 'open' | 'future';
  readonly sums: readonly ShownSum[];
}

/** A webhook that the catcher has received, masked. */
export interface CaughtWebhook {
  readonly id: string;
  readonly caughtAt: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Null if the body has none. */
  readonly txnNumber: string | null;
}

export interface Catcher {
  /** The merchant's address, for the WebHookUrl of a key. */
  readonly url: string;
  /** True while webhooks of keys without a WebHookUrl go to the address. */
  readonly isCatching: boolean;
  /** Number of webhooks that are kept. */
  readonly most: number;
  /** Newest first. */
  readonly webhooks: readonly CaughtWebhook[];
}

/** Endpoints by verb and path. */
export interface DataApi {
  'POST /dashboard': Query<{ readonly interval: Interval; readonly currency: string | null }, Dashboard>;
  'POST /tokens/search': Query<{ readonly search: Readonly<Record<string, string>> }, FoundTokens>;
  'GET /tokens/:id': Endpoint<undefined, TokenDetail>;
  /** The log and the page of actions record who copied which token. */
  'POST /tokens/:id/copy': Endpoint<undefined, { readonly dvToken: string }>;
  'DELETE /tokens/:id': Endpoint<undefined, Done>;
  'GET /facility': Endpoint<undefined, Facility>;
  'PUT /facility': Endpoint<Partial<Facility>, Facility>;
  'GET /batches': Endpoint<undefined, FoundBatches>;
  'POST /batches': Endpoint<FileUpload, UploadedFile>;
  'GET /batches/:id': Endpoint<undefined, BatchDetail>;
  /** `from` is the number of records to skip, a multiple of the page's length. */
  'POST /batches/:id/records': Query<{ readonly from: number }, FoundRecords>;
  /** The text is in the file's name. */
  'POST /lookups/search': Query<{ readonly text?: string }, FoundLookups>;
  'POST /lookups': Endpoint<FileUpload, UploadedFile>;
  'GET /lookups/:id': Endpoint<undefined, ListedLookup>;
  /** The text is in a reference or in the name; `from` is the number of records to skip. */
  'POST /lookups/:id/records': Query<{ readonly text?: string; readonly from: number }, FoundLookupRecords>;
  'GET /caught': Endpoint<undefined, Catcher>;
  'PUT /caught': Endpoint<{ readonly isCatching: boolean }, Catcher>;
  /** `date` null is the open day. */
  'POST /settlement': Query<{ readonly date: string | null }, SettlementDay>;
}
