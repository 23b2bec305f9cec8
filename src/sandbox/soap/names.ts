/** Maps names between SOAP and REST. docs/wire/soap.md section 3, "Names across the two interfaces". */
import type { Action, SubType, TxnType } from '../../wire/codes.js';
import type * as Soap from '../../wire/soap/types.js';
import type { Transaction } from '../transaction.js';

/** Actions by payment type. NOT_SPECIFIED and DE_REJECTION have none. */
const ACTIONS: Partial<Readonly<Record<Soap.PaymentType, Action>>> = {
  PAYMENT: 'payment',
  REFUND: 'refund',
  CAPTURE: 'capture',
  UNMATCHED_REFUND: 'unmatched_refund',
  PREAUTH: 'preauth',
  REVERSAL: 'reversal',
};

/** The stored type and sub type of a TxnType. */
export interface TypePair {
  readonly type: TxnType;
  readonly subType: SubType;
}

const INTERNET: TypePair = { type: 'internet', subType: 'single' };

/** Types by TxnType. If two names have the same pair, responses use the first. NOT_SPECIFIED has REST's defaults. */
const TYPES: Readonly<Record<Soap.TxnType, TypePair>> = {
  MAIL_ORDER: { type: 'mailorder', subType: 'single' },
  TELEPHONE_ORDER: { type: 'telephoneorder', subType: 'single' },
  RECURRING: { type: 'internet', subType: 'recurring' },
  ECOMMERCE: { type: 'ecommerce', subType: 'single' },
  CUSTOMER_PRESENT: { type: 'cardpresent', subType: 'single' },
  CALL_CENTRE: { type: 'callcentre', subType: 'single' },
  IVR: { type: 'ivr', subType: 'single' },
  INTERNET_ANONYMOUS: INTERNET,
  WEB_SHOP: INTERNET,
  NOT_SPECIFIED: INTERNET,
};

export function actionOf(paymentType: Soap.PaymentType): Action | undefined {
  return ACTIONS[paymentType];
}

/** The payment type of an action. REST's card check has none. */
export function paymentTypeOf(action: Action): Soap.PaymentType {
  const found = Object.entries(ACTIONS).find(([, name]) => name === action);
  return (found?.[0] ?? 'NOT_SPECIFIED') as Soap.PaymentType;
}

/** The stored pair of a TxnType. */
export function typePairOf(txnType: Soap.TxnType): TypePair {
  return TYPES[txnType];
}

/** The name to store if the pair alone gives another name. */
export function namedBeside(txnType: Soap.TxnType): Soap.TxnType | undefined {
  return txnTypeOf(typePairOf(txnType)) === txnType ? undefined : txnType;
}

/**
 * The TxnType of a stored payment, as it was sent. For a REST payment, it follows from the pair: a series that did not
 * come by the internet has the name of its channel.
 */
export function txnTypeOf({ type, subType, extras }: TypePair & Pick<Transaction, 'extras'>): Soap.TxnType {
  if (extras?.txnTypeName !== undefined) return extras.txnTypeName as Soap.TxnType;
  const pairs = Object.entries(TYPES);
  const exact = pairs.find(([, pair]) => pair.type === type && pair.subType === subType);
  const [name] = exact ?? pairs.find(([, pair]) => pair.type === type) ?? ['NOT_SPECIFIED'];
  return name as Soap.TxnType;
}
