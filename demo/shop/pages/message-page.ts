/** A page with one message: what went wrong, and where to go next. */
import { html } from 'hono/html';
import type { PageContent } from './layout.js';

/** Renders a message with a link to the products. */
export function messagePage(title: string, text: string): PageContent {
  return {
    title,
    main: html`<div class="message">
      <h1>${title}</h1>
      <p>${text}</p>
      <p><a class="button" href="/">Back to the coffees</a></p>
    </div>`,
  };
}
