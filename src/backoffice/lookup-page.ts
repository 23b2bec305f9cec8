/** One look-up file: its facts, its records, and a download. */
import { html, nothing } from 'lit';
import { state } from 'lit/decorators.js';
import { untranslated } from '../elements/untranslated.js';
import type { FoundLookupRecords, ListedLookup, LookupRecord } from '../sandbox/backoffice/data-api.js';
import { type Fact, factsSection } from './facts.js';
import { searchForm, textField } from './fields.js';
import { writeAmount, writeCount, renderTime } from './format.js';
import { moreRecords } from './grid-list.js';
import { itemHead } from './item-head.js';
import { lookupBadge } from './lookups-page.js';
import { call } from './office-client.js';
import { LoadedPage } from './office-page.js';
import { scrollTable } from './scroll-table.js';
import { OFFICE } from './root.js';

export class OfficeLookupElement extends LoadedPage<ListedLookup> {
  @state() private found: FoundLookupRecords | undefined;
  @state() private text = '';

  protected override startOver(): void {
    super.startOver();
    this.found = undefined;
  }

  protected override render() {
    const { loaded: file } = this;
    return html`${itemHead(['/lookups', 'CRN look-ups'], file?.filename ?? 'CRN look-up', file && lookupBadge(file))}
    ${this.renderBody()}`;
  }

  protected override renderLoaded(file: ListedLookup) {
    const { id, username, uploadedAt, recordCount, emailAddress } = file;
    const isCurrent = file.state === 'current';
    const facts: readonly Fact[] = [
      ['File', id],
      ['Uploaded', renderTime(uploadedAt)],
      ['User', username],
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
      ${factsSection(facts)} ${isCurrent ? this.#renderRecords() : nothing}
    `;
  }

  #renderRecords() {
    const { found } = this;
    return html`<h2 class="later">Records</h2>
      ${searchForm({
        label: 'Search',
        look: 'line',
        fields: textField({ name: 'text', label: 'Reference or name', longest: 100 }),
        isSearching: this.text !== '',
        onSearch: ({ text = '' }) => {
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

  protected override ask(): Promise<ListedLookup> {
    return call('GET /lookups/:id', { parameters: { id: this.itemId } });
  }

  protected override show(file: ListedLookup): void {
    this.loaded = file;
    if (file.state === 'current') void this.#loadRecords(0);
  }

  #loadRecords(from: number): Promise<boolean> {
    const { itemId: id, text } = this;
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
      html`<bdi>${untranslated(crn1)}</bdi>`,
      html`<bdi>${untranslated(crn2 ?? '–')}</bdi>`,
      html`<bdi>${untranslated(crn3 ?? '–')}</bdi>`,
      amount === null ? '–' : writeAmount({ amount, currency }),
      html`<bdi>${name ?? '–'}</bdi>`,
    ]),
  );
}
