/** Endpoints of the pages about stored data: tokens. Part of `OfficeApi`. */
import type { Done, Endpoint } from './endpoint.js';

/** A token. Its whole number is only in the answer of `POST /tokens/:id/copy`. */
export interface ListedToken {
  /** Stands for the number in addresses. */
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

/** Endpoints by verb and path. */
export interface DataApi {
  'POST /tokens/search': Endpoint<{ readonly search: Readonly<Record<string, string>> }, FoundTokens>;
  'GET /tokens/:id': Endpoint<undefined, TokenDetail>;
  /** The log records who copied which token. */
  'POST /tokens/:id/copy': Endpoint<undefined, { readonly dvToken: string }>;
  'DELETE /tokens/:id': Endpoint<undefined, Done>;
}
