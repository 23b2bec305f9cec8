/** The totals of a settlement day, with its transactions and its file. */
import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { untranslated } from '../elements/untranslated.js';
import type { SettlementDay, ShownSum } from '../sandbox/backoffice/data-api.js';
import { emptyState } from './facts.js';
import { badge, type Badge, toDateField, writeAmount, writeCount, writeDay } from './format.js';
import { call } from './office-client.js';
import { LoadedPage } from './office-page.js';
import { OFFICE } from './root.js';
import { scrollTable } from './scroll-table.js';

function moveDay(date: string, days: number): string {
  const day = new Date(`${toDateField(date)}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10).replaceAll('-', '');
}

const STATES: Readonly<Record<SettlementDay['state'], Badge>> = {
  closed: ['approved', 'Settled'],
  open: ['pending', 'Open'],
  future: ['pending', 'Not begun'],
};

const PARTS = ['net', 'gross', 'refunds', 'reversals'] as const;
type Part = (typeof PARTS)[number];

function sumRow(name: string, sum: ShownSum): readonly unknown[] {
  const amounts = PARTS.map((part) => untranslated(writeAmount({ amount: sum[part], currency: sum.currency })));
  return [name, sum.currency, ...amounts, writeCount(sum.count)];
}

/** Rows of one currency, with their total if there are several. */
function currencyRows(sums: readonly ShownSum[]): readonly (readonly unknown[])[] {
  const rows = sums.map((sum) => sumRow(sum.cardType ?? 'Account', sum));
  const [first] = sums;
  if (!first || rows.length < 2) return rows;
  const add = (part: Part) => String(sums.reduce((all, sum) => all + BigInt(sum[part]), 0n));
  const parts = Object.fromEntries(PARTS.map((part) => [part, add(part)])) as Pick<ShownSum, Part>;
  const count = sums.reduce((all, sum) => all + sum.count, 0);
  return [...rows, sumRow('Total', { ...first, ...parts, count })];
}

export class OfficeSettlementElement extends LoadedPage<SettlementDay> {
  /** Null for the open day. */
  #date = new URLSearchParams(location.search).get('date');

  protected override render() {
    return html`
      <div class="head"><h1>Settlement</h1></div>
      ${this.renderBody()}
    `;
  }

  protected override renderLoaded(day: SettlementDay) {
    const { date, sums } = day;
    return html`<div class="filters">
        <div class="grid">
          <label
            >Settlement date <input type="date" required .value=${live(toDateField(date))} @change=${this.#onDate}
          /></label>
          <div class="actions">
            <button type="button" class="second" @click=${() => this.#open(moveDay(date, -1))}>Day before</button>
            <button type="button" class="second" @click=${() => this.#open(moveDay(date, 1))}>Day after</button>
          </div>
        </div>
      </div>
      <div class="count">
        <p role="status">${badge(...STATES[day.state])} ${untranslated(writeDay(date))}</p>
        <div class="actions">
          <a class="button second" href="${OFFICE}/transactions?SettlementDate=${date}">Transactions of the day</a>
          ${
            day.state === 'closed'
              ? html`<a class="button second" download href="${OFFICE}/api/settlement/${date}/file">Settlement file</a>`
              : nothing
          }
        </div>
      </div>
      ${
        sums.length === 0
          ? emptyState('No approved payment, capture or refund has this settlement date.')
          : scrollTable(
              'Totals',
              ['Card type', 'Currency', 'Net', 'Gross', 'Refunds', 'Reversals', 'Transactions'],
              [2, 3, 4, 5, 6],
              [...new Set(sums.map(({ currency }) => currency))].flatMap((currency) =>
                currencyRows(sums.filter((sum) => sum.currency === currency)),
              ),
            )
      }`;
  }

  protected override ask(): Promise<SettlementDay> {
    return call('POST /settlement', { body: { date: this.#date } });
  }

  #open(date: string): void {
    this.#date = date;
    history.replaceState(null, '', `${OFFICE}/settlement?date=${date}`);
    void this.refresh();
  }

  readonly #onDate = ({ target }: Event): void => {
    const { value } = target as HTMLInputElement;
    if (value !== '') this.#open(value.replaceAll('-', ''));
  };
}
