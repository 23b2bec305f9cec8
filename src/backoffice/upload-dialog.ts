/** The dialog that uploads a batch or a look-up file, with its progress and the refusals by line. */
import { html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { FormDialog } from './form-dialog.js';
import { writeCount } from './format.js';
import type { Intent } from './intent.js';
import { LightElement } from './light-element.js';
import { openPage } from './open-page.js';
import { OFFICE } from './root.js';
import { upload } from './upload.js';

const KINDS = {
  batches: {
    title: 'Upload a batch file',
    call: 'POST /batches',
    rules: 'Header 01, records 50, trailer 99, of test cards or tokens.',
    example: 'batch-example',
  },
  lookups: {
    title: 'Upload a look-up file',
    call: 'POST /lookups',
    rules: 'Lines of CRN1,CRN2,CRN3,Amount,Name. Only CRN1 is needed. The file replaces the one in effect.',
    example: 'lookup-example',
  },
} as const;

/** Kind of file, and path of its page. */
type Kind = keyof typeof KINDS;

class OfficeUploadElement extends LightElement {
  @property({ attribute: false }) kind: Kind = 'batches';
  /** In bytes. */
  @property({ attribute: false }) longestFile = 0;

  /** Sent part of the file, in percent. */
  @state() private sent = 0;

  readonly #dialog = new FormDialog(this, { send: (data, intent) => this.#send(data, intent) });

  open(): void {
    this.#dialog.open();
  }

  protected override render() {
    const { kind, sent } = this;
    const { title, rules } = KINDS[kind];
    const { problems, isWorking, onClosed, onSubmit } = this.#dialog;
    return html`<dialog aria-labelledby="upload-title" @close=${onClosed}>
      <form class="stack" @submit=${onSubmit}>
        <h2 id="upload-title">${title}</h2>
        <p>${rules} ${exampleLink(kind)}</p>
        <label>File <input name="file" type="file" required accept=".csv,.txt,text/csv,text/plain" /></label>
        ${problems.length > 0 ? html`<p class="problem">The file was not accepted.</p>` : nothing}
        ${this.#dialog.renderProblems()}
        ${
          isWorking
            ? html`<label role="status"
                >${sent < 100 ? `Uploading, ${sent}%` : 'Checking the file…'}
                <progress max="100" value=${sent}></progress
              ></label>`
            : nothing
        }
        ${this.#dialog.renderActions('Upload', 'Uploading…')}
      </form>
    </dialog>`;
  }

  async #send(data: FormData, intent: Intent): Promise<readonly string[]> {
    const file = data.get('file');
    if (!(file instanceof File)) return [];
    const { longestFile, kind } = this;
    if (file.size > longestFile) return [`The file is longer than ${writeCount(longestFile)} bytes`];
    this.sent = 0;
    const body = { filename: file.name, content: await file.text() };
    const { id, problems } = await upload({ name: KINDS[kind].call, body, intent }, (percent) => {
      this.sent = percent;
    });
    if (id !== null && this.isConnected) openPage(`/${kind}/${id}`);
    return problems;
  }
}

/** The button that opens the dialog of the same page. */
export function uploadButton(kind: Kind) {
  const open = (): void => document.querySelector<OfficeUploadElement>('office-upload')?.open();
  return html`<button type="button" @click=${open}>${KINDS[kind].title}…</button>`;
}

/** The dialog. @param found what the list of the page has loaded */
export function uploadDialog(kind: Kind, found: { readonly longestFile: number } | undefined) {
  return html`<office-upload .kind=${kind} .longestFile=${found?.longestFile ?? 0}></office-upload>`;
}

/** Link to a valid file. */
export function exampleLink(kind: Kind, look = '') {
  return html`<a class=${look} download href="${OFFICE}/api/${KINDS[kind].example}">Download an example</a>`;
}

customElements.define('office-upload', OfficeUploadElement);
