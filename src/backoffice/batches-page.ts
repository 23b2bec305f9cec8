/** The batches of the merchant, and the upload of one. */
import { LitElement, html, nothing } from 'lit';
import { state } from 'lit/decorators.js';
import type { FoundBatches, ListedBatch } from '../sandbox/backoffice/data-api.js';
import { writeShortTime } from './format.js';
import { gridList } from './grid-list.js';
import { Later } from './later.js';
import { call, messageOf } from './office-client.js';
import { upload } from './upload.js';

const STATES = {
  submitted: ['pending', 'Submitted'],
  processing: ['pending', 'Processing'],
  completed: ['approved', 'Completed'],
  failed: ['declined', 'Failed'],
} as const satisfies Readonly<Record<ListedBatch['state'], unknown>>;

/** A batch's state as word, colour and shape. */
export function batchBadge({ state: is }: ListedBatch) {
  const [look, name] = STATES[is];
  return html`<span class="status ${look}">${name}</span>`;
}

/** True until the last record has run. */
export function isRunning({ state: is }: ListedBatch): boolean {
  return is === 'submitted' || is === 'processing';
}

export class OfficeBatchesElement extends LitElement {
  @state() private found: FoundBatches | undefined;
  @state() private problem = '';
  /** Why the file was refused, line by line. */
  @state() private refused: readonly string[] = [];
  /** Percent of the file that are sent; undefined without an upload. */
  @state() private sent: number | undefined;

  readonly #later = new Later(this, () => void this.#load());

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#load();
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render() {
    const { found, problem } = this;
    return html`
      <div class="head">
        <h1>Batches</h1>
        <button type="button" @click=${this.#onOpen}>Upload a batch file…</button>
      </div>
      <div aria-live="polite">${problem ? html`<p class="problem">${problem}</p>` : nothing}</div>
      ${found ? this.#renderFound(found) : problem ? nothing : html`<p class="quiet" role="status">Loading…</p>`}
      <dialog aria-labelledby="upload-title" @close=${this.#onClosed}>${this.#renderUpload()}</dialog>
    `;
  }

  #renderFound({ batches, isCut }: FoundBatches) {
    if (batches.length === 0) {
      return html`<div class="empty">
        <p>There are no batches yet. Upload a file here, or send one with SubmitBatch over SOAP.</p>
        ${exampleLink('button second')}
      </div>`;
    }
    const words = `${batches.length} ${batches.length === 1 ? 'batch' : 'batches'}`;
    return html`<div class="count"><p role="status">${isCut ? `The newest ${words}` : words}</p></div>
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
          amount: batch.recordCount.toLocaleString('en-AU'),
          state: batchBadge(batch),
          'card-cell': `${batch.doneCount} of ${batch.recordCount} processed`,
          action: batch.username,
          number: html`<a href="/backoffice/batches/${batch.id}">${batch.id}</a>`,
        })),
      })}`;
  }

  #renderUpload() {
    const { refused, sent } = this;
    return html`<form class="stack" @submit=${this.#onSubmit}>
      <h2 id="upload-title">Upload a batch file</h2>
      <p>Header 01, records 50, trailer 99, of test cards or tokens. ${exampleLink('')}</p>
      <label>File <input name="file" type="file" required accept=".csv,.txt,text/csv,text/plain" /></label>
      <div aria-live="assertive">
        ${
          refused.length > 0
            ? html`<div class="problem">
                <p>The file was not accepted.</p>
                <ul>
                  ${refused.map((each) => html`<li>${each}</li>`)}
                </ul>
              </div>`
            : nothing
        }
      </div>
      ${
        sent === undefined
          ? nothing
          : html`<label role="status"
              >${sent < 100 ? `Uploading, ${sent}%` : 'Checking the file…'} <progress max="100" value=${sent}></progress
            ></label>`
      }
      <div class="actions">
        <button ?disabled=${sent !== undefined}>Upload</button>
        <button type="button" class="second" @click=${this.#close}>Cancel</button>
      </div>
    </form>`;
  }

  readonly #load = async (): Promise<void> => {
    try {
      this.found = await call('GET /batches', {});
      this.problem = '';
      if (this.found.batches.some(isRunning)) this.#later.start();
    } catch (error) {
      this.problem = messageOf(error);
    }
  };

  readonly #onOpen = (): void => {
    this.querySelector('dialog')?.showModal();
  };

  readonly #close = (): void => {
    this.querySelector('dialog')?.close();
  };

  readonly #onClosed = (): void => {
    this.refused = [];
    this.querySelector<HTMLFormElement>('dialog form')?.reset();
  };

  readonly #onSubmit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const file = new FormData(event.currentTarget as HTMLFormElement).get('file');
    if (!(file instanceof File) || this.sent !== undefined) return;
    this.refused = [];
    this.sent = 0;
    try {
      this.refused = await this.#send(file);
    } catch (error) {
      this.refused = [messageOf(error)];
    } finally {
      this.sent = undefined;
    }
  };

  /** Uploads a file and opens its batch. Resolves with the refusals. */
  async #send(file: File): Promise<readonly string[]> {
    const { longestFile = 0 } = this.found ?? {};
    if (file.size > longestFile) return [`The file is longer than ${longestFile.toLocaleString('en-AU')} bytes`];
    const body = { filename: file.name, content: await file.text() };
    const { batch, problems } = await upload('POST /batches', body, (percent) => {
      this.sent = percent;
    });
    if (problems) return problems;
    if (!this.isConnected) return [];
    history.pushState(null, '', `/backoffice/batches/${batch.id}`);
    dispatchEvent(new PopStateEvent('popstate'));
    return [];
  }
}

function exampleLink(look: string) {
  return html`<a class=${look} download href="/backoffice/api/batch-example">Download an example</a>`;
}
