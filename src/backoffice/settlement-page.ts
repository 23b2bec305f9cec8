/** The totals of a settlement day, with its transactions and its file. */
import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { untranslated } from '../elements/untranslated.js';
import type { SettlementDay } from '../sandbox/backoffice/data-api.js';
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
              ['Card type', 'Currency', 'Transactions', 'Total'],
              [2, 3],
              sums.map((sum) => [
                sum.cardType ?? 'Account',
                sum.currency,
                writeCount(sum.count),
                untranslated(writeAmount(sum)),
              ]),
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
