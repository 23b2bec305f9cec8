/** One batch: its progress, its records with their outcomes, and its result file. */
import { html, nothing } from 'lit';
import { state } from 'lit/decorators.js';
import { untranslated } from '../elements/untranslated.js';
import type { BatchDetail, BatchOutcomes, ShownRecord } from '../sandbox/backoffice/data-api.js';
import { batchBadge, isRunning } from './batches-page.js';
import { type Fact, factsSection } from './facts.js';
import { badge, type Badge, writeAmount, renderTime } from './format.js';
import { type Columns, gridList, moreRecords } from './grid-list.js';
import { itemHead } from './item-head.js';
import { DelayedCall } from './delayed-call.js';
import { call } from './office-client.js';
import { LoadedPage } from './office-page.js';
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

const isMade = ({ status }: ShownRecord): boolean => status !== 'notMade';

/** The answer of the service. */
function writeAnswer({ responseCode, responseText }: ShownRecord): string {
  return `${responseText ?? '–'}${responseCode ? ` (${responseCode})` : ''}`;
}

const COLUMNS: Columns<ShownRecord> = {
  time: ['Line', ({ line }) => `Line ${line}`],
  order: ['Customer (CRN1)', ({ crn1 }) => crn1 ?? '–'],
  amount: ['Amount', writeAmount],
  state: ['Outcome', outcomeBadge],
  // A refused record has no card, and a narrow window has no column for the answer.
  'card-cell': [
    'Card or token',
    (record) => (isMade(record) ? `${record.cardType ?? ''} ${record.maskedCard ?? '–'}` : writeAnswer(record)),
  ],
  action: ['Answer', (record) => (isMade(record) ? writeAnswer(record) : '–')],
  number: [
    'Transaction',
    ({ txnNumber }) =>
      txnNumber ? html`<a href="${OFFICE}/transactions/${txnNumber}">${untranslated(txnNumber)}</a>` : '–',
  ],
  below: ['Reason', ({ explanation }) => (explanation ? html`${explanation.why} ${explanation.todo}` : '')],
};

export class OfficeBatchElement extends LoadedPage<BatchDetail> {
  @state() private records: readonly ShownRecord[] = [];
  @state() private hasMore = false;

  readonly #delayed = new DelayedCall(this, () => void this.refresh());

  protected override startOver(): void {
    super.startOver();
    this.records = [];
  }

  protected override render() {
    const { batch } = this.loaded ?? {};
    return html`${itemHead(['/batches', 'Batches'], batch?.filename ?? 'Batch', batch && batchBadge(batch))}
    ${this.renderBody()}`;
  }

  protected override renderLoaded({ batch, outcomes }: BatchDetail) {
    const { id, recordCount, doneCount } = batch;
    const facts: readonly Fact[] = [
      ['Batch', id],
      ['Submitted', renderTime(batch.submittedAt)],
      ['User', batch.username],
      ['Finished', batch.completedAt && renderTime(batch.completedAt)],
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
      ${factsSection(facts)}
      <h2 class="later">Records</h2>
      ${gridList({ label: 'Records', look: 'wide-end', columns: COLUMNS, rows: this.records })}
      ${this.hasMore ? moreRecords(() => void this.#loadRecords(this.records.length)) : nothing}
    `;
  }

  protected override ask(): Promise<BatchDetail> {
    return call('GET /batches/:id', { parameters: { id: this.itemId } });
  }

  protected override async show(detail: BatchDetail): Promise<void> {
    const isNew = detail.batch.doneCount !== this.loaded?.batch.doneCount;
    this.loaded = detail;
    if (isNew) await this.#loadRecords(0);
    if (isRunning(detail.batch)) this.#delayed.start();
  }

  #loadRecords(from: number): Promise<boolean> {
    return this.load(
      'records',
      () => call('POST /batches/:id/records', { parameters: { id: this.itemId }, body: { from } }),
      ({ records, hasMore }) => {
        this.records = from === 0 ? records : [...this.records, ...records];
        this.hasMore = hasMore;
      },
    );
  }
}
