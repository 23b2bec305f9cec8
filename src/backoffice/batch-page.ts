/** One batch: its progress, its records with their outcomes, and its result file. */
import { html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { BatchDetail, BatchOutcomes, ShownRecord } from '../sandbox/backoffice/data-api.js';
import { batchBadge, isRunning } from './batches-page.js';
import { type Fact, renderFacts } from './facts.js';
import { badge, type Badge, writeAmount, writeTime } from './format.js';
import { gridList, moreRecords } from './grid-list.js';
import { DelayedCall } from './delayed-call.js';
import { call } from './office-client.js';
import { OfficePage } from './office-page.js';
import { OFFICE } from './root.js';

const OUTCOMES: Readonly<Record<keyof BatchOutcomes, Badge>> = {
  approved: ['approved', 'Approved'],
  declined: ['declined', 'Declined'],
  notMade: ['declined', 'Refused'],
  notProcessed: ['pending', 'Waiting'],
};

function outcomeBadge({ status }: ShownRecord) {
  return badge(...OUTCOMES[status]);
}

function writeOutcomes({ approved, declined, notMade, notProcessed }: BatchOutcomes): string {
  return [
    `${approved} approved`,
    `${declined} declined`,
    notMade > 0 ? `${notMade} refused without a transaction` : '',
    notProcessed > 0 ? `${notProcessed} not processed` : '',
  ]
    .filter((each) => each !== '')
    .join(', ');
}

export class OfficeBatchElement extends OfficePage {
  @property({ attribute: false }) batchId = '';

  @state() private detail: BatchDetail | undefined;
  @state() private records: readonly ShownRecord[] = [];
  @state() private hasMore = false;

  readonly #delayed = new DelayedCall(this, () => void this.#load());

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('batchId')) return;
    this.startOver();
    this.detail = undefined;
    this.records = [];
    void this.#load();
  }

  protected override render() {
    const { detail } = this;
    return html`
      <p><a href="${OFFICE}/batches">← Batches</a></p>
      ${
        detail
          ? html`<div class="sum">
              <h1><bdi>${detail.batch.filename}</bdi></h1>
              ${batchBadge(detail.batch)}
            </div>`
          : html`<h1>Batch</h1>`
      }
      ${this.renderMessages()} ${this.renderLoaded(this.detail, (loaded) => this.#renderDetail(loaded))}
    `;
  }

  #renderDetail({ batch, outcomes }: BatchDetail) {
    const { id, recordCount, doneCount } = batch;
    const facts: readonly Fact[] = [
      ['Batch', id],
      ['Submitted', `${writeTime(batch.submittedAt)}, by ${batch.username}`],
      ['Finished', batch.completedAt && writeTime(batch.completedAt)],
      ['Records', `${doneCount} of ${recordCount} processed`],
      ['Outcome', outcomes && writeOutcomes(outcomes)],
    ];
    const result = `${OFFICE}/api/batches/${id}/result`;
    return html`
      ${
        outcomes
          ? html`<div class="actions">
              <a class="button second" download href=${result}>Download the result file</a>
              <a class="button second" download href="${result}?records=not_succeeded">Only what was not approved</a>
            </div>`
          : html`<p>
              <progress aria-label="Processed records" max=${recordCount} value=${doneCount}></progress>
            </p>`
      }
      <section class="later" aria-labelledby="facts-title">
        <h2 id="facts-title">Facts</h2>
        ${renderFacts(facts)}
      </section>
      <h2 class="later">Records</h2>
      ${this.#renderRecords()}
    `;
  }

  #renderRecords() {
    return html`${gridList({
      label: 'Records',
      headings: {
        time: 'Line',
        order: 'Customer (CRN1)',
        amount: 'Amount',
        state: 'Outcome',
        'card-cell': 'Card or token',
        action: 'Answer',
        number: 'Transaction',
      },
      rows: this.records.map((record) => {
        const { line, crn1, maskedCard, cardType, responseCode, txnNumber } = record;
        const text = `${record.responseText ?? '–'}${responseCode ? ` (${responseCode})` : ''}`;
        return {
          time: `Line ${line}`,
          order: crn1 ?? '–',
          amount: writeAmount(record),
          state: outcomeBadge(record),
          // A refused record has no card, and a narrow window has no column for the answer.
          'card-cell': record.status === 'notMade' ? text : `${cardType ?? ''} ${maskedCard ?? '–'}`,
          action: record.status === 'notMade' ? '–' : text,
          number: txnNumber ? html`<a href="${OFFICE}/transactions/${txnNumber}">${txnNumber}</a>` : '–',
        };
      }),
    })}
    ${this.hasMore ? moreRecords(() => void this.#loadRecords(this.records.length)) : nothing}`;
  }

  #load(): Promise<void> {
    return this.load(
      'batch',
      () => call('GET /batches/:id', { parameters: { id: this.batchId } }),
      async (detail) => {
        const isNew = detail.batch.doneCount !== this.detail?.batch.doneCount;
        this.detail = detail;
        if (isNew) await this.#loadRecords(0);
        if (isRunning(detail.batch)) this.#delayed.start();
      },
    );
  }

  #loadRecords(from: number): Promise<void> {
    return this.load(
      'records',
      () => call('POST /batches/:id/records', { parameters: { id: this.batchId }, body: { from } }),
      ({ records, hasMore }) => {
        this.records = from === 0 ? records : [...this.records, ...records];
        this.hasMore = hasMore;
      },
    );
  }
}
