/** The fields that a page's form can have: how each is written, what may stand in it, and which of them a page shows. */
import { checkAccountName, checkAccountNumber, checkBsb } from '../../core/bank/bank-account.js';
import { checkCardNumber } from '../../core/card/card-number.js';
import { checkCvn } from '../../core/card/cvn.js';
import { readDigits } from '../../core/card/digits.js';
import { checkExpiry } from '../../core/card/expiry.js';
import { checkHolderName } from '../../core/card/holder-name.js';
import { writeSettlementDate } from '../../wire/rest/local-time.js';
import type { OpenPage, PaymentPage, TokenPage } from './find-page.js';
import { FIELD_WORDS, type FieldId } from './words.js';

/** How a field is written in HTML, and what may stand in it. */
export interface FieldTraits {
  /** In the form that is sent. */
  readonly name: string;
  readonly autocomplete: string;
  readonly inputMode: 'numeric' | 'decimal' | 'email' | 'text';
  /** Never written into an answer, whatever was sent. */
  readonly isSecret: boolean;
  /** True when it can be sent as it stands; `now` in milliseconds. Empty texts are not asked about. */
  readonly check: (text: string, now: number) => boolean;
}

/** Longest texts of the wire. wire/rest.md section 3, "Field rules". */
const LONGEST_REFERENCE = 50;
const LONGEST_EMAIL = 250;
const CARD_TEXT = /^[\p{Nd}\s-]*$/u;
const EMAIL_ADDRESS = /^[^\s@]+@[^\s@]+$/;

/** The month in which the service is. */
function thisMonth(now: number) {
  const date = writeSettlementDate(now);
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(4, 6)) };
}

function isReference(text: string): boolean {
  return text.length <= LONGEST_REFERENCE;
}

const REFERENCE = { autocomplete: 'off', inputMode: 'text', isSecret: false, check: isReference } as const;
const SECRET_NUMBER = { inputMode: 'numeric', isSecret: true } as const;
const CHECKBOX = { autocomplete: 'off', inputMode: 'text', isSecret: false, check: () => true } as const;

export const FIELD_TRAITS: Readonly<Record<FieldId, FieldTraits>> = {
  amount: {
    name: 'Amount',
    autocomplete: 'off',
    inputMode: 'decimal',
    isSecret: false,
    check: (text) => /^[\d.,]{1,20}$/.test(text.trim()),
  },
  crn1: { name: 'Crn1', ...REFERENCE },
  crn2: { name: 'Crn2', ...REFERENCE },
  crn3: { name: 'Crn3', ...REFERENCE },
  number: {
    name: 'CardNumber',
    autocomplete: 'cc-number',
    ...SECRET_NUMBER,
    check: (text) => CARD_TEXT.test(text) && checkCardNumber(readDigits(text)).status === 'valid',
  },
  expiry: {
    name: 'ExpiryDate',
    autocomplete: 'cc-exp',
    ...SECRET_NUMBER,
    check: (text, now) => checkExpiry(text, thisMonth(now), { allowTestMonth: true }).status === 'valid',
  },
  cvn: {
    name: 'CVN',
    autocomplete: 'cc-csc',
    ...SECRET_NUMBER,
    check: (text) => CARD_TEXT.test(text) && checkCvn(readDigits(text)).status === 'valid',
  },
  name: {
    name: 'CardHolderName',
    autocomplete: 'cc-name',
    inputMode: 'text',
    isSecret: true,
    check: (text) => checkHolderName(text).status === 'valid',
  },
  bsb: {
    name: 'BSBNumber',
    autocomplete: 'off',
    ...SECRET_NUMBER,
    check: (text) => checkBsb(text).status === 'valid',
  },
  account: {
    name: 'AccountNumber',
    autocomplete: 'off',
    ...SECRET_NUMBER,
    check: (text) => checkAccountNumber(text).status === 'valid',
  },
  holder: {
    name: 'AccountName',
    autocomplete: 'name',
    inputMode: 'text',
    isSecret: true,
    check: (text) => checkAccountName(text).status === 'valid',
  },
  email: {
    name: 'EmailAddress',
    autocomplete: 'email',
    inputMode: 'email',
    isSecret: false,
    check: (text) => text.length <= LONGEST_EMAIL && EMAIL_ADDRESS.test(text.trim()),
  },
  store: { name: 'StoreCard', ...CHECKBOX },
  agree: { name: 'AcceptBADirectDebitTC', ...CHECKBOX },
};

