/** Names of one thing in the two interfaces. wire/soap.md section 3, "Names across the two interfaces". */
import type { Action, SubType, TxnType } from '../../wire/codes.js';
import type * as Soap from '../../wire/soap/types.js';

/** The actions by name; NOT_SPECIFIED and DE_REJECTION are none. */
const ACTIONS: Partial<Readonly<Record<Soap.PaymentType, Action>>> = {
  PAYMENT: 'payment',
  REFUND: 'refund',
  CAPTURE: 'capture',
  UNMATCHED_REFUND: 'unmatched_refund',
  PREAUTH: 'preauth',
  REVERSAL: 'reversal',
};

/** The two members of the store that one TxnType stands for. */
export interface TypePair {
  readonly type: TxnType;
  readonly subType: SubType;
}

const INTERNET: TypePair = { type: 'internet', subType: 'single' };

/** Of two names for one pair the first is answered. What is not specified is what REST takes it for. */
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

/** The action of a payment type, or undefined when it has none. */
export function actionOf(paymentType: Soap.PaymentType): Action | undefined {
  return ACTIONS[paymentType];
}

/** The payment type of an action; a card check of REST has none. */
export function paymentTypeOf(action: Action): Soap.PaymentType {
  const found = Object.entries(ACTIONS).find(([, name]) => name === action);
  return (found?.[0] ?? 'NOT_SPECIFIED') as Soap.PaymentType;
}

/** How a payment of this type is kept. */
export function typePairOf(txnType: Soap.TxnType): TypePair {
  return TYPES[txnType];
}

/** The type of what is kept. A series that came by another way than the internet has the name of the way. */
export function txnTypeOf({ type, subType }: TypePair): Soap.TxnType {
  const pairs = Object.entries(TYPES);
  const exact = pairs.find(([, pair]) => pair.type === type && pair.subType === subType);
  const [name] = exact ?? pairs.find(([, pair]) => pair.type === type) ?? ['NOT_SPECIFIED'];
  return name as Soap.TxnType;
}
