/** The look-up files of the merchant, and the upload of one. */
import { html } from 'lit';
import { state } from 'lit/decorators.js';
import type { FoundLookups, ListedLookup } from '../sandbox/backoffice/data-api.js';
import { badge, writeCountOf, writeShortTime } from './format.js';
import { gridList, recordCount } from './grid-list.js';
import { call } from './office-client.js';
import { OfficePage } from './office-page.js';
import { openPage } from './open-page.js';
import { searchForm } from './search-form.js';
import { exampleLink, openUpload, type SendFile } from './upload-dialog.js';
import { upload } from './upload.js';
import { OFFICE } from './root.js';

/** A file's state as word, colour and shape. */
export function lookupBadge(file: ListedLookup) {
  return file.state === 'current' ? badge('approved', 'In effect') : badge('pending', 'Replaced');
}

export class OfficeLookupsElement extends OfficePage {
  @state() private found: FoundLookups | undefined;
  @state() private text = '';

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#load('');
  }

  protected override render() {
    const { found } = this;
    return html`
      <div class="head">
        <h1>CRN look-ups</h1>
        <button type="button" @click=${() => openUpload(this)}>Upload a look-up file…</button>
      </div>
      ${searchForm({ label: 'File name', isSearching: this.text !== '', onSearch: (text) => void this.#load(text) })}
      ${this.renderMessages()} ${this.renderLoaded(this.found, (loaded) => this.#renderFound(loaded))}
      <office-upload
        .heading=${'Upload a look-up file'}
        .description=${html`Lines of CRN1,CRN2,CRN3,Amount,Name. Only CRN1 is needed. The file replaces the one in
        effect. ${exampleLink('lookup-example', '')}`}
        .longestFile=${found?.longestFile ?? 0}
        .send=${this.#send}
      ></office-upload>
    `;
  }

  #renderFound({ files, isCut, isLimiting }: FoundLookups) {
    if (files.length === 0) {
      return html`<div class="empty">
        ${
          this.text
            ? html`<p>No file has such a name.</p>`
            : html`<p>
                  There are no look-up files yet. Upload one here, or send one with UploadCRNLookupFile over SOAP.
                </p>
                ${exampleLink('lookup-example', 'button second')}`
        }
      </div>`;
    }
    const count = writeCountOf(files.length, 'file');
    return html`<p>
        ${
          isLimiting
            ? 'A payment is refused when its CRN1 is not in the file in effect.'
            : html`The file limits no payment: the setting <code>crn1Lookup</code> of the merchant is
                <code>free</code>.`
        }
      </p>
      <div class="count"><p role="status">${isCut ? `The newest ${count}` : count}</p></div>
      ${gridList({
        label: 'Look-up files',
        headings: {
          time: 'Uploaded',
          order: 'File',
          amount: 'Records',
          state: 'Status',
          'card-cell': 'By',
          action: 'E-mail',
          number: 'Number',
        },
        rows: files.map((file) => ({
          time: writeShortTime(file.uploadedAt),
          order: file.filename,
          amount: recordCount(file.recordCount),
          state: lookupBadge(file),
          'card-cell': file.username,
          action: file.emailAddress ?? '–',
          number: html`<a href="${OFFICE}/lookups/${file.id}"><span class="narrow">File </span>${file.id}</a>`,
        })),
      })}`;
  }

  #load(text: string): Promise<void> {
    this.text = text;
    return this.load(
      'files',
      () => call('POST /lookups/search', { body: text ? { text } : {} }),
      (found) => (this.found = found),
    );
  }

  readonly #send: SendFile = async (sent, onProgress) => {
    const { file, problems } = await upload('POST /lookups', sent, onProgress);
    if (file && this.isConnected) openPage(`/lookups/${file.id}`);
    return problems ?? [];
  };
}
