/** Shows the code of a way, each part with a button that copies it. */
import { html } from 'hono/html';
import type { Html } from './html.js';

export interface CodePart {
  /** For example `The page`. */
  readonly title: string;
  readonly code: string;
}

/** Renders the parts. The buttons work with `public/ways.js` and are hidden without it. */
export function codeView(parts: readonly CodePart[]): Html {
  return html`<div class="code-view">
    ${parts.map(
      ({ title, code }) =>
        html`<figure class="code-part">
          <figcaption>
            ${title}
            <button type="button" data-copy="${code}" aria-label="Copy: ${title}" hidden>Copy</button>
          </figcaption>
          <pre><code>${code}</code></pre>
        </figure>`,
    )}
  </div>`;
}
