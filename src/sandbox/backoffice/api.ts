/**
 * The API of the back office, below `/backoffice/api`. Types only: the server's rows (`row.ts`) and the browser's client
 * (`src/backoffice/office-client.ts`) both take their shapes from {@link OfficeApi}. docs/guides/back-office.md.
 */
import type { Learnt } from '../dialect/dialect.js';
import type { Availability } from '../control.js';
import type { FaultRule } from '../faults/fault-rules.js';
import type { Permission } from '../merchant.js';
import type { LoggedCall } from '../store/request-log-store.js';
import type { TransactionOrderBy } from '../store/transaction-query.js';
import type { WebhookScenario } from '../webhooks/scenario.js';
import type { WebhookAttempt, WebhookState } from '../webhooks/webhook.js';
import type { DataApi, ListedBatch } from './data-api.js';
import type { Done, Endpoint, Explanation, Query } from './endpoint.js';

/** Who may call an endpoint. `person` is an administrator or a manager. */
export type Audience = 'anyone' | 'person' | 'administrator';

/** The signed-in person, or what the sign-in page shows. */
export type SessionState =
  | {
      readonly state: 'signed_in';
      readonly username: string;
      readonly role: 'administrator' | 'manager';
      readonly merchant: { readonly number: string; readonly name: string; readonly currencies: readonly string[] };
    }
  | {
      readonly state: 'signed_out';
      /** Set when the sandbox has one merchant only. */
      readonly merchant: string | null;
      /** The published administrator of the demo merchant, where it may sign in: on this machine. */
      readonly demo: { readonly merchant: string; readonly username: string; readonly password: string } | null;
      /** For a caller on this machine only. */
      readonly merchants: readonly { readonly number: string; readonly name: string }[];
    };

export interface OfficeUser {
  readonly username: string;
  readonly emailAddress: string | null;
  readonly permissions: readonly Permission[];
  readonly isActive: boolean;
}

export interface NewUser {
  readonly username: string;
  readonly emailAddress: string;
  readonly permissions: readonly Permission[];
  /** The password of the person who adds the user. */
  readonly ownPassword: string;
}

/** A new user with the password, which is shown once. */
export interface AddedUser {
  readonly user: OfficeUser;
  readonly password: string;
}

/** A sign-in to the back office, or a login of SOAP. Times are by the machine's clock. */
export interface ListedSession {
  /** Names the session in addresses. It is not a credential. */
  readonly id: string;
  readonly kind: 'office' | 'soap';
  readonly username: string;
  readonly startedAt: number;
  readonly usedAt: number;
  readonly expiresAt: number;
  /** True for the session of this call. */
  readonly isOwn: boolean;
}

/** What a user did in the back office. */
export interface ListedAction {
  readonly id: number;
  readonly at: number;
  readonly username: string;
  /** Name of the endpoint. */
  readonly name: string;
  /** What it acted on: the value in the endpoint's path. Null where the path has none. */
  readonly subject: string | null;
  /** What changed, masked. */
  readonly detail: string;
}

export interface FoundActions {
  /** Newest first. */
  readonly actions: readonly ListedAction[];
  readonly hasMore: boolean;
}

/** Status of a transaction, for a word, a colour and a shape. */
export type TransactionStatus = 'approved' | 'declined' | 'pending' | 'partly_refunded' | 'refunded' | 'reversed';

export interface ListedTransaction {
  readonly txnNumber: string;
  /** Milliseconds since 1970. */
  readonly processedAt: number;
  readonly action: string;
  readonly amount: number;
  /** Of the transaction, or the merchant's default when the bank was not asked. */
  readonly currency: string;
  readonly status: TransactionStatus;
  readonly responseCode: string;
  readonly responseText: string;
  /** First six digits, three dots, last three digits; null for an account or an unknown card. */
  readonly maskedCard: string | null;
  readonly cardType: string | null;
  readonly holderName: string | null;
  readonly crn1: string | null;
  readonly merchantReference: string | null;
  readonly receiptNumber: string;
  readonly source: string;
  /** User of the back office or API user that made it; for a shopper's payment, the one that made its key. */
  readonly username: string | null;
  /** Why the user of the back office made it. */
  readonly reason: string | null;
  readonly isTest: boolean;
}

export type ListOrder = TransactionOrderBy;

export interface TransactionSearch {
  /** Members of SearchInput (T3), and `CardHolderName`, a part of it, as texts. Empty ones do not restrict. */
  readonly search: Readonly<Record<string, string>>;
  readonly order: ListOrder;
  readonly offset: number;
  readonly limit: number;
  /** Highest transaction number, from the first page; null for the first page. */
  readonly upTo: number | null;
}

