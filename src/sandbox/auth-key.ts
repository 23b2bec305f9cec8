/** An AuthKey: lets one browser make one transaction on fixed terms. docs/wire/rest.md sections 3 and 11. */
import type { Action, SubType, TxnType } from '../wire/codes.js';
import type { StatementDescriptor } from '../wire/rest/statement-descriptor.js';
import type { PageTerms } from './page-terms.js';
import type { RequestObjects } from './request-objects.js';
import type { References } from './references.js';

/** Version of the REST interface. */
export type Version = 'v2' | 'v3';

/** Valid terms of a server's request. A null member was not sent. */
export interface CheckedTerms extends References {
  readonly action: Action;
  readonly type: TxnType;
  readonly subType: SubType;
  readonly amount: number | null;
  readonly amountOriginal: number | null;
  readonly amountSurcharge: number | null;
  /** ISO 4217. */
  readonly currency: string | null;
  readonly testMode: boolean;
  /** Version 3. */
  readonly bypassThreeDS?: boolean;
  /** Stored with the transaction, never part of a response. */
  readonly requestObjects?: RequestObjects;
  /** 1 never, 2 when the customer agrees, 3 always; 0 leaves it to the merchant. */
  readonly tokenisationMode: number;
  readonly statementDescriptor: StatementDescriptor | null;
}

/** Terms with an amount. */
export interface CompleteTerms extends CheckedTerms {
  readonly amount: number;
}

/** The terms that the server fixed when it created the key. The browser may give each member that is null. */
export interface AuthKeyTerms extends CheckedTerms {
  /** Pays with a stored token; the browser then sends no number. */
  readonly dvToken: string | null;
  /** Takes precedence over the expiry that is stored with the token, `MMYY`. */
  readonly dvTokenExpiry: string | null;
  /** Whether an approval stores the expiry that was sent. */
  readonly updatesTokenExpiry: boolean;
  /** API user who created the key. */
  readonly username: string;
  /** API version that created the key; its webhook has the same version. Absent means v3. */
  readonly version?: Version;
  /** Absent when the request for the key had no page parameters. */
  readonly page?: PageTerms;
}

/** A key for a browser, with the terms that the server fixed. */
export interface StoredKey<Terms> {
  readonly authKey: string;
  readonly merchantId: number;
  readonly terms: Terms;
  readonly redirectionUrl: string | null;
  readonly webHookUrl: string | null;
  /** Milliseconds since 1970, as all times. */
  readonly createdAt: number;
  /** The first instant at which the key is expired. */
  readonly expiresAt: number;
  readonly usedAt: number | null;
}

export type AuthKey = StoredKey<AuthKeyTerms>;
