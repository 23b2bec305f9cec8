/** A table of data that scrolls by itself on a narrow window. Its rows are headed by their first cell. */
import { html, nothing } from 'lit';
import { exact } from './format.js';

/** Draws the table. @param numbers places of the columns of numbers, from 0, which are aligned at their end */
export function scrollTable(
  label: string,
  headings: readonly string[],
  numbers: readonly number[],
  rows: readonly (readonly unknown[])[],
) {
  const look = (index: number) => (numbers.includes(index) ? 'number-cell' : nothing);
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${label}>
    <table>
      <thead>
        <tr>
          ${headings.map((heading, index) => html`<th scope="col" class=${look(index)}>${heading}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ([first, ...others]) =>
            html`<tr>
              <th scope="row">${exact(first)}</th>
              ${others.map((cell, index) => html`<td class=${look(index + 1)}>${exact(cell)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
