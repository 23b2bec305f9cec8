/** The head of the page of one item: the link back to its list, a heading, and a badge. */
import { html, nothing } from 'lit';
import { exact } from './format.js';
import { OFFICE } from './root.js';

/** @param list path and title of the list */
export function itemHead(list: readonly [path: string, title: string], heading: unknown, badge: unknown = nothing) {
  const [path, title] = list;
  return html`<p><a href="${OFFICE}${path}">← ${title}</a></p>
    <div class="sum">
      <h1><bdi>${exact(heading)}</bdi></h1>
      ${badge}
    </div>`;
}
