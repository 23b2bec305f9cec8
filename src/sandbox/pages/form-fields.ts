/** Fields of the pages' forms: their HTML, their validation, and which page has which. */
import { checkAccountName, checkAccountNumber, checkBsb } from '../../core/bank/bank-account.js';
import { checkCardNumber } from '../../core/card/card-number.js';
import { checkCvn } from '../../core/card/cvn.js';
import { readDigits } from '../../core/card/digits.js';
import { checkExpiry } from '../../core/card/expiry.js';
import type { CardFieldState } from '../../core/card/field-state.js';
import { checkHolderName } from '../../core/card/holder-name.js';
import { writeSettlementDate } from '../../wire/rest/local-time.js';
import { isEmailAddress } from '../operations/terms.js';
import type { OpenPage, PaymentPage, TokenPage } from './find-page.js';
import { html, isolated, type Html } from './html.js';
import { FIELD_MESSAGES, type FieldId } from './messages.js';

/** HTML attributes and validation of a field. */
export interface FieldTraits {
  /** Name in the submitted form. */
  readonly name: string;
  readonly autocomplete: string;
  readonly inputMode: 'numeric' | 'decimal' | 'email' | 'text';
  /** True for a value that a response must never contain. */
  readonly isSecret: boolean;
  /** Whether a value is valid, or its state with the reason; `now` is in milliseconds. Empty values are not checked. */
  readonly check: (text: string, now: number) => boolean | CardFieldState;
}

/** Maximum lengths. docs/wire/rest.md section 3, "Field rules". */
const LONGEST_REFERENCE = 50;
const LONGEST_EMAIL = 250;
const CARD_TEXT = /^[\p{Nd}\s-]*$/u;

/** The current month in the service's time zone. */
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
    check: (text) => CARD_TEXT.test(text) && checkCardNumber(readDigits(text)),
  },
  expiry: {
    name: 'ExpiryDate',
    autocomplete: 'cc-exp',
    ...SECRET_NUMBER,
    check: (text, now) => checkExpiry(text, thisMonth(now), { allowTestMonth: true }),
  },
  cvn: {
    name: 'CVN',
    autocomplete: 'cc-csc',
    ...SECRET_NUMBER,
    check: (text) => CARD_TEXT.test(text) && checkCvn(readDigits(text)),
  },
  name: {
    name: 'CardHolderName',
    autocomplete: 'cc-name',
    inputMode: 'text',
    isSecret: true,
    check: checkHolderName,
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
    check: (text) => text.length <= LONGEST_EMAIL && isEmailAddress(text.trim()),
  },
  store: { name: 'StoreCard', ...CHECKBOX },
  agree: { name: 'AcceptBADirectDebitTC', ...CHECKBOX },
};

export interface FormField {
  readonly id: FieldId;
  readonly isRequired: boolean;
  readonly label: Html;
  readonly hint: string;
}

/** Payment method of a page: a card, a bank account or a wallet. With a stored token's card, only the CVN is typed. */
export type Method = 'card' | 'bank_account' | 'amex_express';

function field(id: FieldId, isRequired = true, label: string | Html = FIELD_MESSAGES[id].label): FormField {
  // A checkbox needs no "optional" label.
  const isPlain = isRequired || id === 'store';
  return { id, isRequired, label: isPlain ? html`${label}` : html`${label} (optional)`, hint: FIELD_MESSAGES[id].hint };
}

/** The merchant's own label, or the default one. */
function labelOf(id: FieldId, text: string | undefined): string | Html {
  return text ? isolated(text) : FIELD_MESSAGES[id].label;
}

/** Labels of the references: the key's, or those of the merchant's facility. */
export function referenceLabels({ look: { hpp }, merchant }: OpenPage) {
  const { crn1, crn2, crn3 } = merchant.settings.references;
  return {
    crn1: hpp?.Crn1Label ?? crn1?.label,
    crn2: hpp?.Crn2Label ?? crn2?.label,
    crn3: hpp?.Crn3Label ?? crn3?.label,
  };
}

