/** A list of rows that is a table on a wide window and cards on a narrow one. Styles: list-styles.ts. */
import { html, nothing, type TemplateResult } from 'lit';
import { exact, writeCount } from './format.js';

/** Cells by their place in the row: a time, a name, an amount, a state, a detail, an action, a link, and a line below. */
const PLACES = ['time', 'order', 'amount', 'state', 'card-cell', 'action', 'number', 'below'] as const;

/** Heading of a column, and the cell of a row. */
type Column<Row> = readonly [heading: string, cell: (row: Row) => TemplateResult | string];

/** Columns by their place. */
export type Columns<Row> = Readonly<Partial<Record<(typeof PLACES)[number], Column<Row>>>>;

/** Draws the heading row above a body of rows. */
export function gridTable<Row>(
  { label, look, columns, rowCount }: Omit<GridList<Row>, 'rows'> & { readonly rowCount?: number },
  body: unknown,
): TemplateResult {
  return html`<div class="list ${look}" role="table" aria-label=${label} aria-rowcount=${rowCount ?? nothing}>
    <div role="rowgroup">
      <div class="row headings" role="row" aria-rowindex=${rowCount === undefined ? nothing : 1}>
        ${PLACES.map((place) => {
          const [heading] = columns[place] ?? [];
          return heading === undefined ? nothing : html`<span role="columnheader" class=${place}>${heading}</span>`;
        })}
      </div>
    </div>
    ${body}
  </div>`;
}

/** Draws a row. @param index its place in a list that is longer than what is drawn, from 1 */
export function gridRow<Row>(columns: Columns<Row>, row: Row, index?: number): TemplateResult {
  return html`<div class="row" role="row" aria-rowindex=${index ?? nothing}>
    ${PLACES.map((place) => {
      const [, cell] = columns[place] ?? [];
      const drawn = cell?.(row);
      if (drawn === undefined || (place === 'below' && drawn === '')) return nothing;
      return html`<span role="cell" class=${place}>${exact(drawn)}</span>`;
    })}
  </div>`;
}

interface GridList<Row> {
  readonly label: string;
  /** Class that sets the widths of the columns. */
  readonly look: 'wide-end' | 'sessions' | 'users' | 'transactions' | 'history';
  readonly columns: Columns<Row>;
  readonly rows: readonly Row[];
}

/** Draws a list. The link in a row's last cell covers the row. */
export function gridList<Row>({ rows, ...table }: GridList<Row>): TemplateResult {
  const { columns } = table;
  return gridTable(table, html`<div class="body" role="rowgroup">${rows.map((row) => gridRow(columns, row))}</div>`);
}

/** A number of records. A narrow window shows no headings, so it needs the word. */
export function recordCount(count: number): TemplateResult {
  return html`${writeCount(count)}<span class="narrow"> ${count === 1 ? 'record' : 'records'}</span>`;
}

/** The button below the first part of a long list of records. */
export function moreRecords(onPress: () => void): TemplateResult {
  return html`<p><button type="button" class="second" @click=${onPress}>More records</button></p>`;
}
