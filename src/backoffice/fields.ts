/** Fields of forms, and the form of a search. */
import { html, nothing } from 'lit';
import { maskCardNumbers } from '../core/card/mask-card-numbers.js';

/** A text field of a form. */
export interface Field<Name extends string = string> {
  readonly name: Name;
  readonly label: string;
  readonly hint?: string;
  readonly type?: 'date' | 'datetime-local';
  readonly inputMode?: 'decimal';
  /** Longest value, in characters. */
  readonly longest?: number;
}

/** Values of a form by name: trimmed, without empty ones. */
export type Values = Readonly<Record<string, string>>;

/** Reads the form of a search. Its values go into an address, so a card number is masked. */
export function readValues(form: HTMLFormElement): Values {
  const values: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string' && value.trim() !== '') values[name] = maskCardNumbers(value.trim());
  }
  return values;
}

/** Draws a text field. A new value replaces what is typed; the same value leaves it. */
export function textField({ name, label, hint = '', type, inputMode, longest = 50 }: Field, value = '') {
  return html`<label
    >${label}
    <input
      name=${name}
      type=${type ?? 'text'}
      inputmode=${inputMode ?? nothing}
      autocomplete="off"
      spellcheck="false"
      maxlength=${longest}
      placeholder=${hint}
      .value=${value}
  /></label>`;
}

/** Value and text of each option. */
type Options = readonly (readonly [value: string, text: string])[];

interface Choice {
  readonly label: string;
  readonly name?: string;
  readonly options: Options;
  readonly chosen: string;
  readonly onChange: (value: string, select: HTMLSelectElement) => void;
}

function select({ name, options, chosen, onChange }: Choice) {
  return html`<select
    name=${name ?? nothing}
    @change=${({ currentTarget }: Event) => {
      const element = currentTarget as HTMLSelectElement;
      onChange(element.value, element);
    }}
  >
    ${options.map(([value, text]) => html`<option value=${value} ?selected=${value === chosen}>${text}</option>`)}
  </select>`;
}

/** Draws a choice of one option, below its label. */
export function choiceField(choice: Choice) {
  return html`<label>${choice.label} ${select(choice)}</label>`;
}

/** Draws a choice of one option, beside its label. */
export function inlineChoice(choice: Choice) {
  return html`<label class="check"><span class="quiet">${choice.label}</span> ${select(choice)}</label>`;
}

/** Draws a field for a whole number. */
export function numberField(
  label: string,
  value: number,
  { min, max }: { readonly min: number; readonly max?: number },
  onChange: (value: number) => void,
) {
  return html`<label
    >${label}
    <input
      type="number"
      min=${min}
      max=${max ?? nothing}
      .value=${String(value)}
      @change=${({ currentTarget }: Event) => onChange(Number((currentTarget as HTMLInputElement).value))}
  /></label>`;
}

interface SearchForm {
  /** Name of the form for screen readers. */
  readonly label: string;
  readonly fields: unknown;
  /** Fields that are shown on demand. */
  readonly more?: unknown;
  /** True when a folded field restricts the list. */
  readonly isMoreOpen?: boolean;
  /** True when a field restricts the list. */
  readonly isSearching: boolean;
  /** Called with the values; with none to clear the search. */
  readonly onSearch: (values: Values) => void;
  /** `line` for a form of one field. */
  readonly look?: 'grid' | 'line';
}

/** Draws a form that searches when it is sent, with a button that clears it. */
export function searchForm({ label, fields, more, isMoreOpen, isSearching, onSearch, look = 'grid' }: SearchForm) {
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    onSearch(readValues(event.currentTarget as HTMLFormElement));
  };
  return html`<form class="filters" role="search" aria-label=${label} @submit=${onSubmit} @reset=${() => onSearch({})}>
    <div class=${look}>
      ${fields}
      <div class="actions">
        <button>Search</button>
        ${isSearching ? html`<button type="reset" class="second">Clear</button>` : nothing}
      </div>
    </div>
    ${
      more
        ? html`<details ?open=${isMoreOpen}>
            <summary>More filters</summary>
            <div class="grid">${more}</div>
          </details>`
        : nothing
    }
  </form>`;
}
