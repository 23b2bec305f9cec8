/** The batches of the merchant, and the upload of one. */
import { html } from 'lit';
import { state } from 'lit/decorators.js';
import type { FoundBatches, ListedBatch } from '../sandbox/backoffice/data-api.js';
import { badge, type Badge, writeCountOf, writeShortTime } from './format.js';
import { gridList, recordCount } from './grid-list.js';
import { DelayedCall } from './delayed-call.js';
import { call } from './office-client.js';
import { OfficePage } from './office-page.js';
import { openPage } from './open-page.js';
import { exampleLink, openUpload, type SendFile } from './upload-dialog.js';
import { upload } from './upload.js';
import { OFFICE } from './root.js';

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

export class OfficeBatchesElement extends OfficePage {
  @state() private found: FoundBatches | undefined;

  readonly #delayed = new DelayedCall(this, () => void this.#load());

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#load();
  }

  protected override render() {
    const { found } = this;
    return html`
      <div class="head">
        <h1>Batches</h1>
        <button type="button" @click=${() => openUpload(this)}>Upload a batch file…</button>
      </div>
      ${this.renderMessages()} ${this.renderLoaded(this.found, (loaded) => this.#renderFound(loaded))}
      <office-upload
        .heading=${'Upload a batch file'}
        .description=${html`Header 01, records 50, trailer 99, of test cards or tokens. ${exampleLink('batch-example', '')}`}
        .longestFile=${found?.longestFile ?? 0}
        .send=${this.#send}
      ></office-upload>
    `;
  }

  #renderFound({ batches, isCut }: FoundBatches) {
    if (batches.length === 0) {
      return html`<div class="empty">
        <p>There are no batches yet. Upload a file here, or send one with SubmitBatch over SOAP.</p>
        ${exampleLink('batch-example', 'button second')}
      </div>`;
    }
    const count = writeCountOf(batches.length, 'batch', 'batches');
    return html`<div class="count"><p role="status">${isCut ? `The newest ${count}` : count}</p></div>
      ${gridList({
        label: 'Batches',
        headings: {
          time: 'Submitted',
          order: 'File',
          amount: 'Records',
          state: 'Status',
          'card-cell': 'Progress',
          action: 'By',
          number: 'Batch',
        },
        rows: batches.map((batch) => ({
          time: writeShortTime(batch.submittedAt),
          order: batch.filename,
          amount: recordCount(batch.recordCount),
          state: batchBadge(batch),
          'card-cell': `${batch.doneCount} of ${batch.recordCount} processed`,
          action: batch.username,
          number: html`<a href="${OFFICE}/batches/${batch.id}"><span class="narrow">Batch </span>${batch.id}</a>`,
        })),
      })}`;
  }

  readonly #load = (): Promise<void> =>
    this.load(
      'batches',
      () => call('GET /batches', {}),
      (found) => {
        this.found = found;
        if (found.batches.some(isRunning)) this.#delayed.start();
      },
    );

  readonly #send: SendFile = async (file, onProgress) => {
    const { batch, problems } = await upload('POST /batches', file, onProgress);
    if (batch && this.isConnected) openPage(`/batches/${batch.id}`);
    return problems ?? [];
  };
}
