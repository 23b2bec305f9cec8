/** A page with its form: what is paid or stored, the fields, and a button that says what it does. */
import { formatMoney } from '../../core/money/money.js';
import type { OpenPage, PaymentPage, TokenPage } from './find-page.js';
import { fieldsOf, methodsOf, type Method } from './form-fields.js';
import { html, type Html } from './html.js';
import { allowedCss } from './merchant-css.js';
import { webAddress, type Page } from './page-shell.js';
import { renderFields, renderProblems, type FieldErrors, type ShownValues } from './render-fields.js';

/** What a form is drawn from, besides its page. */
export interface FormState {
  readonly method: Method;
  readonly errors: FieldErrors;
  readonly values: ShownValues;
  /** About the whole form. */
  readonly message: string | null;
  /** A frame's card or account waits under its key. */
  readonly isKept: boolean;
  /** The page loads the script that draws Florin's own fields. */
  readonly hasScript: boolean;
}

/** A form that nobody has sent yet. */
export function freshForm(page: OpenPage, method: Method, hasScript: boolean): FormState {
  const isTicked = page.subject === 'payment' && page.look.hpp?.TokeniseTxnCheckBoxDefaultValue === true;
  return { method, errors: {}, values: isTicked ? { store: 'true' } : {}, message: null, isKept: false, hasScript };
}

/** Whether the page's form ends the flow, or its card only waits for the merchant's server to act on it. */
export function isKeeping({ address, look }: OpenPage): boolean {
  return address.place === 'frame' && look.iframe?.ShowSubmitButton !== true;
}

/** The amount that was fixed; empty when it is the shopper's to give. */
function amountOf({ key, merchant }: PaymentPage): string {
  const { amount, currency } = key.terms;
  if (amount === null) return '';
  return formatMoney({ minor: amount, currency: currency ?? merchant.defaultCurrency }, 'en-AU');
}

/** Texts of the heading and of the button. */
function wordsOf(page: OpenPage, method: Method): { readonly title: string; readonly action: string } {
  const { merchant } = page;
  const what = method === 'card' ? 'card' : 'bank account';
  if (page.subject === 'payment') {
    const { action } = page.key.terms;
    if (action === 'verify_only') return { title: `Check your card for ${merchant.name}`, action: 'Check card' };
    if (/refund/.test(action)) return { title: `Refund from ${merchant.name}`, action: 'Get refund' };
    return { title: `Pay ${merchant.name}`, action: `Pay ${amountOf(page)}`.trim() };
  }
  if (page.key.terms.task === 'update') return { title: `Update your ${what}`, action: `Update ${what}` };
  return { title: `Save a ${what} with ${merchant.name}`, action: `Save ${what}` };
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

/** What was fixed and may be shown. */
function summaryRows(page: OpenPage): readonly SummaryRow[] {
  const { hpp } = page.look;
  const { terms } = page.key;
  const billerCode = terms.billerCode ?? (page.subject === 'token' ? hpp?.BillerCode : null);
  const rows: (SummaryRow | null)[] = [
    billerCode && !hpp?.HideBillerCode ? { term: 'Biller code', text: billerCode } : null,
    terms.crn1 && !hpp?.HideCrn1 ? { term: hpp?.Crn1Label || 'Reference', text: terms.crn1 } : null,
    terms.crn2 && !hpp?.HideCrn2 ? { term: hpp?.Crn2Label || 'Reference 2', text: terms.crn2 } : null,
    terms.crn3 && !hpp?.HideCrn3 ? { term: hpp?.Crn3Label || 'Reference 3', text: terms.crn3 } : null,
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
        html`<dt>${term}</dt>
          <dd>${text}</dd>`,
    )}
  </dl>`;
}

/** Address of the page itself, which its form is sent to. */
export function addressOf({ address, key }: OpenPage, method: Method | null): string {
  const query = new URLSearchParams(method === null ? {} : { method });
  if (address.place === 'hosted') {
    query.set(address.subject === 'token' ? 'in_sessionid' : 'in_pay_token', key.authKey);
  }
  return query.size === 0 ? address.path : `${address.path}?${query.toString()}`;
}

function tabs(page: OpenPage, current: Method): Html | null {
  const methods = methodsOf(page);
  if (methods.length < 2) return null;
  const names = { card: 'Card', bank_account: 'Bank account' };
  return html`<nav class="tabs" aria-label="What to save">
    ${methods.map(
      (method) =>
        html`<a href="${addressOf(page, method)}" ${method === current && html`aria-current="page"`}>
          ${names[method]}
        </a>`,
    )}
  </nav>`;
}

/** The way back to the shop, if the merchant named one that a browser may be sent to. */
export function returnBar(page: OpenPage): Html | null {
  const url = webAddress(page.look.hpp?.ReturnBarUrl);
  const label = page.look.hpp?.ReturnBarLabel || `Back to ${page.merchant.name}`;
  return url === null ? null : html`<a class="back" href="${url}"><span aria-hidden="true">←</span> ${label}</a>`;
}

function updateHint(page: TokenPage, method: Method): Html | null {
  if (page.key.terms.task !== 'update') return null;
  const what = method === 'card' ? 'card' : 'account';
  return html`<p class="said">Fill in what has changed. What you leave empty stays as it is on this ${what}.</p>`;
}

/** A frame whose card waits saves it by itself where there is a script. */
function button(page: OpenPage, label: string, hasScript: boolean): Html {
  if (!isKeeping(page)) return html`<button>${label}</button>`;
  const save = html`<button class="second">${label}</button>`;
  return hasScript ? html`<noscript>${save}</noscript>` : save;
}

/** The page with its form. */
export function formPage(page: OpenPage, state: FormState): Page {
  const { address, look, key } = page;
  const { method, errors, values, message, isKept, hasScript } = state;
  const fields = fieldsOf(page, method);
  const { title, action } = wordsOf(page, method);
  const keeps = isKeeping(page);
  const amount = page.subject === 'payment' && address.place === 'hosted' ? amountOf(page) : '';
  const status = isKept ? 'Your details are ready.' : '';
  const main = html`<h1 id="title">${title}</h1>
    ${amount && html`<p class="amount">${amount}</p>`} ${summary(page)} ${tabs(page, method)}
    ${page.subject === 'token' && updateHint(page, method)} ${renderProblems(fields, errors, message)}
    <form
      method="post"
      action="${addressOf(page, methodsOf(page).length > 1 ? method : null)}"
      aria-labelledby="title"
      novalidate
      data-mode="${keeps ? 'keep' : 'send'}"
      data-busy="${page.subject === 'payment' ? 'Paying…' : 'Saving…'}"
    >
      ${renderFields(fields, { errors, values })}
      ${button(page, keeps ? (method === 'card' ? 'Save card' : 'Save account') : action, hasScript)}
      <p class="state" role="status" id="state">${status}</p>
    </form>`;
  const redirection = webAddress(key.redirectionUrl);
  return {
    status: message === null && Object.keys(errors).length === 0 ? 200 : 422,
    place: address.place,
    title: `${Object.keys(errors).length > 0 ? 'Error: ' : ''}${title}`,
    main,
    bar: returnBar(page),
    css: address.place === 'frame' ? allowedCss(look.iframe?.CSS) : '',
    leadsOn: redirection !== null,
  };
}
