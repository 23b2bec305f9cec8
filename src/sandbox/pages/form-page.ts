/** Renders a page with its form: a summary, the fields, and a labelled button. */
import { formatMoney } from '../../core/money/money.js';
import type { OpenPage, PaymentPage, TokenPage } from './find-page.js';
import { fieldsOf, isEntryOnly, methodsOf, referenceLabels, type Method } from './form-fields.js';
import { html, isolated, isolatedText, untranslated, type Html } from './html.js';
import { allowedCss } from './merchant-css.js';
import { webAddress, type Page } from './page-shell.js';
import { MESSAGES } from './messages.js';
import { renderFields, renderProblems, type FieldErrors, type ShownValues } from './render-fields.js';

export interface FormState {
  readonly method: Method;
  readonly errors: FieldErrors;
  readonly values: ShownValues;
  readonly message: string | null;
  /** True when the input of a frame is stored under its key. */
  readonly isStored: boolean;
  /** True when the page loads the script with Florin's own fields. */
  readonly hasScript: boolean;
}

export function freshForm(page: OpenPage, method: Method, hasScript: boolean): FormState {
  const isTicked = page.subject === 'payment' && page.look.hpp?.TokeniseTxnCheckBoxDefaultValue === true;
  return {
    // The wallet has no fields: its page is the card's.
    method: method === 'amex_express' ? 'card' : method,
    errors: {},
    values: isTicked ? { store: 'true' } : {},
    message: null,
    isStored: false,
    hasScript,
  };
}

/** Card fields that the merchant's server may add to the stored input of the frame (T10). */
const COMPLETED: readonly string[] = ['expiry', 'name'];

/** True when number and CVN can be stored although other fields are invalid or empty. */
export function isCompletable(page: OpenPage, errors: FieldErrors): boolean {
  const isTyped = page.subject === 'payment' && page.key.terms.dvToken === null;
  return isTyped && isEntryOnly(page) && Object.keys(errors).every((id) => COMPLETED.includes(id));
}

/** The fixed amount; empty when the shopper gives it. */
function amountOf({ key, merchant }: PaymentPage): string {
  const { amount, currency } = key.terms;
  if (amount === null) return '';
  return formatMoney({ minor: amount, currency: currency ?? merchant.defaultCurrency }, 'en-AU');
}

/** Text and the merchant's name after it. */
type Title = readonly [text: string, name?: string];

function writeHeading([messages, name]: Title): Html {
  return name === undefined ? html`${messages}` : html`${messages} ${isolated(name)}`;
}

function writeTitle([messages, name]: Title): string {
  return name === undefined ? messages : `${messages} ${isolatedText(name)}`;
}

/** Texts of the heading and of the button. */
function messagesOf(page: OpenPage, method: Method): { readonly title: Title; readonly action: string | Html } {
  const { merchant } = page;
  const what = method === 'card' ? 'card' : 'bank account';
  if (page.subject === 'payment') {
    const { action } = page.key.terms;
    if (action === 'verify_only') return { title: ['Check your card for', merchant.name], action: 'Check card' };
    if (/refund/.test(action)) return { title: ['Refund from', merchant.name], action: 'Get refund' };
    return { title: ['Pay', merchant.name], action: untranslated(`Pay ${amountOf(page)}`.trim()) };
  }
  if (page.key.terms.task === 'update') return { title: [`Update your ${what}`], action: `Update ${what}` };
  return { title: [`Save a ${what} with`, merchant.name], action: `Save ${what}` };
}

interface SummaryRow {
  readonly term: string;
  readonly text: string;
}

function tokenRow({ token }: OpenPage): SummaryRow | null {
  if (!token) return null;
  if (token.bankAccount) return { term: 'Account', text: `${token.bankAccount.accountName}` };
  const { masked, expiry } = token.card;
  const until = expiry ? `, ${expiry.slice(0, 2)} / ${expiry.slice(2)}` : '';
  return { term: 'Card', text: `•••• ${(masked ?? '').slice(-3)}${until}` };
}

/** Rows of the fixed values that may be shown. */
function summaryRows(page: OpenPage): readonly SummaryRow[] {
  const { hpp } = page.look;
  const { terms } = page.key;
  const labels = referenceLabels(page);
  const billerCode = terms.billerCode ?? (page.subject === 'token' ? hpp?.BillerCode : null);
  const rows: (SummaryRow | null)[] = [
    billerCode && !hpp?.HideBillerCode ? { term: 'Biller code', text: billerCode } : null,
    terms.crn1 && !hpp?.HideCrn1
      ? { term: labels.crn1 || (page.subject === 'payment' ? 'Order' : 'Reference'), text: terms.crn1 }
      : null,
    terms.crn2 && !hpp?.HideCrn2 ? { term: labels.crn2 || 'Reference 2', text: terms.crn2 } : null,
    terms.crn3 && !hpp?.HideCrn3 ? { term: labels.crn3 || 'Reference 3', text: terms.crn3 } : null,
    tokenRow(page),
  ];
  return rows.filter((row) => row !== null);
}

