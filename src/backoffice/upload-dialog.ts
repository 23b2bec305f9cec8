/** The dialog that uploads a batch or a look-up file, with its progress and the refusals by line. */
import { LitElement, html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { FileUpload } from '../sandbox/backoffice/data-api.js';
import { FormDialog } from './form-dialog.js';
import { writeCount } from './format.js';
import { OFFICE } from './root.js';

/** Uploads a file. Resolves with its refusals. */
export type SendFile = (file: FileUpload, onProgress: (percent: number) => void) => Promise<readonly string[]>;

class OfficeUploadElement extends LitElement {
  /** Title, such as `Upload a batch file`. */
  @property({ attribute: false }) heading = '';
  /** Describes a valid file. */
  @property({ attribute: false }) description: TemplateResult | string = '';
  /** In bytes. */
  @property({ attribute: false }) longestFile = 0;
  @property({ attribute: false }) send: SendFile = () => Promise.resolve([]);

  /** Sent part of the file, in percent. */
  @state() private sent = 0;

  readonly #dialog = new FormDialog(this, { send: (data) => this.#send(data) });

  open(): void {
    this.#dialog.open();
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render() {
    const { heading, description, sent } = this;
    const { problems, isWorking, onClosed, onSubmit } = this.#dialog;
    return html`<dialog aria-labelledby="upload-title" @close=${onClosed}>
      <form class="stack" @submit=${onSubmit}>
        <h2 id="upload-title">${heading}</h2>
        <p>${description}</p>
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

  async #send(data: FormData): Promise<readonly string[]> {
    const file = data.get('file');
    if (!(file instanceof File)) return [];
    const { longestFile } = this;
    if (file.size > longestFile) return [`The file is longer than ${writeCount(longestFile)} bytes`];
    this.sent = 0;
    return this.send({ filename: file.name, content: await file.text() }, (percent) => {
      this.sent = percent;
    });
  }
}

/** Opens the dialog of a page. */
export function openUpload(page: Element): void {
  page.querySelector<OfficeUploadElement>('office-upload')?.open();
}

/** @param file below `/backoffice/api` */
export function exampleLink(file: string, look: string) {
  return html`<a class=${look} download href="${OFFICE}/api/${file}">Download an example</a>`;
}

customElements.define('office-upload', OfficeUploadElement);
