/** Merchants and their API users. */
import type { Action } from '../wire/codes.js';

/** A reference whose form a merchant can restrict. */
export type RuledReference = 'crn1' | 'crn2' | 'crn3' | 'merchantReference';

/** The form of a reference at a facility, which the bank sets up. A member that is absent restricts nothing. */
export interface BillerReference {
  /** Shown on the hosted page, unless the key has a label. */
  readonly label?: string;
  /** Refuses a transaction without the reference. */
  readonly isRequired?: boolean;
  /** Characters that it may have, as in a character class: `A-Za-z0-9 -`. */
  readonly characters?: string;
  /** Length in characters. */
  readonly shortest?: number;
  readonly longest?: number;
  /** What it begins and ends with. */
  readonly prefix?: string;
  readonly suffix?: string;
  /** Smallest and largest number, for a reference of digits between prefix and suffix. */
  readonly from?: number;
  readonly to?: number;
  /** `mod10`: the last digit checks the others, as on a card. */
  readonly checkDigit?: 'mod10';
}

/** Settings of a merchant. docs/wire/rest.md sections 7 and 9. */
export interface MerchantSettings {
  /** TokenisationMode of requests that do not set it: 1 never, 2 when the customer agrees, 3 always. */
  readonly defaultTokenisation: 1 | 2 | 3;
  /** Whether the types internet, IVR and call centre accept payments by token; otherwise PT_T1. */
  readonly allowsTokenPayment: boolean;
  /**
   * Actions that the facility supports; others are transactions with PT_V2 (REST) or PT_V7 (SOAP, batches). Null supports
   * all. The service sells purchases and preauths as separate facilities. docs/wire/rest.md section 9.
   */
  readonly allowedActions: readonly Action[] | null;
  /**
   * Treatment of AmountOriginal and AmountSurcharge. `free` accepts them as information, as the manual says. `none`
   * refuses a surcharge. `adds_up` requires that both add up to Amount when there is a surcharge. Refusals are 131.
   * Sandbox choice.
   */
  readonly surcharge: 'free' | 'none' | 'adds_up';
  /**
   * When browser payments use 3-D Secure. `by_name`: when the card holder's name asks for it. `always`: with a
   * challenge unless the name says otherwise. `never`. BypassThreeDS takes precedence. Sandbox choice.
   */
  readonly threeDS: 'by_name' | 'always' | 'never';
  /** Signs the return parameters of hosted pages and authorises SOAP's GetAnonymousToken and CreateSession. */
  readonly sharedSecret: string | null;
  /** Biller code of transactions that were sent without one; null for none. docs/wire/rest.md section 3, "TxnResp". */
  readonly defaultBillerCode: string | null;
  /**
   * Form of each reference of a transaction; one that is not named is free. Refusals are 106 to 108 and 111. The forms of a
   * real facility are part of its set-up; how it refuses others is a sandbox choice.
   */
  readonly references: Readonly<Partial<Record<RuledReference, BillerReference>>>;
  /**
   * Whether a server's bank account needs AcceptBADirectDebitTC. `free`: no, as the service's own Python client never sends
   * it. `required`: otherwise 129. A browser always sends it. Sandbox choice.
   */
  readonly directDebitTerms: 'free' | 'required';
  /** `listed_only`: CRN1 of a payment must be in the merchant's look-up file, otherwise 106. Sandbox choice. */
  readonly crn1Lookup: 'free' | 'listed_only';
  /** Closing time of a settlement day, local time from `00:01` to `24:00`; null for the sandbox's default. */
  readonly settlementCloses: string | null;
  /** True for a closed merchant: correct credentials get 210. Sandbox choice. */
  readonly isClosed: boolean;
}

/** Default settings of a merchant, including the demo merchant. */
export const DEFAULT_MERCHANT_SETTINGS: MerchantSettings = {
  defaultTokenisation: 1,
  allowsTokenPayment: true,
  allowedActions: null,
  surcharge: 'free',
  threeDS: 'by_name',
  defaultBillerCode: null,
  references: {},
  directDebitTerms: 'free',
  crn1Lookup: 'free',
  settlementCloses: null,
  sharedSecret: null,
  isClosed: false,
};

export interface Merchant {
  readonly id: number;
  /** As in credentials and responses, without the blank that some samples show. */
  readonly number: string;
  /** The name in the hosted page's address. */
  readonly shortName: string;
  readonly name: string;
  /** Currency of requests without one, ISO 4217. */
  readonly defaultCurrency: string;
  /** Every currency of the merchant, including the default. */
  readonly currencies: readonly string[];
  readonly settings: MerchantSettings;
}

/**
 * Permissions of a user. `API`: calls REST and SOAP. `administrator` and `manager`: sign in to the back office and add
 * users; an administrator also changes what the whole sandbox does. docs/wire/rest-interface.md, "What the service does".
 */
export const PERMISSIONS = ['API', 'administrator', 'manager'] as const;

/** A permission. */
export type Permission = (typeof PERMISSIONS)[number];

/** An authenticated API user. */
export interface Caller {
  readonly merchant: Merchant;
  readonly username: string;
  readonly permissions: readonly Permission[];
}

/** A merchant to create with its users unless its number exists. */
export interface MerchantSeed extends Omit<Merchant, 'id' | 'settings'> {
  /** Settings of the merchant that differ from the defaults. */
  readonly settings?: Partial<MerchantSettings>;
  /** The API users. */
  readonly users: readonly {
    readonly username: string;
    readonly password: string;
    readonly permissions: readonly Permission[];
  }[];
}

/**
 * The default merchant of every sandbox. Its password and secret are public on purpose: they give access to a sandbox
 * only.
 */
export const DEMO_MERCHANT: MerchantSeed = {
  number: '5353109000000000',
  shortName: 'DEMOSHOP',
  name: 'Demo Shop',
  defaultCurrency: 'AUD',
  currencies: ['AUD', 'NZD', 'USD', 'JPY'],
  settings: { sharedSecret: 'Demo-Shared-Secret-1' },
  users: [
    { username: 'demo-api', password: 'Demo-Password-1', permissions: ['API'] },
    { username: 'demo-admin', password: 'Demo-Admin-1', permissions: ['administrator'] },
  ],
};
