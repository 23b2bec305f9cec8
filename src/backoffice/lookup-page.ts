/** One look-up file: its facts, its records, and a download. */
import { html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { FoundLookupRecords, ListedLookup, LookupRecord } from '../sandbox/backoffice/data-api.js';
import { type Fact, renderFacts } from './facts.js';
import { writeAmount, writeCount, writeTime } from './format.js';
import { moreRecords } from './grid-list.js';
import { lookupBadge } from './lookups-page.js';
import { call } from './office-client.js';
import { OfficePage } from './office-page.js';
import { scrollTable } from './scroll-table.js';
import { searchForm } from './search-form.js';
import { OFFICE } from './root.js';

export class OfficeLookupElement extends OfficePage {
  @property({ attribute: false }) fileId = '';

  @state() private file: ListedLookup | undefined;
  @state() private found: FoundLookupRecords | undefined;
  @state() private text = '';

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('fileId')) return;
    this.startOver();
    this.file = undefined;
    this.found = undefined;
    void this.#load();
  }

  protected override render() {
    const { file } = this;
    return html`
      <p><a href="${OFFICE}/lookups">← CRN look-ups</a></p>
      ${
        file
          ? html`<div class="sum">
              <h1><bdi>${file.filename}</bdi></h1>
              ${lookupBadge(file)}
            </div>`
          : html`<h1>CRN look-up</h1>`
      }
      ${this.renderMessages()} ${this.renderLoaded(this.file, (loaded) => this.#renderFile(loaded))}
    `;
  }

  #renderFile(file: ListedLookup) {
    const { id, username, uploadedAt, recordCount, emailAddress } = file;
    const isCurrent = file.state === 'current';
    const facts: readonly Fact[] = [
      ['File', id],
      ['Uploaded', `${writeTime(uploadedAt)}, by ${username}`],
      ['Records', writeCount(recordCount)],
      ['E-mail', emailAddress && `${emailAddress} (the sandbox sends nothing)`],
    ];
    return html`
      ${
        isCurrent
          ? html`<div class="actions">
              <a class="button second" download href="${OFFICE}/api/lookups/${id}/file">Download the file</a>
            </div>`
          : html`<p>A newer file has replaced it. Its records are deleted.</p>`
      }
      <section class="later" aria-labelledby="facts-title">
        <h2 id="facts-title">Facts</h2>
        ${renderFacts(facts)}
      </section>
      ${isCurrent ? this.#renderRecords() : nothing}
    `;
  }

  #renderRecords() {
    const { found } = this;
    return html`<h2 class="later">Records</h2>
      ${searchForm({
        label: 'Reference or name',
        isSearching: this.text !== '',
        onSearch: (text) => {
          this.text = text;
          void this.#loadRecords(0);
        },
      })}
      ${
        !found
          ? nothing
          : found.records.length === 0
            ? html`<p role="status">No record contains it.</p>`
            : html`${renderTable(found.records)}
              ${found.hasMore ? moreRecords(() => void this.#loadRecords(found.records.length)) : nothing}`
      }`;
  }

  #load(): Promise<void> {
    return this.load(
      'file',
      () => call('GET /lookups/:id', { parameters: { id: this.fileId } }),
      (file) => {
        this.file = file;
        if (file.state === 'current') void this.#loadRecords(0);
      },
    );
  }

  #loadRecords(from: number): Promise<void> {
    const { fileId: id, text } = this;
    const body = text ? { text, from } : { from };
    return this.load(
      'records',
      () => call('POST /lookups/:id/records', { parameters: { id }, body }),
      ({ records, hasMore }) => {
        const before = from === 0 ? [] : (this.found?.records ?? []);
        this.found = { records: [...before, ...records], hasMore };
      },
    );
  }
}

function renderTable(records: readonly LookupRecord[]) {
  return scrollTable(
    'Records',
    ['CRN1', 'CRN2', 'CRN3', 'Amount', 'Name'],
    [3],
    records.map(({ crn1, crn2, crn3, amount, currency, name }) => [
      html`<bdi>${crn1}</bdi>`,
      html`<bdi>${crn2 ?? '–'}</bdi>`,
      html`<bdi>${crn3 ?? '–'}</bdi>`,
      amount === null ? '–' : writeAmount({ amount, currency }),
      html`<bdi>${name ?? '–'}</bdi>`,
    ]),
  );
}