function summary(page: OpenPage): Html | null {
  const rows = page.address.place === 'frame' ? [tokenRow(page)].filter((row) => row !== null) : summaryRows(page);
  if (rows.length === 0) return null;
  return html`<dl class="summary">
    ${rows.map(
      ({ term, text }) =>
        html`<dt>${isolated(term)}</dt>
          <dd translate="no">${isolated(text)}</dd>`,
    )}
  </dl>`;
}

/** The page's own URL, which is also the action of its form. */
export function addressOf({ address, key }: OpenPage, method: Method | null): string {
  const query = new URLSearchParams(method === null ? {} : { method });
  if (address.place === 'hosted') {
    query.set(address.subject === 'token' ? 'in_sessionid' : 'in_pay_token', key.authKey);
  }
  return query.size === 0 ? address.path : `${address.path}?${query.toString()}`;
}

function tabs(page: TokenPage, current: Method): Html | null {
  const methods = methodsOf(page);
  if (methods.length < 2) return null;
  const names = { card: 'Card', bank_account: 'Bank account', amex_express: '' };
  return html`<nav class="tabs" aria-label="What to save">
    ${methods.map(
      (method) =>
        html`<a href="${addressOf(page, method)}" ${method === current && html`aria-current="page"`}>
          ${names[method]}
        </a>`,
    )}
  </nav>`;
}

/** Link back to the shop, if the merchant gave a safe URL. */
export function returnBar(page: OpenPage): Html | null {
  const url = webAddress(page.look.hpp?.ReturnBarUrl);
  const label = page.look.hpp?.ReturnBarLabel || `Back to ${page.merchant.name}`;
  return url === null
    ? null
    : html`<a class="back" href="${url}"><span aria-hidden="true">←</span> ${isolated(label)}</a>`;
}

function updateHint(page: TokenPage): Html | null {
  if (page.key.terms.task !== 'update') return null;
  return html`<p class="said">Fill in only what has changed. Fields that you leave empty stay the same.</p>`;
}

/** The submit button. With a script, a frame for input saves by itself and has no button. */
function button(page: OpenPage, label: string | Html, hasScript: boolean): Html {
  if (!isEntryOnly(page)) return html`<button>${label}</button>`;
  const save = html`<button class="second">${label}</button>`;
  return hasScript ? html`<noscript>${save}</noscript>` : save;
}

/** The wallet's button: a form of its own, which pays with a test card of American Express at once. */
function walletForm(page: OpenPage): Html | null {
  if (!methodsOf(page).includes('amex_express')) return null;
  return html`<form method="post" action="${addressOf(page, 'amex_express')}">
    <button class="second">${MESSAGES.amexExpress}</button>
  </form>`;
}

export function formPage(page: OpenPage, state: FormState): Page {
  const { address, look, key } = page;
  const { method, errors, values, message, isStored, hasScript } = state;
  const fields = fieldsOf(page, method);
  const { title, action } = messagesOf(page, method);
  const isAutosaved = isEntryOnly(page);
  const amount = page.subject === 'payment' && address.place === 'hosted' ? amountOf(page) : '';
  const status = isStored ? 'Your details are ready.' : '';
  const main = html`<h1 id="title">${writeHeading(title)}</h1>
    ${amount && html`<p class="amount" translate="no">${amount}</p>`} ${summary(page)}
    ${page.subject === 'token' && tabs(page, method)} ${page.subject === 'token' && updateHint(page)}
    ${renderProblems(fields, errors, message)}
    <form
      method="post"
      action="${addressOf(page, methodsOf(page).length > 1 ? method : null)}"
      aria-labelledby="title"
      novalidate
      data-mode="${isAutosaved ? 'autosave' : 'send'}"
      ${isCompletable(page, {}) && html`data-completed="${COMPLETED.join(' ')}"`}
      data-busy="${page.subject === 'payment' ? MESSAGES.paying : MESSAGES.saving}"
    >
      ${renderFields(fields, { errors, values })}
      ${button(page, isAutosaved ? (method === 'card' ? 'Save card' : 'Save account') : action, hasScript)}
      <p class="state" role="status" id="state">${status}</p>
    </form>
    ${walletForm(page)}`;
  const redirection = webAddress(key.redirectionUrl);
  return {
    status: message === null && Object.keys(errors).length === 0 ? 200 : 422,
    place: address.place,
    title: `${Object.keys(errors).length > 0 ? 'Error: ' : ''}${writeTitle(title)}`,
    main,
    bar: returnBar(page),
    css: address.place === 'frame' ? allowedCss(look.iframe?.CSS) : '',
    leadsOn: redirection !== null,
  };
}