export interface FoundTransactions {
  readonly total: number;
  readonly upTo: number;
  readonly offset: number;
  readonly transactions: readonly ListedTransaction[];
}

export interface ShownWebhook {
  readonly id: number;
  /** Without its query, which contains the shop's secret. */
  readonly url: string;
  /** True when it goes to the back office's own catcher. */
  readonly isCaught: boolean;
  readonly state: WebhookState;
  readonly createdAt: number;
  readonly attempts: readonly WebhookAttempt[];
}

/** A webhook with what it sends. */
export interface ListedWebhook extends ShownWebhook {
  /** The transaction; null for the webhook of a token. */
  readonly txnNumber: string | null;
  /** The masked token; null for the webhook of a transaction. */
  readonly maskedToken: string | null;
  readonly dueAt: number;
  /** The sent body, with a masked token. */
  readonly body: unknown;
}

/** A call of REST or SOAP in the request log, without its bodies. */
export interface ListedCall extends Omit<LoggedCall, 'merchantId' | 'txnNumber' | 'keyHash' | 'request' | 'response'> {
  readonly id: number;
  /** Title of the REST operation, name of the SOAP operation, or method and path of another call. */
  readonly title: string;
  readonly txnNumber: string | null;
}

/** A search of the request log, newest first. Empty and absent members do not restrict it. */
export interface CallSearch {
  readonly operation?: string;
  readonly code?: string;
  readonly text?: string;
  /** ISO 8601; without an offset in the service's time zone. */
  readonly from?: string;
  readonly to?: string;
  /** Calls before this one: the next page. */
  readonly beforeId?: number;
}

export interface FoundCalls {
  readonly calls: readonly ListedCall[];
  readonly hasMore: boolean;
  /** False where the setting `requestLogCalls` is 0. */
  readonly isOn: boolean;
  /** Calls that this process did not log because it was too busy. */
  readonly skipped: number;
}

/** A call with its masked bodies, as texts. */
export interface CallDetail {
  readonly call: ListedCall;
  readonly request: string;
  readonly response: string;
  readonly curl: string;
}

/** Result of the support search. */
export interface SupportAnswer extends FoundTransactions {
  readonly batches: readonly ListedBatch[];
  /** Newest first. */
  readonly calls: readonly ListedCall[];
  readonly hasMoreCalls: boolean;
}

/** An action of a user that made no transaction. */
export interface ShownAction {
  readonly kind: 'stored_card' | 'resent_webhook';
  readonly username: string;
  readonly at: number;
}

/** A step of a transaction's timeline. */
export interface TimelineStep {
  readonly checks: ShownChecks;
  readonly explanation: Explanation;
  readonly transaction: ListedTransaction;
  readonly webhooks: readonly ShownWebhook[];
  readonly actions: readonly ShownAction[];
}

/** Possible actions on a transaction. The service's rules check them again at the call. */
export interface Possible {
  /** Sum of the refunds so far. */
  readonly refunded: number;
  /** Highest amount; null when a refund is not possible. */
  readonly refund: number | null;
  readonly capture: number | null;
  readonly reversal: number | null;
  readonly tokenise: boolean;
}

/** The checks of a payment, in words; null for a check that was not made. */
export interface ShownChecks {
  readonly bank: string;
  readonly cvn: string | null;
  readonly threeDS: string | null;
  readonly fraud: string | null;
  /** The saved card that paid, or that this payment saved. */
  readonly savedCard: string | null;
}

/** Members of a transaction that lists do not show; null where it has none. */
export interface TransactionNumbers {
  readonly crn2: string | null;
  readonly crn3: string | null;
  readonly emailAddress: string | null;
  readonly rrn: string | null;
  /** `YYYYMMDD`. */
  readonly settlementDate: string | null;
  /** Part of the amount, lowest denomination. */
  readonly surcharge: number | null;
}

export interface TransactionDetail {
  readonly transaction: ListedTransaction;
  readonly numbers: TransactionNumbers;
  /** Payments of the same card and amount within an hour. The approved ones that were not given back, newest first. */
  readonly duplicates: readonly ListedTransaction[];
  readonly checks: ShownChecks;
  /** TxnReq as far as it is stored: the card is masked, the security code is never stored. */
  readonly request: object;
  /** TxnResp of version 3; the token is masked. */
  readonly response: object;
  readonly timeline: readonly TimelineStep[];
  /** Calls of the timeline's transactions, newest first. */
  readonly calls: readonly ListedCall[];
  readonly possible: Possible;
}

export interface FollowUpRequest {
  /** Lowest denomination. */
  readonly amount: number;
  /** For the timeline, the CSV file and the page of actions; at most 200 characters. */
  readonly reason?: string;
}

