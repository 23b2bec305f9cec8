/** Renders fields as plain HTML. `src/pages` replaces the card's fields by Florin's own. */
import { FIELD_TRAITS, type FormField } from './form-fields.js';
import { html, type Html } from './html.js';
import { FIELD_MESSAGES, type FieldId } from './messages.js';

export type FieldErrors = Readonly<Partial<Record<FieldId, string>>>;

/** Submitted values that are shown again, without secret ones. */
export type ShownValues = Readonly<Partial<Record<FieldId, string>>>;

/** State of a form's fields. */
export interface FieldState {
  readonly errors: FieldErrors;
  readonly values: ShownValues;
}

const ALERT = html`<svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
  <path
    fill="currentColor"
    d="M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Zm-.8 3.2h1.6l-.2 5H7.4l-.2-5ZM8 12.1a.9.9 0 1 1 0-1.8.9.9 0 0 1 0 1.8Z"
  />
</svg>`;

/** Fields that `src/pages` replaces by Florin's own elements. */
const OWN_ELEMENTS: ReadonlySet<FieldId> = new Set(['number', 'expiry', 'cvn', 'name']);
const CHECKBOXES: ReadonlySet<FieldId> = new Set(['store', 'agree']);

const note = (id: FieldId, message: string | undefined): Html =>
  html`<p class="note ${message && 'error'}" id="${id}-note">${message && html`${ALERT}<span>${message}</span>`}</p>`;

function renderCheckbox(field: FormField, { errors, values }: FieldState): Html {
  const { id, label, isRequired } = field;
  const message = errors[id];
  const messages = FIELD_MESSAGES[id];
  return html`<div
    class="choice field ${message ? 'wrong' : ''}"
    data-field="${id}"
    data-empty="${messages.empty}"
    data-wrong="${messages.wrong}"
  >
    <label>
      <input
        id="${id}"
        type="checkbox"
        name="${FIELD_TRAITS[id].name}"
        value="true"
        ${values[id] === 'true' && html`checked`}
        ${isRequired && html`required aria-required="true"`}
        ${message && html`aria-invalid="true"`}
        aria-describedby="${id}-note"
      />
      <span>${label}</span>
    </label>
    ${note(id, message)}
  </div>`;
}

function renderField(field: FormField, { errors, values }: FieldState, isFirstWrong: boolean): Html {
  const { id, label, isRequired, hint } = field;
  if (CHECKBOXES.has(id)) return renderCheckbox(field, { errors, values });
  const { name, autocomplete, inputMode, isSecret } = FIELD_TRAITS[id];
  const messages = FIELD_MESSAGES[id];
  const message = errors[id];
  return html`<div
    class="field cell-${id} ${message ? 'wrong' : ''}"
    data-field="${id}"
    ${OWN_ELEMENTS.has(id) && html`data-element="florin-card-${id}"`}
    data-empty="${messages.empty}"
    data-wrong="${messages.wrong}"
  >
    <label for="${id}">${label}</label>
    <div class="box">
      <input
        id="${id}"
        type="${inputMode === 'email' ? 'email' : 'text'}"
        name="${name}"
        autocomplete="${autocomplete}"
        inputmode="${inputMode}"
        ${id !== 'name' && id !== 'holder' && html`autocapitalize="off"`}
        autocorrect="off"
        spellcheck="false"
        ${!isSecret && values[id] && html`value="${values[id]}"`}
        ${isRequired && html`required aria-required="true"`}
        ${message && html`aria-invalid="true"`}
        ${isFirstWrong && html`autofocus`}
        aria-describedby="${id}-note${hint && ` ${id}-hint`}"
      />
      ${hint && html`<span class="hint" id="${id}-hint">${hint}</span>`}
    </div>
    ${note(id, message)}
  </div>`;
}

/** Renders all fields. The first invalid one has autofocus. */
export function renderFields(fields: readonly FormField[], state: FieldState): Html {
  const first = fields.find(({ id }) => state.errors[id]);
  return html`<div class="fields">${fields.map((field) => renderField(field, state, field === first))}</div>`;
}

/** Renders the error summary with links to the fields. Screen readers announce it first. */
export function renderProblems(fields: readonly FormField[], errors: FieldErrors, message: string | null): Html {
  const wrong = fields.filter(({ id }) => errors[id]);
  const isSilent = wrong.length === 0 && message === null;
  return html`<div class="problems" role="alert" id="problems" tabindex="-1" ${isSilent && html`hidden`}>
    <p class="what">${message}</p>
    ${
      wrong.length > 0 &&
      html`<ul>
        ${wrong.map(
          ({ id }) =>
            html`<li>
              <a href="#${id}">${errors[id]}</a>
            </li>`,
        )}
      </ul>`
    }
  </div>`;
}
