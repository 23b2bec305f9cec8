/** A table of data that scrolls by itself on a narrow window. Its rows are headed by their first cell. */
import { html, type TemplateResult } from 'lit';

type Cell = TemplateResult | string;

/** Draws the table. */
export function scrollTable(label: string, headings: readonly string[], rows: readonly (readonly Cell[])[]) {
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${label}>
    <table>
      <thead>
        <tr>
          ${headings.map((heading) => html`<th scope="col">${heading}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ([first, ...others]) =>
            html`<tr>
              <th scope="row">${first}</th>
              ${others.map((cell) => html`<td>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
