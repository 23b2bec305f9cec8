/** Who takes payments, and who may call for them. */
import type { Action } from '../wire/codes.js';

/** What a merchant has set up for tokens. wire/rest.md sections 7 and 9. */
export interface MerchantSettings {
  /** TokenisationMode of a request that leaves it to the merchant: 1 never, 2 when the customer agrees, 3 always. */
  readonly defaultTokenisation: 1 | 2 | 3;
  /** Whether the types internet, IVR and call centre may pay by token; else PT_T1. */
  readonly allowsTokenPayment: boolean;
  /** What the bank account is set up for; another action is 101. Null for all. Sandbox choice. */
  readonly allowedActions: readonly Action[] | null;
  /**
   * What is done with AmountOriginal and AmountSurcharge: `free` takes them as information, as the manual says;
   * `none` refuses a surcharge; `adds_up` wants the two to make up Amount whenever a surcharge is given. A refusal is
   * 131. Sandbox choice.
   */
  readonly surcharge: 'free' | 'none' | 'adds_up';
  /**
   * When browsers' payments go through 3-D Secure: `by_name`, when the card holder's name asks for it; `always`, with a
   * challenge unless the name says otherwise; `never`. BypassThreeDS goes before it. Sandbox choice.
   */
  readonly threeDS: 'by_name' | 'always' | 'never';
  /** Signs what a hosted page sends back, and opens sessions: SOAP's GetAnonymousToken and CreateSession. */
  readonly sharedSecret: string | null;
  /** `listed_only`: CRN1 of a payment must stand in the merchant's look-up file, else 106. Sandbox choice. */
  readonly crn1Lookup: 'free' | 'listed_only';
  /** When a settlement day closes, `HH:MM` up to `24:00`, local time; null for the sandbox's own hour. */
  readonly settlementCloses: string | null;
  /** True for a merchant that is gone: right credentials are answered with 210. Sandbox choice. */
  readonly isClosed: boolean;
}

/** What a merchant starts with, the demo merchant too. */
export const DEFAULT_MERCHANT_SETTINGS: MerchantSettings = {
  defaultTokenisation: 1,
  allowsTokenPayment: true,
  allowedActions: null,
  surcharge: 'free',
  threeDS: 'by_name',
  crn1Lookup: 'free',
  settlementCloses: null,
  sharedSecret: null,
  isClosed: false,
};

/** A merchant with a facility of the service. */
export interface Merchant {
  readonly id: number;
  /** As it stands in credentials and answers, without the blank that some samples show. */
  readonly number: string;
  /** The name in the hosted page's address. */
  readonly shortName: string;
  readonly name: string;
  /** Currency of a request that names none, ISO 4217. */
  readonly defaultCurrency: string;
  /** Every currency that the bank account is configured for, the default among them. */
  readonly currencies: readonly string[];
  readonly settings: MerchantSettings;
}

/** What an API user of the back office may be allowed. rest-interface.md, "What the service does". */
export type Permission = 'API';

/** An API user that has shown its password. */
export interface Caller {
  readonly merchant: Merchant;
  readonly username: string;
  readonly permissions: readonly Permission[];
}

/** A merchant to be created with its users, if there is none of that number yet. */
export interface MerchantSeed extends Omit<Merchant, 'id' | 'settings'> {
  readonly settings?: Partial<MerchantSettings>;
  readonly users: readonly {
    readonly username: string;
    readonly password: string;
    readonly permissions: readonly Permission[];
  }[];
}

/** The merchant that every sandbox starts with. Its password and secret are public on purpose: they open a sandbox only. */
export const DEMO_MERCHANT: MerchantSeed = {
  number: '5353109000000000',
  shortName: 'DEMOSHOP',
  name: 'Demo Shop',
  defaultCurrency: 'AUD',
  currencies: ['AUD', 'NZD', 'USD', 'JPY'],
  settings: { sharedSecret: 'Demo-Shared-Secret-1' },
  users: [{ username: 'demo-api', password: 'Demo-Password-1', permissions: ['API'] }],
};
