/**
 * The rules of each detail of a payment and its name at the service: one table for the order and
 * its token.
 */
import { SUB_TYPES, TYPES } from '../../wire/codes.js';
import type * as Wire from '../../wire/rest/auth-key.js';
import type {
  Address,
  ContactDetails as WireContact,
  Customer,
  PersonalDetails as WirePerson,
} from '../../wire/rest/customer.js';
import type { FraudScreeningRequest } from '../../wire/rest/fraud-screening.js';
import type {
  Order,
  OrderAddress as WireOrderAddress,
  OrderItem as WireItem,
  OrderRecipient as WireRecipient,
} from '../../wire/rest/order.js';
import type { StatementDescriptor as WireDescriptor } from '../../wire/rest/statement-descriptor.js';
import type {
  ContactDetails,
  CustomerDetails,
  FraudScreening,
  HostedPage,
  OrderAddress,
  OrderDetails,
  OrderItem,
  OrderRecipient,
  PaymentDetails,
  PersonalDetails,
  PostalAddress,
  StatementDescriptor,
} from './payment-details.js';

/** A value. */
export interface Leaf<Name extends string = string> {
  readonly wire: Name;
  /** Description of valid values, for error texts. */
  readonly what: string;
  readonly isRight: (value: unknown) => boolean;
  /** Converts the value if the service uses another one. */
  readonly write?: (value: unknown) => unknown;
}
/** An object. */
interface Group<Name extends string = string> {
  readonly wire: Name;
  readonly members: Rules;
}
/** A list of values, or of objects. The name inside the list is ignored. */
interface List<Name extends string = string> {
  readonly wire: Name;
  readonly item: Rule;
}
/** How a member is checked and written. */
export type Rule<Name extends string = string> = Leaf<Name> | Group<Name> | List<Name>;
/** The members of an object, by Florin's names. */
export type Rules = Readonly<Record<string, Rule>>;
/** Maps each of Florin's members to a name of the service. */
type Members<Ours, Theirs> = { readonly [Name in keyof Ours]-?: Rule<keyof Theirs & string> };

const text = <Name extends string>(wire: Name): Leaf<Name> => {
  return { wire, what: 'text', isRight: (value) => typeof value === 'string' };
};
const flag = <Name extends string>(wire: Name): Leaf<Name> => {
  return { wire, what: 'true or false', isRight: (value) => typeof value === 'boolean' };
};
const whole = <Name extends string>(wire: Name): Leaf<Name> => {
  return { wire, what: 'a whole number', isRight: Number.isSafeInteger };
};
const word = <Name extends string>(wire: Name, words: readonly string[]): Leaf<Name> => {
  return { wire, what: `one of ${words.join(', ')}`, isRight: (value) => words.some((each) => each === value) };
};

