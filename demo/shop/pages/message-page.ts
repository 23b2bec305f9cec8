/** A page that says one thing: what went wrong, and where to go from here. */
import { html } from 'hono/html';
import type { PageContent } from './layout.js';

/** Renders a message with a way back to the coffees. */
export function messagePage(title: string, words: string): PageContent {
  return {
    title,
    main: html`<div class="message">
      <h1>${title}</h1>
      <p>${words}</p>
      <p><a class="button" href="/">Back to the coffees</a></p>
    </div>`,
  };
}
