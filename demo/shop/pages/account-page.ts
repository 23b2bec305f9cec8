/**
 * The account: saved cards and bank accounts, and a form to save or change one. The shop writes
 * only one element; the typed details go directly to the payment service.
 */
import { brandOfCardType } from 'florin/core';
import { html, raw } from 'hono/html';
import { writeMarkup, writePageCode, writeServerCode, type WayValues } from '../../ways/way-code.js';
import { isElsewhere, type Way } from '../../ways/ways.js';
import type { Html } from '../../ways/html.js';
import { testCardLine } from '../developer/test-card-line.js';
import type { PageContent } from './layout.js';
import { message } from './message-page.js';

/** A card or account in the signer's list (`POST cards`): masked, with a handle of this session. */
export interface ListedCard {
  readonly handle: string;
  readonly kind: 'card' | 'bank_account';
  readonly type: string;
  readonly lastDigits: string;
  readonly expiry: string;
  readonly holderName: string;
}

/** The form of an account page. */
interface AccountForm {
  readonly way: Way;
  /** The URLs that Florin may use. */
  readonly origins: string;
  /** Florin's frame page. */
  readonly frameUrl: string;
  /** The signer's plain form, for the page itself. */
  readonly form: string | undefined;
  /** Handle of the card or account to change; undefined to add one. */
  readonly card: string | undefined;
  /** Where the shopper goes after something was saved. */
  readonly doneUrl: string;
}

const THINGS = { payment: 'payment', card: 'card', 'bank-account': 'bank account' } as const;

/** Renders the account with its list only. */
export function accountPage(cards: readonly ListedCard[]): PageContent {
  return {
    title: 'Cards and accounts',
    takesPayment: true,
    main: html`<h1 lang="en-AU">Cards and accounts</h1>
      <p class="account-choices" lang="en-AU">
        <a class="button" href="/account/card">Save a card</a>
        <a class="button" href="/account/bank-account">Save a bank account</a>
      </p>
      ${savedList(cards)}`,
  };
}

/** Renders a form to save or change something, with the list below it. */
export function accountFormPage(content: AccountForm, cards: readonly ListedCard[]): PageContent {
  const { way, card, form, origins, frameUrl, doneUrl } = content;
  const title = `${card === undefined ? 'Save a' : 'Change a'} ${THINGS[way.subject]}`;
  const values: WayValues = {
    ...{ scripts: '/florin/', origins, frameUrl, signerUrl: '/pay', card },
    ...{ doneUrl, agreementUrl: '/account/agreement' },
  };
  return {
    title,
    takesPayment: true,
    ...(form !== undefined && { hasPlainForm: true }),
    way,
    code: [
      { title: 'Page', code: writePageCode(way, values) },
      { title: 'Server', code: writeServerCode(way) },
    ],
    main: html`<section
        class="payment account${card === undefined && isElsewhere(way) ? ' elsewhere' : ''}"
        aria-labelledby="account-title"
      >
        <h1 id="account-title" lang="en-AU">${title}</h1>
        ${raw(writeMarkup(way, values, form ?? withoutScript(content)))} ${way.subject === 'card' && testCardLine(way)}
        <p class="hint padlock" lang="en-AU">
          Your details go straight to the payment service. This shop never sees them.
        </p>
      </section>
      <section aria-labelledby="saved-title">
        <h2 id="saved-title" lang="en-AU">Saved</h2>
        ${savedList(cards)}
      </section>`,
  };
}

/** The content of the element for browsers without script. */
function withoutScript({ way, card }: AccountForm): string {
  const purpose = `${card === undefined ? 'save' : 'update'}-${way.subject}`;
  const query = new URLSearchParams({ purpose, ...(card !== undefined && { card }), lang: 'en-AU' }).toString();
  return `<noscript><a class="button" lang="en-AU" href="/pay/form?${query.replaceAll('&', '&amp;')}">On a plain form without script</a></noscript>`;
}

/** A placeholder for the shop's legal text. */
export function agreementPage(): PageContent {
  const title = 'Direct debit service agreement';
  const text = 'This is a demo: nothing is ever debited. A real shop shows its own agreement here.';
  return { title, main: message(title, text, { href: '/account', text: 'Back to the account' }) };
}

/** The saved cards and accounts: each can be changed and removed. Without script, the list in the tag is shown. */
export function savedList(cards: readonly ListedCard[]): Html {
  return html`<florin-saved-cards signer-url="/pay" change-url="/account/{kind}?card={card}">
    ${listOf(cards)}
  </florin-saved-cards>`;
}

function listOf(cards: readonly ListedCard[]): Html {
  if (cards.length === 0) return html`<p lang="en-AU">Nothing is saved yet.</p>`;
  return html`<ul class="saved-list" lang="en-AU">
    ${cards.map(
      ({ handle, kind, type, lastDigits, expiry, holderName }) =>
        html`<li>
          <span>
            <strong translate="no">${nameOf({ kind, type, lastDigits })}</strong>
            <small>${detailsOf({ expiry, holderName })}</small>
          </span>
          <a href="/account/${kind === 'card' ? 'card' : 'bank-account'}?card=${encodeURIComponent(handle)}"
            >Change<span class="unseen">
              ${nameOf({ kind, type, lastDigits })}, ${detailsOf({ expiry, holderName })}</span
            ></a
          >
        </li>`,
    )}
  </ul>`;
}

function detailsOf({ expiry, holderName }: Pick<ListedCard, 'expiry' | 'holderName'>): string {
  return [expiry.replace(/^(..)(..)$/, 'expires $1 / $2'), holderName].filter(Boolean).join(' · ');
}

/** Masked name. */
export function nameOf({ kind, type, lastDigits }: Pick<ListedCard, 'kind' | 'type' | 'lastDigits'>): string {
  return `${kind === 'card' ? (brandOfCardType(type)?.name ?? 'Card') : 'Bank account'} •••• ${lastDigits}`;
}
