/**
 * The line of the developer bar below a card form: it fills in a test card. No page can type into a frame of another origin
 * or into another page, so there the line copies the number. The number itself is only in the bar (public/developer/bar.js).
 */
import { html } from 'hono/html';
import type { Html } from '../../ways/html.js';
import { isElsewhere, type Way } from '../../ways/ways.js';

/** Renders the line. It is shown with the bar only, and only where scripts run (public/developer/bar.css). */
export function testCardLine(way: Way): Html {
  const { action, button, note } = lineOf(way);
  return html`<p class="dev-line" lang="en" dir="ltr">
    <strong>Developer bar</strong> <button type="button" data-card="${action}">${button}</button> <span>${note}</span>
  </p>`;
}

function lineOf(way: Way): { readonly action: 'fill' | 'copy'; readonly button: string; readonly note: string } {
  const isFrame = way.isolation === 'frame' || way.method === 'iframe';
  if (!isFrame && !isElsewhere(way))
    return { action: 'fill', button: 'Fill in a test card', note: 'Only in this demo, not in a shop' };
  const where = isFrame ? 'No page can type into a frame' : 'The card is typed on the next page';
  return { action: 'copy', button: 'Copy a test card', note: `${where}: paste the number, 12 / 39 and 123` };
}
