/** A list of rows that is a table on a wide window and cards on a narrow one. Styles: list-styles.ts. */
import { html, type TemplateResult } from 'lit';
import { writeCount } from './format.js';

/** Cells by their place in the row: a time, a name, an amount, a state, a detail, an action and a link. */
export const PLACES = ['time', 'order', 'amount', 'state', 'card-cell', 'action', 'number'] as const;

/** Texts or templates for each place. */
export type Cells = Readonly<Record<(typeof PLACES)[number], TemplateResult | string>>;

interface GridList {
  readonly label: string;
  /** Class with other columns. Default: `wide-end`. */
  readonly look?: 'users' | 'sessions';
  readonly headings: Cells;
  readonly rows: readonly Cells[];
}

function renderCells(cells: Cells, role: 'cell' | 'columnheader') {
  return PLACES.map((place) => html`<span role=${role} class=${place}>${cells[place]}</span>`);
}

/** Draws the list. The link in a row's last cell covers the row. */
export function gridList({ label, look, headings, rows }: GridList): TemplateResult {
  return html`<div class="list ${look ?? 'wide-end'}" role="table" aria-label=${label}>
    <div role="rowgroup">
      <div class="row headings" role="row">${renderCells(headings, 'columnheader')}</div>
    </div>
    <div class="body" role="rowgroup">
      ${rows.map((cells) => html`<div class="row" role="row">${renderCells(cells, 'cell')}</div>`)}
    </div>
  </div>`;
}

/** A number of records. A narrow window shows no headings, so it needs the word. */
export function recordCount(count: number): TemplateResult {
  return html`${writeCount(count)}<span class="narrow"> ${count === 1 ? 'record' : 'records'}</span>`;
}

/** The button below the first part of a long list of records. */
export function moreRecords(onPress: () => void): TemplateResult {
  return html`<p><button type="button" class="second" @click=${onPress}>More records</button></p>`;
}
