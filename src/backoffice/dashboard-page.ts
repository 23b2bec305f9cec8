/** The start page: volume, approval rate, reasons of declines, and latency. */
import { html, nothing, type PropertyValues } from 'lit';
import { state } from 'lit/decorators.js';
import { redrawn, untranslated } from '../elements/untranslated.js';
import { renderNothingPaid } from './facts.js';
import type { Dashboard, DeclineReason, Interval, MoneySum } from '../sandbox/backoffice/data-api.js';
import { writeAmount, writeCount, writeDateField, writeStep } from './format.js';
import { inlineChoice } from './fields.js';
import { call } from './office-client.js';
import { OfficePage } from './office-page.js';
import { scrollTable } from './scroll-table.js';
import './time-chart.js';
import type { Bars } from './time-chart.js';
import { writeSearch } from './transaction-filters.js';
import { OFFICE } from './root.js';

/** Writes an amount in the dashboard's currency. */
type Money = (amount: number | MoneySum) => string;

/** Length of the period. */
const PERIODS: Readonly<Record<Interval, string>> = { hour: '48 hours', day: '30 days', week: '26 weeks' };

/** The change of a number from the period before; empty without a number there. */
function writeChange(value: number, previous: number, interval: Interval): string {
  if (previous === 0) return '';
  const format = { style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' } as const;
  return `${((value - previous) / previous).toLocaleString('en-AU', format)} on the ${PERIODS[interval]} before`;
}

/** The approval rate of the period before; empty without a payment there. */
function writePreviousRate({ previous, interval }: Dashboard): string {
  return previous.approved + previous.declined === 0 ? '' : `${writeRate(previous)} in the ${PERIODS[interval]} before`;
}

function writeRate({ approved, declined }: Pick<Dashboard, 'approved' | 'declined'>): string {
  const total = approved + declined;
  if (total === 0) return '–';
  return (approved / total).toLocaleString('en-AU', { style: 'percent', maximumFractionDigits: 1 });
}

function writeLatency(milliseconds: number): string {
  return `${milliseconds.toLocaleString('en-AU', { maximumFractionDigits: 1 })} ms`;
}

/** @param from start of the period */
function renderReason({ why, responseCode, bankResponseCode, count }: DeclineReason, declined: number, from: number) {
  const search = {
    FromDate: writeDateField(from),
    ResponseCode: responseCode,
    ...(bankResponseCode !== null && { BankResponseCode: bankResponseCode }),
  };
  return html`<li>
    <span
      ><a href="${OFFICE}/transactions${writeSearch({ search, order: 'newest_first' })}">${redrawn(why)}</a>
      <span class="quiet"
        >${untranslated(bankResponseCode === null ? `Code ${responseCode}` : `Bank code ${bankResponseCode}`)}</span
      >
    </span>
    <span>${untranslated(writeCount(count))}</span>
    <meter aria-hidden="true" max=${declined} value=${count}></meter>
  </li>`;
}

export class OfficeDashboardElement extends OfficePage {
  @state() private board: Dashboard | undefined;
  @state() private interval: Interval = 'day';
  @state() private currency: string | null = null;

  #isLoading = false;
  #isDueAgain = false;

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    const isDue = ['latest', 'interval', 'currency'].some((name) => changed.has(name)) || this.hasTravelled(changed);
    if (isDue) void this.#load();
  }

  protected override render() {
    const { board, interval } = this;
    return html`
      <div class="head">
        <h1>Dashboard</h1>
        <div class="actions">
          ${board ? this.#renderCurrencies(board) : nothing}
          ${inlineChoice({
            label: 'Period',
            options: Object.entries(PERIODS).map(([value, period]) => [value, `Last ${period}`]),
            chosen: interval,
            onChange: (chosen) => (this.interval = chosen as Interval),
          })}
        </div>
      </div>
      ${this.renderMessages()}
      ${this.renderWhenLoaded(board, (loaded) =>
        loaded.approved + loaded.declined === 0 &&
        [loaded.volume, loaded.refunded, loaded.reversed].every((sum) => sum === '0')
          ? renderNothingPaid('Nothing was paid in this period.', this.person)
          : this.#renderBoard(loaded),
      )}
    `;
  }

  #renderCurrencies({ currency, currencies }: Dashboard) {
    if (currencies.length < 2) return nothing;
    return inlineChoice({
      label: 'Currency',
      options: currencies.map((each) => [each, each]),
      chosen: currency,
      onChange: (chosen) => (this.currency = chosen),
    });
  }

  #renderBoard(board: Dashboard) {
    const { currency, previous, interval } = board;
    const money: Money = (amount) => writeAmount({ amount, currency });
    const { refunded, reversed } = board;
    const returned = [
      refunded.startsWith('-')
        ? `${money(refunded.slice(1))} of earlier refunds reversed`
        : `${money(refunded)} refunded`,
      `${money(reversed)} reversed`,
    ].filter((each) => !each.startsWith(`${money(0)} `));
    return html`
      <dl class="figures">
        <div>
          <dt>Volume in ${currency}</dt>
          <dd>${untranslated(money(board.volume))}</dd>
          <dd class="quiet">${untranslated(writeChange(Number(board.volume), Number(previous.volume), interval))}</dd>
          <dd class="quiet">${untranslated(['approved payments and captures', ...returned].join('; '))}</dd>
        </div>
        <div>
          <dt>Approval rate</dt>
          <dd>${untranslated(writeRate(board))}</dd>
          <dd class="quiet">${untranslated(writePreviousRate(board))}</dd>
          <dd class="quiet">
            ${untranslated(`${writeCount(board.approved)} of ${writeCount(board.approved + board.declined)} payments`)}
          </dd>
        </div>
        <div>
          <dt>Declined</dt>
          <dd>${untranslated(writeCount(board.declined))}</dd>
          <dd class="quiet">${untranslated(writeChange(board.declined, previous.declined, interval))}</dd>
          <dd class="quiet">in every currency</dd>
        </div>
      </dl>
      <p class="quiet">Hours and days are those of the service, in Sydney time.</p>
      <div class="columns">
        ${this.#renderVolume(board, money)} ${this.#renderApprovals(board)} ${this.#renderReasons(board)}
        ${this.#renderLatency(board)} ${this.#renderTable(board, money)}
      </div>
    `;
  }

  /** A chart. @param sums ends the summary for screen readers */
  #renderChart(
    board: Dashboard,
    what: string,
    sums: string,
    bars: readonly Bars[],
    writeValue: (value: number) => string,
  ) {
    const { steps, interval } = board;
    return html`<office-time-chart
      .summary=${`Bars of ${what}, last ${PERIODS[interval]}: ${sums}. The table has the numbers.`}
      .starts=${steps.map(({ start }) => start)}
      .bars=${bars}
      .writeTime=${(at: number) => writeStep(at, interval)}
      .writeValue=${writeValue}
    ></office-time-chart>`;
  }

  #renderVolume(board: Dashboard, money: Money) {
    const values = board.steps.map((step) => Number(step.volume));
    return html`<section aria-labelledby="volume-title">
      <h2 id="volume-title">Volume</h2>
      ${this.#renderChart(
        board,
        'the volume',
        `${money(board.volume)} in all`,
        [{ name: 'Approved payments and captures', look: 'paid', values }],
        (value) => money(Math.round(value)).replace(/[.,]00$/, ''),
      )}
    </section>`;
  }

  #renderApprovals(board: Dashboard) {
    const { steps, approved, declined } = board;
    return html`<section aria-labelledby="approvals-title">
      <h2 id="approvals-title">Payments</h2>
      ${this.#renderChart(
        board,
        'payments',
        `${writeCount(approved)} approved, ${writeCount(declined)} declined`,
        [
          { name: 'Declined, on top', look: 'refused', values: steps.map((step) => step.approved + step.declined) },
          { name: 'Approved', look: 'good', values: steps.map((step) => step.approved) },
        ],
        (value) => (Number.isInteger(value) ? writeCount(value) : ''),
      )}
    </section>`;
  }

  #renderLatency(board: Dashboard) {
    const { steps, latency } = board;
    if (!latency) {
      return html`<section aria-labelledby="latency-title">
        <h2 id="latency-title">Latency of calls</h2>
        <p class="quiet">The request log has no call in this period.</p>
      </section>`;
    }
    const sums = `median ${writeLatency(latency.median)}, 95th percentile ${writeLatency(latency.p95)}`;
    return html`<section aria-labelledby="latency-title">
      <h2 id="latency-title">Latency of calls</h2>
      <p class="quiet">Duration: ${sums}, of ${writeCount(latency.calls)} calls in the request log.</p>
      ${this.#renderChart(
        board,
        'the latency',
        sums,
        [
          { name: '95th percentile', look: 'wait', values: steps.map((step) => step.latency?.p95 ?? 0) },
          { name: 'Median', look: 'paid', values: steps.map((step) => step.latency?.median ?? 0) },
        ],
        writeLatency,
      )}
    </section>`;
  }

  #renderReasons({ reasons, declined, steps }: Dashboard) {
    return html`<section aria-labelledby="reasons-title">
      <h2 id="reasons-title">Why payments were declined</h2>
      ${
        reasons.length === 0
          ? html`<p class="quiet">No payment was declined in this period.</p>`
          : html`<ul class="reasons">
              ${reasons.map((reason) => renderReason(reason, declined, steps[0]?.start ?? 0))}
            </ul>`
      }
    </section>`;
  }

  #renderTable({ steps, interval }: Dashboard, money: Money) {
    return html`<section aria-labelledby="numbers-title">
      <h2 id="numbers-title">Numbers</h2>
      <details class="raw">
        <summary>Show the charts as a table</summary>
        ${scrollTable(
          'Numbers of the charts',
          ['From (Sydney time)', 'Volume', 'Approved', 'Declined', 'Rate', 'Median', '95th percentile'],
          [1, 2, 3, 4, 5, 6],
          [...steps]
            .reverse()
            .map((step) => [
              writeStep(step.start, interval),
              money(step.volume),
              writeCount(step.approved),
              writeCount(step.declined),
              writeRate(step),
              step.latency ? writeLatency(step.latency.median) : '–',
              step.latency ? writeLatency(step.latency.p95) : '–',
            ]),
        )}
      </details>
    </section>`;
  }

  readonly #load = async (): Promise<void> => {
    // One call at a time: with many payments a second, the next answer has them all.
    this.#isDueAgain = this.#isLoading;
    if (this.#isLoading) return;
    this.#isLoading = true;
    const { interval, currency } = this;
    await this.load(
      'dashboard',
      () => call('POST /dashboard', { body: { interval, currency } }),
      (board) => {
        if (interval === this.interval && currency === this.currency) this.board = board;
      },
    );
    this.#isLoading = false;
    if (this.#isDueAgain) void this.#load();
  };
}