/** A field of a page. */
export interface FormField {
  readonly id: FieldId;
  readonly isRequired: boolean;
  readonly label: string;
  readonly hint: string;
}

/** What a page takes: a card, a bank account, or of a stored token's card the CVN. */
export type Method = 'card' | 'bank_account';

function field(id: FieldId, isRequired = true, label = FIELD_WORDS[id].label, hint = FIELD_WORDS[id].hint): FormField {
  // Nobody takes a box for one that has to be ticked.
  const isPlain = isRequired || id === 'store';
  return { id, isRequired, label: isPlain ? label : `${label} (optional)`, hint };
}

/** References that the key leaves to the shopper: those that have a label, and of a payment the first one. */
function referenceFields({ subject, key, look }: OpenPage): readonly FormField[] {
  const { hpp } = look;
  const { crn1, crn2, crn3 } = key.terms;
  const asked = [
    crn1 === null &&
      !hpp?.HideCrn1 &&
      (subject === 'payment' || hpp?.Crn1Label) &&
      field('crn1', false, hpp?.Crn1Label || undefined),
    crn2 === null && !hpp?.HideCrn2 && hpp?.Crn2Label && field('crn2', false, hpp.Crn2Label),
    crn3 === null && !hpp?.HideCrn3 && hpp?.Crn3Label && field('crn3', false, hpp.Crn3Label),
  ];
  return asked.filter((each) => typeof each === 'object');
}

/** TokenisationMode 2: the card is stored when the shopper agrees. */
function mayStoreCard({ key, merchant }: PaymentPage): boolean {
  const { tokenisationMode, dvToken } = key.terms;
  return dvToken === null && (tokenisationMode || merchant.settings.defaultTokenisation) === 2;
}

function paymentFields(page: PaymentPage): readonly FormField[] {
  const { terms } = page.key;
  const isFrame = page.address.place === 'frame';
  const fields: FormField[] = [];
  // A frame shows the card and nothing else: what goes around it is the merchant's page.
  if (!isFrame && terms.amount === null && terms.action !== 'verify_only') fields.push(field('amount'));
  if (!isFrame) fields.push(...referenceFields(page));
  if (terms.dvToken !== null) {
    if (!page.token?.bankAccount) fields.push(field('cvn', false));
    return fields;
  }
  fields.push(field('number'), field('expiry'), field('cvn'), field('name', !isFrame));
  if (mayStoreCard(page)) fields.push(field('store', false, `Save this card for next time at ${page.merchant.name}`));
  return fields;
}

function tokenFields(page: TokenPage, method: Method): readonly FormField[] {
  const isNew = page.key.terms.task === 'add';
  const isFrame = page.address.place === 'frame';
  const fields: FormField[] = isFrame ? [] : [...referenceFields(page)];
  if (method === 'card') {
    fields.push(field('number', isNew, isNew ? undefined : 'New card number'), field('expiry', isNew));
    fields.push(field('name', isNew && !isFrame));
  } else {
    fields.push(field('bsb', isNew), field('account', isNew), field('holder', isNew));
  }
  if (!isFrame && page.look.hpp?.ShowCustomerDetailsForm && page.key.terms.emailAddress === null) {
    fields.push(field('email', false));
  }
  if (method === 'bank_account') {
    fields.push(field('agree', true, `I agree that ${page.merchant.name} may debit this account by direct debit`));
  }
  return fields;
}

/** The methods that a page lets its shopper choose from, the first one unless another is asked for. */
export function methodsOf(page: OpenPage): readonly Method[] {
  if (page.subject === 'payment') return ['card'];
  if (page.key.terms.task === 'update') return [page.token?.bankAccount ? 'bank_account' : 'card'];
  return page.look.hpp?.IsEddr ? ['bank_account'] : ['card', 'bank_account'];
}

/** The fields of a page, in their order. */
export function fieldsOf(page: OpenPage, method: Method): readonly FormField[] {
  return page.subject === 'payment' ? paymentFields(page) : tokenFields(page, method);
}