const ADDRESS: Members<PostalAddress, Address> = {
  addressLine1: text('AddressLine1'),
  addressLine2: text('AddressLine2'),
  addressLine3: text('AddressLine3'),
  city: text('City'),
  state: text('State'),
  postalCode: text('PostCode'),
  countryCode: text('CountryCode'),
};
const CONTACT: Members<ContactDetails, WireContact> = {
  emailAddress: text('EmailAddress'),
  homePhoneNumber: text('HomePhoneNumber'),
  mobilePhoneNumber: text('MobilePhoneNumber'),
  workPhoneNumber: text('WorkPhoneNumber'),
  faxNumber: text('FaxNumber'),
};
const PERSON: Members<PersonalDetails, WirePerson> = {
  salutation: text('Salutation'),
  firstName: text('FirstName'),
  middleName: text('MiddleName'),
  lastName: text('LastName'),
  dateOfBirth: text('DateOfBirth'),
};
const RECIPIENT: Members<OrderRecipient, WireRecipient> = {
  address: { wire: 'Address', members: ADDRESS },
  contactDetails: { wire: 'ContactDetails', members: CONTACT },
  personalDetails: { wire: 'PersonalDetails', members: PERSON },
};
const ORDER_ADDRESS: Members<OrderAddress, WireOrderAddress> = { ...RECIPIENT, comments: text('Comments') };
const CUSTOMER: Members<CustomerDetails, Customer> = {
  ...RECIPIENT,
  customerNumber: text('CustomerNumber'),
  daysOnFile: whole('DaysOnFile'),
  existingCustomer: flag('ExistingCustomer'),
};
const ITEM: Members<OrderItem, WireItem> = {
  sku: text('SKU'),
  productCode: text('ProductCode'),
  partNumber: text('PartNumber'),
  description: text('Description'),
  quantity: { wire: 'Quantity', what: 'a number', isRight: Number.isFinite },
  unitPrice: whole('UnitPrice'),
  comments: text('Comments'),
  giftMessage: text('GiftMessage'),
  shippingMethod: text('ShippingMethod'),
  shippingNumber: text('ShippingNumber'),
};
const ORDER: Members<OrderDetails, Order> = {
  items: { wire: 'OrderItems', item: { wire: '', members: ITEM } },
  recipients: { wire: 'OrderRecipients', item: { wire: '', members: RECIPIENT } },
  billingAddress: { wire: 'BillingAddress', members: ORDER_ADDRESS },
  shippingAddress: { wire: 'ShippingAddress', members: ORDER_ADDRESS },
  shippingMethod: text('ShippingMethod'),
};
const SCREENING: Members<FraudScreening, FraudScreeningRequest> = {
  perform: flag('PerformFraudScreening'),
  deviceFingerprint: text('FraudScreeningDeviceFingerprint'),
  customerIpAddress: text('CustomerIPAddress'),
  sourceWebsiteUrl: text('SourceWebsiteURL'),
  customFields: { wire: 'CustomFields', item: { ...text(''), write: (value) => ({ CustomField: value }) } },
};
const DESCRIPTOR: Members<StatementDescriptor, WireDescriptor> = {
  merchantName: text('MerchantName'),
  companyName: text('CompanyName'),
  addressLine1: text('AddressLine1'),
  addressLine2: text('AddressLine2'),
  city: text('City'),
  state: text('State'),
  postalCode: text('Postcode'),
  countryCode: text('CountryCode'),
  phoneNumber: text('PhoneNumber'),
};
const HOSTED_PAGE: Members<HostedPage, Wire.HppParameters> = {
  hideBillerCode: flag('HideBillerCode'),
  hideCrn1: flag('HideCrn1'),
  hideCrn2: flag('HideCrn2'),
  hideCrn3: flag('HideCrn3'),
  returnBarLabel: text('ReturnBarLabel'),
  returnBarUrl: text('ReturnBarUrl'),
  storeCardByDefault: flag('TokeniseTxnCheckBoxDefaultValue'),
};
/** The index is the service's number. */
const TOKENISATION: readonly string[] = [
  'biller_default',
  'never',
  'if_shopper_agrees',
  'always',
] satisfies readonly PaymentDetails['tokenisation'][];

/** By Florin's names. */
export const DETAILS: Members<PaymentDetails, Wire.ProcessTxnData & Wire.TxnAuthKeyRequest> = {
  customerEmail: text('EmailAddress'),
  customer: { wire: 'Customer', members: CUSTOMER },
  orderDetails: { wire: 'Order', members: ORDER },
  fraudScreening: { wire: 'FraudScreeningRequest', members: SCREENING },
  statementDescriptor: { wire: 'StatementDescriptor', members: DESCRIPTOR },
  transactionType: word('Type', Object.keys(TYPES)),
  subType: word('SubType', Object.keys(SUB_TYPES)),
  tokenisation: {
    ...word('TokenisationMode', TOKENISATION),
    write: (value) => TOKENISATION.indexOf(String(value)),
  },
  bypassThreeDS: flag('BypassThreeDS'),
  amexExpressCheckout: flag('AmexExpressCheckout'),
  hostedPage: { wire: 'HppParameters', members: HOSTED_PAGE },
};
