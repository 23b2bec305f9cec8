/** What the gallery shows: every state that an element has without a service, one row each. */
import { testAccount, testCards, type TypedCard } from 'florin/testing';
import type {} from 'florin/elements/define';
import { typeInto } from './type-into.js';

/** One state of an element. */
export interface GalleryState {
  readonly name: string;
  /** As a page has it. */
  readonly markup: string;
  /** BCP 47; the page's choice without it. */
  readonly language?: string;
  /** Another scheme than the page's. */
  readonly isDark?: true;
  /** Brings the element, which has been drawn, into the state. */
  readonly prepare?: (element: Element) => void;
}

type Tag = Extract<keyof HTMLElementTagNameMap, `florin-${string}`>;

const typeCard =
  ({ number, expiry, cvn, name }: TypedCard) =>
  (element: Element): void => {
    typeInto(element, 'cc-number', number);
    typeInto(element, 'cc-exp', expiry);
    typeInto(element, 'cc-csc', cvn);
    typeInto(element, 'cc-name', name);
  };
const typeField =
  (name: string, text: string) =>
  (element: Element): void =>
    typeInto(element, name, text);

/** A transaction as the shop's server passes it on. */
const PAID = {
  Action: 'payment',
  Amount: 20_198,
  AmountSurcharge: 298,
  Currency: 'AUD',
  CardDetails: { MaskedCardNumber: '512345...346', ExpiryDate: '0531' },
  CardType: 'MC',
  Crn1: '1042',
  MerchantName: 'Wattlebird Coffee',
  ProcessedDateTime: '2026-03-04T12:00:00.000+11:00',
  ReceiptNumber: '75421890031',
  ResponseCode: '0',
  BankResponseCode: '00',
  ResponseText: 'Approved',
  AuthoriseId: '482910',
  TxnNumber: '1179900031',
  IsTestTxn: false,
} as const;
const showTransaction =
  (changes: Readonly<Record<string, unknown>> = {}) =>
  (element: Element): void => {
    (element as HTMLElementTagNameMap['florin-receipt']).transaction = { ...PAID, ...changes };
  };

/** The same element in another language, from right to left, and in the dark. */
function lookOf(markup: string, prepare?: GalleryState['prepare']): readonly GalleryState[] {
  const state = { markup, ...(prepare && { prepare }) };
  return [
    { ...state, name: 'In German', language: 'de' },
    { ...state, name: 'From right to left', language: 'ar' },
    { ...state, name: 'In the dark', isDark: true },
  ];
}

/** Empty, filled, wrong and disabled. */
function fieldStates(tag: Tag, name: string, filled: string, wrong: string): readonly GalleryState[] {
  return [
    { name: 'Empty', markup: `<${tag}></${tag}>` },
    { name: 'Filled', markup: `<${tag}></${tag}>`, prepare: typeField(name, filled) },
    { name: 'With an error', markup: `<${tag}></${tag}>`, prepare: typeField(name, wrong) },
    { name: 'Disabled', markup: `<${tag} disabled></${tag}>` },
  ];
}

const FIELDS = '<florin-card-fields></florin-card-fields>';
const ACCOUNT = '<florin-bank-account agreement-url="#agreement"></florin-bank-account>';
const BILL = '<florin-references crn2-label="Bill number" crn2-hint="At the top of your bill"></florin-references>';
const RECEIPT = '<florin-receipt></florin-receipt>';
const CHECKOUT = '<florin-checkout signer-url="/pay" order="1042" amount="19900" currency="AUD"></florin-checkout>';
const checkout = (attributes: string): string => CHECKOUT.replace(' signer-url', ` ${attributes} signer-url`);
const SAVE = '<florin-checkout purpose="save-card" signer-url="/pay"></florin-checkout>';

