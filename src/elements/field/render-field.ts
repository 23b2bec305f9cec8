import { html, nothing, type TemplateResult } from 'lit';
import { alertMark } from '../marks.js';

/** The texts around an input. */
interface FieldTexts {
  readonly label: string;
  /** Follows the label: "(optional)". */
  readonly labelNote?: unknown;
  /** The error; empty without one. */
  readonly message: string;
  /** Shown while there is no error. */
  readonly hint: unknown;
  readonly isDisabled: boolean;
}

/**
 * Draws one field: the label, the box around the input, and the line with the hint or the error, which screen readers announce.
 * @param id - of the input, whose description is `id-note`
 */
export function renderField(id: string, texts: FieldTexts, input: TemplateResult): TemplateResult {
  const { label, labelNote, message, hint, isDisabled } = texts;
  return html`<div class="field ${id} ${message ? 'wrong' : ''} ${isDisabled ? 'off' : ''}" part="field ${id}">
    <label for=${id} part="label">${label}${labelNote}</label>
    <div class="box" part="box">${input}</div>
    <p id="${id}-note" class="note" part=${message ? 'error' : 'hint'}>
      ${message ? html`${alertMark(14)}<span>${message}</span>` : hint}
    </p>
    <div class="heard" role="status">${message ? `${label}: ${message}` : nothing}</div>
  </div>`;
}
