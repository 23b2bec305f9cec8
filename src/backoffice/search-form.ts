/** A search by one text, with a button that clears it. */
import { html, nothing } from 'lit';
import { textOf } from './form-dialog.js';

interface SearchForm {
  /** Label of the field. */
  readonly label: string;
  /** True while the list is restricted. */
  readonly isSearching: boolean;
  /** Called with the text; an empty one does not restrict. */
  readonly onSearch: (text: string) => void;
}

export function searchForm({ label, isSearching, onSearch }: SearchForm) {
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    onSearch(textOf(new FormData(event.currentTarget as HTMLFormElement), 'text').trim());
  };
  return html`<form class="filters" role="search" aria-label="Search" @submit=${onSubmit} @reset=${() => onSearch('')}>
    <div class="line">
      <label>${label} <input name="text" autocomplete="off" spellcheck="false" maxlength="100" /></label>
      <div class="actions">
        <button>Search</button>
        ${isSearching ? html`<button type="reset" class="second">Clear</button>` : nothing}
      </div>
    </div>
  </form>`;
}
