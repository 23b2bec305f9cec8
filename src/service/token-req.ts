/**
 * Parameters of the calls for stored tokens (D1, D2, D8) and of searches (T3, D5), with rules that the wire types do not
 * express. docs/wire/rest.md section 3 "DVTokenReq" and "Field rules", section 7; docs/wire/rest-interface.md "SearchInput".
 */
import type { Action, CardType, Source } from '../wire/codes.js';
import type { UpdateDVTokenAuthKeyRequest as WireUpdateKeyRequest } from '../wire/rest/auth-key.js';
import type { BankAccountDetails } from '../wire/rest/bank-account-details.js';
import type { CardDetails } from '../wire/rest/card-details.js';
import type { DVTokenReq } from '../wire/rest/dv-token.js';
import type {
  TokenSearchInput as WireTokenSearchInput,
  TxnSearchInput as WireTxnSearchInput,
} from '../wire/rest/search-input.js';

/** References and e-mail address of a token. */
type References = Omit<DVTokenReq, 'AcceptBADirectDebitTC' | 'BankAccountDetails' | 'CardDetails'>;

/** A card, never together with an account. */
interface CardPart<Card> {
  CardDetails: Card;
  BankAccountDetails?: never;
  AcceptBADirectDebitTC?: boolean | undefined;
}

/** A bank account, never together with a card. */
interface AccountPart<Account> {
  BankAccountDetails: Account;
  CardDetails?: never;
  /** The account's owner has agreed to direct debits. */
  AcceptBADirectDebitTC: true;
}

/** Neither: only references and e-mail address change. */
interface NeitherPart {
  CardDetails?: never;
  BankAccountDetails?: never;
  AcceptBADirectDebitTC?: boolean | undefined;
}

/** A card to be stored; the service refuses a token in place of its number. */
export type NewCard = CardDetails & { CardNumber: string; ExpiryDate: string };

/** A bank account to be stored. */
export type NewBankAccount = { [Member in keyof BankAccountDetails]-?: string };

/** D1: a new token for a card or a bank account. */
export type AddTokenReq = References & (CardPart<NewCard> | AccountPart<NewBankAccount>);

/** D2: absent members do not change. A card stays a card, an account an account. */
export type UpdateTokenReq = References & (CardPart<CardDetails> | AccountPart<BankAccountDetails> | NeitherPart);

/** D8: names the token that the browser may update. */
export type UpdateDVTokenAuthKeyRequest = Omit<WireUpdateKeyRequest, 'FixedUpdateDVTokenData'> & {
  FixedUpdateDVTokenData: WireUpdateKeyRequest['FixedUpdateDVTokenData'] & { DVToken: string };
};

/** Members with known values. */
interface SearchTerms {
  CardType?: CardType | undefined;
  Source?: Source | undefined;
}

/** T3. Absent members, and an Amount of 0, do not restrict the search. */
export type TxnSearchInput = SearchTerms &
  Omit<WireTxnSearchInput, keyof SearchTerms | 'Action'> & { Action?: Action | undefined };

/** D5. Absent members do not restrict the search. */
export type TokenSearchInput = SearchTerms & Omit<WireTokenSearchInput, keyof SearchTerms>;
