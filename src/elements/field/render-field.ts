import { html, nothing, type TemplateResult } from 'lit';
import { alertMark } from '../marks.js';

/** The texts around an input. */
interface FieldTexts {
  readonly label: string;
  /** Follows the label: "(optional)". */
  readonly labelNote?: unknown;
  /** The error; empty without one. */
  readonly message: string;
  /** Shown below the box while there is no error. */
  readonly hint?: unknown;
  readonly isDisabled: boolean;
}

/**
 * The hint at the end of a box, before its picture. The input's description names it. Each text is a new node: a changed one
 * would start elsewhere, which is a layout shift. Only the server, and the page that takes over its HTML, need a string.
 */
export const hintInBox = (id: string, hint: string, asServer: boolean, picture: unknown = '') =>
  html`<span class="marks"
    ><span id="${id}-hint" part="hint">${asServer ? hint : new Text(hint)}</span>${picture}</span
  >`;

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
