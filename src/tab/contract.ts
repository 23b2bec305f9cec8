/** The messages between a page and the worker of its sandbox. Each has one answer, on the port that is sent with the message. */
import type { CardType } from '../core/card/brand.js';
import type { NextPayment } from '../core/card/test-values.js';
import type { Money } from '../core/money/money.js';

/** Folders below the worker's scope that the worker answers. All other paths go to the network. */
export const FOLDERS = {
  service: 'florin-sandbox',
  signer: 'florin-signer',
  surchargingSigner: 'florin-signer-surcharge',
  frame: 'florin-frame',
} as const;

/** An order that can be paid in the tab. */
export interface BrowserOrder {
  /** The price, in the lowest denomination: `{ minor: 19900, currency: 'AUD' }`. */
  readonly amount: Money;
  /** First reference of the payment. Default: the order's name. */
  readonly crn1?: string;
}

/** The surcharge of each card type, in the lowest denomination of the order's currency. Others have none. */
export type BrowserSurcharges = Readonly<Partial<Record<CardType, number>>>;

/** The options of a page that the worker stores. */
export interface ShopOptions {
  /** Name of the shop on receipts and pages. */
  readonly merchantName: string;
  /** Prices by the order's name; null for any order at 199.00 AUD, or at the number of cents that its name begins with. */
  readonly orders: Readonly<Record<string, BrowserOrder>> | null;
  readonly surcharges: BrowserSurcharges;
  /** Path of the page for shoppers who come back from a redirect; `{order}` stands for the order. */
  readonly returnTo: string;
}

/** A message of the page. */
export type WorkerCall =
  | { readonly florin: 'start'; readonly version: string; readonly options: ShopOptions }
  | { readonly florin: 'reset' }
  | { readonly florin: 'remove' }
  | { readonly florin: 'nextPayment'; readonly outcome: NextPayment }
  | { readonly florin: 'expireAuthKeys' }
  | { readonly florin: 'payments' }
  | { readonly florin: 'calls'; readonly after: number };

/** An approved payment that was reported to the shop. */
export interface BrowserPayment {
  readonly order: string;
  /** Number of the transaction at the service. */
  readonly txnNumber: string;
  /** Lowest denomination. */
  readonly amount: number;
}

/** A call of the service, as the request log shows it: card numbers, keys and secrets are masked. */
export interface BrowserCall {
  /** Ascending. */
  readonly id: number;
  readonly method: string;
  /** Without keys and tokens. */
  readonly path: string;
  /** Null where the connection was dropped. */
  readonly httpStatus: number | null;
  /** Masked body. */
  readonly request: string;
  /** Masked body. */
  readonly response: string;
}

export interface WorkerResults {
  readonly start: { readonly version: string };
  readonly reset: Record<string, never>;
  readonly remove: Record<string, never>;
  readonly nextPayment: Record<string, never>;
  readonly expireAuthKeys: Record<string, never>;
  readonly payments: readonly BrowserPayment[];
  readonly calls: readonly BrowserCall[];
}

export type WorkerAnswer<Name extends WorkerCall['florin']> =
  { readonly result: WorkerResults[Name] } | { readonly problem: string };
