/**
 * Parameters of Process transaction (T1) and of requests for a key (T4), with rules that the wire types do not express: the
 * members that an action needs, and the values of enumerations. docs/wire/rest-interface.md "TxnReq" and "Process
 * transaction"; docs/wire/rest.md section 7.
 */
import type { Action, SubType, TOKENISATION_MODES, TxnType } from '../wire/codes.js';
import type { TxnAuthKeyRequest as KeyRequest, TxnAuthKeyRequestV2 as KeyRequestV2 } from '../wire/rest/auth-key.js';
import type { CardDetails } from '../wire/rest/card-details.js';
import type { TxnReq as WireTxnReq, TxnReqV2 as WireTxnReqV2 } from '../wire/rest/txn-req.js';

/** Whether a payment stores the card as a token: 0 the biller's default, 1 never, 2 if StoreCard is true, 3 always. */
export type TokenisationMode = keyof typeof TOKENISATION_MODES;

/** Members with known values. */
interface OwnTerms {
  SubType?: SubType | undefined;
  TokenisationMode?: TokenisationMode | undefined;
  Type?: TxnType | undefined;
}

/** Members of all actions. */
type Terms<Wire> = OwnTerms &
  Omit<Wire, keyof OwnTerms | 'Action' | 'Amount' | 'CardDetails' | 'Crn1' | 'OriginalTxnNumber'>;

/** A card, or a stored token in place of its number. */
export type GivenCard = CardDetails & { CardNumber: string };

/** Members of actions with a card or a stored token. */
interface CardTerms<Cards extends Action, Minor extends number = number> {
  Action: Cards;
  /** Lowest denomination of the currency. */
  Amount: Minor;
  CardDetails: GivenCard;
  /** New for each transaction: you find it by this if the answer is lost. */
  Crn1: string;
  OriginalTxnNumber?: never;
}

/** Members of actions on an earlier transaction. */
interface FollowUpTerms {
  Action: 'refund' | 'reversal' | 'capture';
  /** Lowest denomination of the currency. */
  Amount: number;
  CardDetails?: never;
  Crn1?: string | undefined;
  OriginalTxnNumber: string;
}

type CardAction = 'payment' | 'preauth' | 'unmatched_refund';

/** The request of Process transaction, version 3, for a refund, a reversal or a capture. */
export type FollowUpReq = Terms<WireTxnReq> & FollowUpTerms;

/** The request of Process transaction, version 3, for a payment, a preauth or a refund without an original. */
export type PaymentReq = Terms<WireTxnReq> & CardTerms<CardAction>;

/** The request of Process transaction, version 3. */
export type TxnReq = FollowUpReq | PaymentReq | (Terms<WireTxnReq> & CardTerms<'verify_only', 0>);

/** The request of Process transaction, version 2: without StatementDescriptor and without `verify_only`. */
export type TxnReqV2 = Terms<WireTxnReqV2> & (FollowUpTerms | CardTerms<CardAction>);

/** A request for a key with known values in its terms. */
type Keyed<Request extends { ProcessTxnData: object }, Actions extends Action> = Omit<Request, 'ProcessTxnData'> & {
  ProcessTxnData: OwnTerms &
    Omit<Request['ProcessTxnData'], keyof OwnTerms | 'Action'> & { Action?: Actions | undefined };
};

/** Asks for the key of a payment (T4 of docs/wire/rest.md), version 3. */
export type TxnAuthKeyRequest = Keyed<KeyRequest, CardAction | 'verify_only'>;

/** Asks for the key of a payment (T4 of docs/wire/rest.md), version 2. */
export type TxnAuthKeyRequestV2 = Keyed<KeyRequestV2, CardAction>;
