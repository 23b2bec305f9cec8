/** The look-up files of the merchant, and the upload of one. */
import { html } from 'lit';
import { state } from 'lit/decorators.js';
import type { FoundLookups, ListedLookup } from '../sandbox/backoffice/data-api.js';
import { emptyState } from './facts.js';
import { searchForm, textField } from './fields.js';
import { badge, writeCountOf, renderTime } from './format.js';
import { type Columns, gridList, recordCount } from './grid-list.js';
import { call } from './office-client.js';
import { LoadedPage } from './office-page.js';
import { OFFICE } from './root.js';
import { exampleLink, uploadButton, uploadDialog } from './upload-dialog.js';

const COLUMNS: Columns<ListedLookup> = {
  time: ['Uploaded', ({ uploadedAt }) => renderTime(uploadedAt)],
  order: ['File', ({ filename }) => filename],
  amount: ['Records', (file) => recordCount(file.recordCount)],
  state: ['Status', lookupBadge],
  'card-cell': ['By', ({ username }) => username],
  action: ['E-mail', ({ emailAddress }) => emailAddress ?? '–'],
  number: ['Number', ({ id }) => html`<a href="${OFFICE}/lookups/${id}"><span class="narrow">File </span>${id}</a>`],
};

/** A file's state as word, colour and shape. */
export function lookupBadge(file: ListedLookup) {
  return file.state === 'current' ? badge('approved', 'In effect') : badge('pending', 'Replaced');
}

export class OfficeLookupsElement extends LoadedPage<FoundLookups> {
  @state() private text = '';

  protected override render() {
    return html`
      <div class="head">
        <h1>CRN look-ups</h1>
        ${uploadButton('lookups')}
      </div>
      ${searchForm({
        label: 'Search',
        look: 'line',
        fields: textField({ name: 'text', label: 'File name', longest: 100 }),
        isSearching: this.text !== '',
        onSearch: ({ text = '' }) => {
          this.text = text;
          void this.refresh();
        },
      })}
      ${this.renderBody()} ${uploadDialog('lookups', this.loaded)}
    `;
  }

  protected override renderLoaded({ files, isCut, isLimiting }: FoundLookups) {
    if (files.length === 0) {
      return this.text
        ? emptyState('No file has such a name.')
        : emptyState(
            'There are no look-up files yet. Upload one here, or send one with UploadCRNLookupFile over SOAP.',
            exampleLink('lookups', 'button second'),
          );
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
      ${gridList({ label: 'Look-up files', look: 'wide-end', columns: COLUMNS, rows: files })}`;
  }

  protected override ask(): Promise<FoundLookups> {
    const { text } = this;
    return call('POST /lookups/search', { body: text ? { text } : {} });
  }
}
