/**
 * Applies the edits of core to an input. If the formatted text differs from what the browser would write, it is written
 * before the browser acts, as a browser edit (`execCommand`). Undo and redo then keep working, and no history of ours
 * holds card digits. Setting `value` or `setRangeText` would end undo, and in Chromium redo would bring back digits
 * that nobody typed. Undo removes digits that were typed in a row, up to a gap. Limits: after autofill, after a
 * password manager, or without `execCommand`, undo starts again; a digit that moves a gap may take one undo step or
 * two.
 */
import { applyInput, type EditState, smallestReplacement } from '../../core/card/edit.js';

/** Formats an edit from the state before, the state after, and `InputEvent.inputType`. */
type Edit = (before: EditState, after: EditState, inputType: string) => EditState;

export function stateOf(input: HTMLInputElement): EditState {
  const { value, selectionStart, selectionEnd } = input;
  return { value, start: selectionStart ?? value.length, end: selectionEnd ?? value.length };
}

/** Performs the browser's pending edit in formatted form; false if the browser shall perform it. */
export function editBefore(input: HTMLInputElement, event: InputEvent, edit: Edit): boolean {
  if (event.isComposing || !event.cancelable) return false;
  const before = stateOf(input);
  const data = event.data ?? event.dataTransfer?.getData('text/plain') ?? null;
  const after = applyInput(before, event.inputType, data);
  if (!after) return false;
  const edited = edit(before, after, event.inputType);
  // Most digits need no formatting: the browser writes them itself, many times faster than a command.
  if (edited.value === after.value && edited.start === after.start) return false;
  event.preventDefault();
  writeEdit(input, edited);
  return true;
}

/** Writes a state into the input by the shortest edit. */
export function writeEdit(input: HTMLInputElement, to: EditState): void {
  const { start, end, text } = smallestReplacement(input.value, to.value);
  if (start !== end || text !== '') {
    input.setSelectionRange(start, end);
    const isFocused = (input.getRootNode() as Document | ShadowRoot).activeElement === input;
    if (isFocused) document.execCommand(text === '' ? 'delete' : 'insertText', false, text);
    if (input.value !== to.value) input.value = to.value;
  }
  input.setSelectionRange(to.start, to.end);
}