/** References that the shopper gives: those with a label, and the first one of a payment. */
function referenceFields(page: OpenPage): readonly FormField[] {
  const { subject, key, look, merchant } = page;
  const labels = referenceLabels(page);
  const hidden = { crn1: look.hpp?.HideCrn1, crn2: look.hpp?.HideCrn2, crn3: look.hpp?.HideCrn3 };
  return (['crn1', 'crn2', 'crn3'] as const)
    .filter((id) => key.terms[id] === null && !hidden[id] && (labels[id] || (id === 'crn1' && subject === 'payment')))
    .map((id) => field(id, merchant.settings.references[id]?.isRequired ?? false, labelOf(id, labels[id])));
}

/** True for TokenisationMode 2: the shopper decides whether the card is stored. */
function mayStoreCard({ key, merchant }: PaymentPage): boolean {
  const { tokenisationMode, dvToken } = key.terms;
  return dvToken === null && (tokenisationMode || merchant.settings.defaultTokenisation) === 2;
}

/** True for a frame whose input is only stored until the merchant's server processes it. */
export function isEntryOnly({ address, look }: OpenPage): boolean {
  return address.place === 'frame' && look.iframe?.ShowSubmitButton !== true;
}

/** A frame with a button of its own takes a card without a name. */
function asksForName(page: OpenPage): boolean {
  return page.address.place !== 'frame' || isEntryOnly(page);
}

function paymentFields(page: PaymentPage): readonly FormField[] {
  const { terms } = page.key;
  const isFrame = page.address.place === 'frame';
  const fields: FormField[] = [];
  // A frame shows only the card; the merchant's page shows the rest.
  if (!isFrame && terms.amount === null && terms.action !== 'verify_only') fields.push(field('amount'));
  if (!isFrame) fields.push(...referenceFields(page));
  if (terms.dvToken !== null) {
    if (!page.token?.bankAccount) fields.push(field('cvn', false));
    return fields;
  }
  fields.push(field('number'), field('expiry'), field('cvn'), field('name', asksForName(page)));
  // Without a button of the frame, the merchant's server says whether the card is stored (T10).
  if (mayStoreCard(page) && !isEntryOnly(page))
    fields.push(field('store', false, html`Save this card for next time at ${isolated(page.merchant.name)}`));
  return fields;
}

function tokenFields(page: TokenPage, method: Method): readonly FormField[] {
  const isNew = page.key.terms.task === 'add';
  const isFrame = page.address.place === 'frame';
  const fields: FormField[] = isFrame ? [] : [...referenceFields(page)];
  if (method === 'card') {
    fields.push(field('number', isNew, isNew ? undefined : 'New card number'), field('expiry', isNew));
    fields.push(field('name', isNew && asksForName(page)));
  } else {
    fields.push(field('bsb', isNew), field('account', isNew), field('holder', isNew));
  }
  if (!isFrame && page.look.hpp?.ShowCustomerDetailsForm && page.key.terms.emailAddress === null) {
    fields.push(field('email', false));
  }
  if (method === 'bank_account') {
    fields.push(
      field('agree', true, html`I agree that ${isolated(page.merchant.name)} may debit this account by direct debit`),
    );
  }
  return fields;
}

/** True for a hosted page whose key offers the wallet, where nothing is left to type. Sandbox choice. */
function offersWallet(page: PaymentPage): boolean {
  const { address, key, look } = page;
  const { action, amount, dvToken } = key.terms;
  const isFixed = amount !== null && dvToken === null && (action === 'payment' || action === 'preauth');
  const isTyped = referenceFields(page).length > 0;
  return look.amexExpressCheckout === true && isFixed && !isTyped && address.place === 'hosted';
}

/**
 * The methods of a page; the first one is the default. IsEddr of the key selects one; without it, both are offered.
 * Sandbox choice.
 */
export function methodsOf(page: OpenPage): readonly Method[] {
  if (page.subject === 'payment') return offersWallet(page) ? ['card', 'amex_express'] : ['card'];
  if (page.key.terms.task === 'update') return [page.token?.bankAccount ? 'bank_account' : 'card'];
  const isEddr = page.look.hpp?.IsEddr;
  if (isEddr === undefined) return ['card', 'bank_account'];
  return isEddr ? ['bank_account'] : ['card'];
}

/** The fields of a page in display order. */
export function fieldsOf(page: OpenPage, method: Method): readonly FormField[] {
  if (method === 'amex_express') return [];
  return page.subject === 'payment' ? paymentFields(page) : tokenFields(page, method);
}
