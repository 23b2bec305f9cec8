/** The batches of the merchant, and the upload of one. */
import { html } from 'lit';
import { untranslated } from '../elements/untranslated.js';
import type { FoundBatches, ListedBatch } from '../sandbox/backoffice/data-api.js';
import { emptyState } from './facts.js';
import { badge, type Badge, writeCountOf, renderTime } from './format.js';
import { type Columns, gridList, recordCount } from './grid-list.js';
import { DelayedCall } from './delayed-call.js';
import { call } from './office-client.js';
import { LoadedPage } from './office-page.js';
import { OFFICE } from './root.js';
import { exampleLink, uploadButton, uploadDialog } from './upload-dialog.js';

const STATES: Readonly<Record<ListedBatch['state'], Badge>> = {
  submitted: ['pending', 'Submitted'],
  processing: ['pending', 'Processing'],
  completed: ['approved', 'Completed'],
  failed: ['declined', 'Failed'],
};

/** A batch's state as word, colour and shape. */
export function batchBadge(batch: ListedBatch) {
  return badge(...STATES[batch.state]);
}

/** True until the last record has run. */
export function isRunning(batch: ListedBatch): boolean {
  return batch.state === 'submitted' || batch.state === 'processing';
}

export const BATCH_COLUMNS: Columns<ListedBatch> = {
  time: ['Submitted', ({ submittedAt }) => renderTime(submittedAt)],
  order: ['File', ({ filename }) => filename],
  amount: ['Records', (batch) => recordCount(batch.recordCount)],
  state: ['Status', batchBadge],
  'card-cell': ['Progress', (batch) => `${batch.doneCount} of ${batch.recordCount} processed`],
  action: ['By', ({ username }) => username],
  number: [
    'Batch',
    ({ id }) => html`<a href="${OFFICE}/batches/${id}"><span class="narrow">Batch </span>${untranslated(id)}</a>`,
  ],
};

export class OfficeBatchesElement extends LoadedPage<FoundBatches> {
  readonly #delayed = new DelayedCall(this, () => void this.refresh());

  protected override render() {
    return html`
      <div class="head">
        <h1>Batches</h1>
        ${uploadButton('batches')}
      </div>
      ${this.renderBody()} ${uploadDialog('batches', this.loaded)}
    `;
  }

  protected override renderLoaded({ batches, isCut }: FoundBatches) {
    if (batches.length === 0) {
      return emptyState(
        'There are no batches yet. Upload a file here, or send one with SubmitBatch over SOAP.',
        exampleLink('batches', 'button second'),
      );
    }
    const count = writeCountOf(batches.length, 'batch', 'batches');
    return html`<div class="count"><p role="status">${isCut ? `The newest ${count}` : count}</p></div>
      ${gridList({ label: 'Batches', look: 'wide-end', columns: BATCH_COLUMNS, rows: batches })}`;
  }

  protected override ask(): Promise<FoundBatches> {
    return call('GET /batches', {});
  }

  protected override show(found: FoundBatches): void {
    this.loaded = found;
    if (found.batches.some(isRunning)) this.#delayed.start();
  }
}
