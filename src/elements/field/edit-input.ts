/**
 * The thin DOM shell around core's edits. What is known before the browser acts, and is not what the browser would write,
 * is written instead of it, as an edit of the browser's own (`execCommand`): its undo and redo then stay whole, and no
 * history of ours has to hold card digits. Setting `value` or `setRangeText` would end undo, and in Chromium redo would
 * bring back digits nobody typed. Undo takes back digits that were typed in a row together, up to a gap. What it cannot
 * do: after autofill or a password manager's write, or where a browser has no `execCommand`, it begins anew; one typed
 * digit that moves a gap may be one step or two.
 */
import { applyInput, type EditState, smallestReplacement } from '../../core/card/edit.js';

/** Formats: the state before, the state after, `InputEvent.inputType`. */
type Edit = (before: EditState, after: EditState, inputType: string) => EditState;

/** What an input holds now. */
export function stateOf(input: HTMLInputElement): EditState {
  const { value, selectionStart, selectionEnd } = input;
  return { value, start: selectionStart ?? value.length, end: selectionEnd ?? value.length };
}

/** Does the edit that the browser is about to do, formatted; false when the browser is to do it. */
export function editBefore(input: HTMLInputElement, event: InputEvent, edit: Edit): boolean {
  if (event.isComposing || !event.cancelable) return false;
  const before = stateOf(input);
  const data = event.data ?? event.dataTransfer?.getData('text/plain') ?? null;
  const after = applyInput(before, event.inputType, data);
  if (!after) return false;
  const edited = edit(before, after, event.inputType);
  // Most digits stand as they are typed. The browser writes them itself, many times faster than by a command.
  if (edited.value === after.value && edited.start === after.start) return false;
  event.preventDefault();
  writeEdit(input, edited);
  return true;
}

/** Makes the input hold this state, by the shortest edit that does. */
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
