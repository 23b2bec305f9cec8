/**
 * Brand icons, drawn for Florin from simple shapes: enough to know one's own card by. 32 by 20, so that they stay
 * sharp at the size they are shown in.
 */
import { html, svg, type SVGTemplateResult, type TemplateResult } from 'lit';
import type { CardBrandId } from '../../core/card/brand.js';

const paper = svg`<rect x=".5" y=".5" width="31" height="19" rx="3" fill="#fff" stroke="#d5d8df"/>`;
const plate = (colour: string) => svg`<rect width="32" height="20" rx="3" fill="${colour}"/>`;

const SHAPES: Readonly<Record<CardBrandId, SVGTemplateResult>> = {
  visa: svg`${paper}<path d="M6 7h2l1 4.5L11.4 7H13l-3.5 6.5H8zM14 7h1.7l-1.2 6.5h-1.7zM21 7.3l-.3 1.4c-1-.5-2.3-.4-2.3.2 0 .8 2.4.9 2.1 2.7-.3 2-3 2.3-4.7 1.5l.4-1.5c1 .6 2.5.6 2.6-.1.1-.8-2.2-.9-2-2.7.3-1.9 2.7-2.2 4.2-1.5zM25 7h1.5l1.3 6.5h-1.6l-.2-1h-2l-.5 1h-1.8zm.2 2-1 2.2h1.4z" fill="#1434cb"/>`,
  mastercard: svg`${paper}<circle cx="12.5" cy="10" r="5.5" fill="#eb001b"/><circle cx="19.5" cy="10" r="5.5" fill="#f79e1b"/><path d="M16 5.8a5.5 5.5 0 0 1 0 8.4 5.5 5.5 0 0 1 0-8.4" fill="#ff5f00"/>`,
  amex: svg`${plate('#016fd0')}<path d="M3.5 13 5.7 7.5h.8L8.7 13M4.5 11.3h3.2M10.5 13V7.5l2.4 3.8 2.4-3.8V13M21 7.5h-3.5V13H21m-3.5-2.8h3M23 7.5l5 5.5m0-5.5L23 13" fill="none" stroke="#fff" stroke-width="1.3"/>`,
  diners: svg`${paper}<circle cx="16" cy="10" r="7" fill="#0079be"/><path d="M14.5 5.5a4.8 4.8 0 0 0 0 9zm3 0a4.8 4.8 0 0 1 0 9z" fill="#fff"/>`,
  jcb: svg`${paper}<path d="M6.5 6.5A2.5 2.5 0 0 1 9 4h3v9.5A2.5 2.5 0 0 1 9.5 16h-3z" fill="#0e4c96"/><path d="M13 6.5A2.5 2.5 0 0 1 15.5 4h3.5v9.5a2.5 2.5 0 0 1-2.5 2.5H13z" fill="#d71920"/><path d="M20 6.5A2.5 2.5 0 0 1 22.5 4h3v9.5A2.5 2.5 0 0 1 23 16h-3z" fill="#109c3f"/>`,
  discover: svg`${paper}<path d="M12 19.5a40 40 0 0 0 19.5-9v6a3 3 0 0 1-3 3z" fill="#f76b1c"/><circle cx="18" cy="8.5" r="3" fill="#f76b1c"/><path d="M5 5.8h1.5c3.8 0 3.8 5.4 0 5.4H5zm6 0v5.4" fill="none" stroke="#1c2024" stroke-width="1.4"/>`,
  unionpay: svg`<path d="M5 0h8L9 20H3a3 3 0 0 1-3-3.4L2 3a3 3 0 0 1 3-3" fill="#d10429"/><path d="M12 0h9l-4 20H8z" fill="#022e64"/><path d="M20 0h9a3 3 0 0 1 3 3.4L30 17a3 3 0 0 1-3 3H16z" fill="#076f74"/>`,
};

/** The icon of a brand, without a name: whoever shows it says what it means. */
export function brandIcon(id: CardBrandId): TemplateResult {
  return picture(SHAPES[id]);
}

/** Any card: what a number field shows while no brand is known and the shop has not named its own. */
export const anyCardIcon = picture(
  svg`<rect x="1" y="1" width="30" height="18" rx="3" fill="none" stroke="currentColor" stroke-width="1.5"/><path d="M1 6.5h30" stroke="currentColor" stroke-width="3"/>`,
);

function picture(shapes: SVGTemplateResult): TemplateResult {
  return html`<svg width="32" height="20" viewBox="0 0 32 20" aria-hidden="true" focusable="false">${shapes}</svg>`;
}
