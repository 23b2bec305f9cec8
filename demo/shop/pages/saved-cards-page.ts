/** The shopper's saved cards on a separate page, with one element. */
import { html } from 'hono/html';
import type { PageContent } from './layout.js';

/** Renders the page. */
export function savedCardsPage(): PageContent {
  return {
    title: 'Saved cards',
    takesPayment: true,
    main: html`<section class="payment" aria-labelledby="cards-title">
      <h1 id="cards-title" lang="en-AU">Saved cards</h1>
      <florin-saved-cards signer-url="/pay"></florin-saved-cards>
      <p class="hint padlock" lang="en-AU">
        The payment service stores your cards. This shop never sees their numbers.
      </p>
    </section>`,
  };
}
