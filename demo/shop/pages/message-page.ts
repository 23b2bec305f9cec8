/** A page with one message and a link. */
import { html } from 'hono/html';
import type { Html } from '../../ways/html.js';
import type { PageContent } from './layout.js';

interface Link {
  readonly href: string;
  readonly text: string;
}

/** Renders a page with a message and a link to the products. */
export function messagePage(title: string, text: string): PageContent {
  return { title, main: message(title, text, { href: '/', text: 'Back to the coffees' }) };
}

/** Renders a message and a link. */
export function message(title: string, text: string, link: Link): Html {
  return html`<div class="message">
    <h1>${title}</h1>
    <p>${text}</p>
    <p><a class="button" href="${link.href}">${link.text}</a></p>
  </div>`;
}