/** State of the sandbox for the person's merchant. Every open page shows it where it is not normal. */
export interface SandboxState {
  /** The sandbox's time, milliseconds since 1970. */
  readonly now: number;
  /** How far it is ahead of the machine's clock, in milliseconds. */
  readonly ahead: number;
  readonly availability: Availability;
  readonly faults: readonly FaultRule[];
  readonly nextPayment: string | null;
  readonly webhooks: WebhookScenario;
}

/** Options of the scenarios page. */
export interface Choices {
  readonly operations: readonly string[];
  readonly kinds: readonly string[];
  readonly names: readonly { readonly holderName: string; readonly then: string }[];
  /** What the sandbox does as a real facility does. Null without facts of one. */
  readonly learnt: Learnt | null;
}

export interface LiveEvent {
  /** Highest transaction number of the merchant. */
  readonly latest: number;
  /** Highest number of a call in the request log. */
  readonly latestCall: number;
  readonly sandbox: SandboxState;
}

/** Every endpoint with a JSON answer, by verb and path. */
export interface OfficeApi extends DataApi {
  'GET /session': Endpoint<undefined, SessionState>;
  'POST /session': Query<
    { readonly merchant: string; readonly username: string; readonly password: string },
    SessionState
  >;
  'DELETE /session': Query<undefined, SessionState>;
  'GET /users': Endpoint<undefined, readonly OfficeUser[]>;
  'POST /users': Endpoint<NewUser, AddedUser>;
  'PUT /users/:username': Endpoint<{ readonly isActive: boolean }, OfficeUser>;
  'POST /actions/search': Query<{ readonly beforeId?: number }, FoundActions>;
  'GET /sessions': Endpoint<undefined, readonly ListedSession[]>;
  /** Ends every session of the merchant except the one of this call. */
  'DELETE /sessions': Endpoint<undefined, { readonly ended: number }>;
  'DELETE /sessions/:id': Endpoint<undefined, Done>;
  'POST /transactions/search': Query<TransactionSearch, FoundTransactions>;
  'GET /transactions/:txnNumber': Endpoint<undefined, TransactionDetail>;
  'POST /transactions/:txnNumber/refund': Endpoint<FollowUpRequest, ListedTransaction>;
  'POST /transactions/:txnNumber/capture': Endpoint<FollowUpRequest, ListedTransaction>;
  'POST /transactions/:txnNumber/reversal': Endpoint<FollowUpRequest, ListedTransaction>;
  'POST /transactions/:txnNumber/token': Endpoint<undefined, { readonly maskedToken: string }>;
  /** `offset` and `upTo` as in the search for transactions. */
  'POST /support/search': Query<
    { readonly text: string; readonly offset?: number; readonly upTo?: number | null },
    SupportAnswer
  >;
  'POST /calls/search': Query<CallSearch, FoundCalls>;
  'GET /calls/:id': Endpoint<undefined, CallDetail>;
  'POST /webhooks/search': Query<{ readonly state: string | null }, readonly ListedWebhook[]>;
  'POST /webhooks/:id/resend': Endpoint<undefined, Done>;
  'GET /sandbox': Endpoint<undefined, SandboxState>;
  'GET /sandbox/choices': Endpoint<undefined, Choices>;
  'POST /sandbox/clock': Endpoint<{ readonly advanceSeconds: number }, SandboxState>;
  'PUT /sandbox/availability': Endpoint<{ readonly availability: Availability }, SandboxState>;
  'PUT /sandbox/next-payment': Endpoint<{ readonly holderName: string | null }, SandboxState>;
  'POST /sandbox/faults': Endpoint<
    { readonly operation: string; readonly kind: string; readonly seconds?: number; readonly times?: number },
    SandboxState
  >;
  'DELETE /sandbox/faults': Endpoint<undefined, SandboxState>;
  'PUT /sandbox/webhooks/scenario': Endpoint<WebhookScenario, SandboxState>;
  'POST /sandbox/auth-keys/expire': Endpoint<undefined, SandboxState>;
  'POST /sandbox/reset': Endpoint<undefined, Done>;
  'POST /sandbox/seed': Endpoint<{ readonly count: number }, { readonly added: number }>;
}

/** Endpoints that only read, or that begin or end a session. */
export type QueryName = {
  [Name in keyof OfficeApi]: Name extends `GET ${string}`
    ? Name
    : OfficeApi[Name] extends Query<unknown, unknown>
      ? Name
      : never;
}[keyof OfficeApi];

/** Endpoints that change something. Each call has an `Idempotency-Key` and is carried out once for each key. */
export type ActionName = Exclude<keyof OfficeApi, QueryName>;

export interface OfficeRefusal {
  readonly message: string;
  /** The service's own code, where one of its rules refused. */
  readonly code: number | null;
  /** True for an action that may have been carried out. */
  readonly isUncertain?: true;
}
