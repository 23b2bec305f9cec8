/** The redirect target of the signer after something was saved on another page, or by a plain form. */
import { html } from 'hono/html';
import type { Saving } from '../store/saving-store.js';
import { type ListedCard, nameOf, savedList } from './account-page.js';
import type { Html } from '../../ways/html.js';
import type { PageContent } from './layout.js';

/** What the page shows. */
interface SavedContent {
  /** The purpose of the checkout. */
  readonly purpose: string;
  readonly card: string | undefined;
  /** The signer's report, if it has just sent one. */
  readonly saving: Saving | undefined;
}

/**
 * The element shows what this browser tab has sent, also after a reload. After a plain form without
 * script it needs the claim; without script its content is shown.
 */
export function savedPage({ purpose, card, saving }: SavedContent, cards: readonly ListedCard[]): PageContent {
  return {
    title: 'Cards and accounts',
    takesPayment: true,
    main: html`<h1 lang="en-AU">Cards and accounts</h1>
      <florin-receipt
        purpose="${purpose}"
        signer-url="/pay"
        ${card !== undefined && html`card="${card}"`}
        again-url="${formUrl(purpose, card)}"
        done-url="/account"
        ${saving && html`claim="${saving.result.claim}"`}
        >${saving && describe(saving, formUrl(purpose, card))}</florin-receipt
      >
      <section aria-labelledby="saved-title">
        <h2 id="saved-title" lang="en-AU">Saved</h2>
        ${savedList(cards)}
      </section>
      <p class="account-choices" lang="en-AU"><a class="button" href="/account">Back to the account</a></p>`,
  };
}

function formUrl(purpose: string, card: string | undefined): string {
  const path = purpose.endsWith('bank-account') ? '/account/bank-account' : '/account/card';
  return card === undefined ? path : `${path}?card=${encodeURIComponent(card)}`;
}

function describe({ result, asked }: Saving, again: string): Html {
  if (result.status !== 'stored') {
    const isKnown = result.status === 'open' || result.status === 'expired';
    return html`<p class="notice" lang="en-AU">
      ${isKnown ? html`Nothing was saved. <a href="${again}">Try again</a>` : 'We do not know yet whether it was saved. Please reload this page in a moment.'}
    </p>`;
  }
  const what = result.card.kind === 'card' ? 'Card' : 'Bank account';
  return html`<p class="notice" lang="en-AU">
    ${what} ${asked.task === 'add' ? 'saved' : 'updated'}: ${nameOf(result.card)}
  </p>`;
}