export const STATES = {
  'florin-checkout': [
    { name: 'Pay', markup: CHECKOUT },
    { name: 'Some brands, no name', markup: checkout('accepted-brands="visa mastercard" no-name') },
    { name: 'Reserve an amount', markup: checkout('action="preauth"') },
    { name: 'Verify a card', markup: checkout('action="verify_only"') },
    { name: 'Pay on the service’s page', markup: checkout('method="redirect"') },
    { name: 'Pay on a page of the signer', markup: checkout('method="webform"') },
    { name: 'Save a card', markup: SAVE },
    ...lookOf(CHECKOUT),
  ],
  'florin-card-fields': [
    { name: 'Empty', markup: FIELDS },
    { name: 'Filled', markup: FIELDS, prepare: typeCard(testCards.mastercard) },
    { name: 'American Express', markup: FIELDS, prepare: typeCard(testCards.amex) },
    {
      name: 'With errors',
      markup: FIELDS,
      prepare: typeCard({ number: testCards.visa.number.slice(0, -1), expiry: '0120', cvn: '1', name: '' }),
    },
    {
      name: 'A brand that the shop does not accept',
      markup: '<florin-card-fields accepted-brands="visa mastercard"></florin-card-fields>',
      prepare: typeField('cc-number', testCards.amex.number),
    },
    { name: 'Without a name', markup: '<florin-card-fields no-name></florin-card-fields>' },
    { name: 'Disabled', markup: '<florin-card-fields disabled></florin-card-fields>' },
    ...lookOf(FIELDS, typeCard(testCards.visa)),
  ],
  'florin-card-number': fieldStates('florin-card-number', 'cc-number', testCards.visa.number, '4'),
  'florin-card-expiry': fieldStates('florin-card-expiry', 'cc-exp', testCards.visa.expiry, '13'),
  'florin-card-cvn': fieldStates('florin-card-cvn', 'cc-csc', testCards.visa.cvn, '1'),
  'florin-card-name': fieldStates('florin-card-name', 'cc-name', testCards.visa.name, '0123456789'),
  'florin-bank-account': [
    { name: 'Empty', markup: ACCOUNT },
    {
      name: 'Filled',
      markup: ACCOUNT,
      prepare: (element) => {
        typeInto(element, 'bsb', testAccount.bsb);
        typeInto(element, 'number', testAccount.number);
        typeInto(element, 'name', testAccount.name);
      },
    },
    { name: 'With an error', markup: ACCOUNT, prepare: typeField('bsb', '12') },
    { name: 'Disabled', markup: ACCOUNT.replace(' agreement', ' disabled agreement') },
    ...lookOf(ACCOUNT),
  ],
  'florin-references': [
    { name: 'Empty', markup: BILL },
    { name: 'Filled', markup: BILL.replace(' crn2-hint', ' crn2-value="B-1042" crn2-hint') },
    { name: 'With an error', markup: BILL, prepare: typeField('crn2', 'B_1042!') },
    { name: 'Disabled', markup: BILL.replace(' crn2-label', ' disabled crn2-label') },
  ],
  'florin-amount': [
    {
      name: 'Before a card is typed',
      markup: '<florin-amount for="none" amount="19900" currency="AUD"></florin-amount>',
    },
    ...lookOf('<florin-amount for="none" amount="19900" currency="EUR"></florin-amount>'),
  ],
  'florin-store-card': [
    { name: 'Not ticked', markup: '<florin-store-card></florin-store-card>' },
    { name: 'Disabled', markup: '<florin-store-card disabled></florin-store-card>' },
    ...lookOf('<florin-store-card></florin-store-card>'),
  ],
  'florin-receipt': [
    { name: 'Approved', markup: RECEIPT, prepare: showTransaction() },
    {
      name: 'Declined',
      markup: RECEIPT,
      prepare: showTransaction({ ResponseCode: '1', BankResponseCode: '51', ResponseText: 'Declined' }),
    },
    { name: 'Without a payment to show', markup: RECEIPT },
    ...lookOf(RECEIPT, showTransaction()),
  ],
} satisfies Partial<Record<Tag, readonly GalleryState[]>>;
