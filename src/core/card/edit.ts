/**
 * Edits of a formatted field as pure functions: value and selection in, value and selection out. A field is a list of
 * digits with a caret; the gaps between groups are added by the formatter and cannot be typed or deleted.
 *
 * The DOM code that uses these functions follows two rules. In `beforeinput` it keeps the state before the edit and calls
 * {@link applyInput}; if that predicts the result, it prevents the default and writes the formatted result by
 * {@link smallestReplacement} and `document.execCommand('insertText')` or `('delete')`, which keep undo and redo intact.
 * (Setting `value` breaks both: in Chromium, redo then restores digits that the shopper did not type.) All other edits,
 * such as autofill, deleting a word, undo and compositions, are left to the browser and formatted in `input`, from the
 * state of `beforeinput` and the present one; `value` is set only if it differs, and never while `isComposing`. A field
 * has no `maxlength`, which would truncate a pasted number with blanks.
 */
import { endsWithDigit, readDigits } from './digits.js';

/** Text of an input with its selection in UTF-16 units: `value`, `selectionStart`, `selectionEnd`. */
export interface EditState {
  /** Text of the field. */
  readonly value: string;
  /** Start of the selection, in characters. */
  readonly start: number;
  /** End of the selection, in characters. */
  readonly end: number;
}

/** More digits than any field allows: a pasted text that is too long stays too long, so that the shopper sees an error. */
const LONGEST_PASTE = 40;

/** An edit counted in digits. */
export interface DigitEdit {
  readonly digits: string;
  /** The number of digits before each end of the selection. */
  readonly start: number;
  readonly end: number;
  /** The number of digits that this edit inserted; they are the last ones before `start`. */
  readonly inserted: number;
  /** The inserted text, with all its characters; empty for a deletion, undo and redo. */
  readonly text: string;
  /** The caret is after a separator, not after the digit before it. */
  readonly afterGap: boolean;
}

/**
 * Predicts the result of an edit from its `beforeinput` event: typing, pasting, dropping, and deleting a character or the
 * selection. Returns `undefined` for other edits, which are read after the browser has made them.
 */
export function applyInput(before: EditState, inputType: string, data: string | null): EditState | undefined {
  const { value, start, end } = before;
  if (/^insert(Text|FromPaste|FromDrop|ReplacementText)$/.test(inputType) && data !== null) {
    const caret = start + data.length;
    return { value: value.slice(0, start) + data + value.slice(end), start: caret, end: caret };
  }
  const deletion = /^delete(?:Content(Backward|Forward)|ByCut)$/.exec(inputType);
  if (!deletion || (start === end && !deletion[1])) return undefined;
  const from = start === end && deletion[1] === 'Backward' ? Math.max(0, start - 1) : start;
  const to = start === end && deletion[1] === 'Forward' ? end + 1 : end;
  return { value: value.slice(0, from) + value.slice(to), start: from, end: from };
}

/** The shortest range of `from` to replace, and its replacement, to turn it into `to`. */
export function smallestReplacement(from: string, to: string): { start: number; end: number; text: string } {
  const shorter = Math.min(from.length, to.length);
  let start = 0;
  while (start < shorter && from[start] === to[start]) start += 1;
  let kept = 0;
  while (kept < shorter - start && from[from.length - 1 - kept] === to[to.length - 1 - kept]) kept += 1;
  return { start, end: from.length - kept, text: to.slice(start, to.length - kept) };
}

/**
 * Reads the edit that turned `before` into `after`. If only a part of a gap was deleted, the digit on the other side of
 * the gap is deleted too. The kind of edit follows from `inputType`, or without one from the two states.
 */
export function readDigitEdit(before: EditState, after: EditState, inputType = ''): DigitEdit {
  const beforeCaret = after.value.slice(0, after.start);
  const edit = {
    digits: readDigits(after.value),
    start: readDigits(beforeCaret).length,
    end: readDigits(after.value.slice(0, after.end)).length,
    inserted: 0,
    text: '',
    afterGap: beforeCaret !== '' && !endsWithDigit(beforeCaret),
  };
  if (inputType.startsWith('history')) return edit;
  if (inputType.startsWith('delete') || (inputType === '' && isDeletion(before, after))) {
    return deletedOnlyGap(before, after) ? withoutDigit(edit, isForward(before, after, inputType)) : edit;
  }
  const text = insertedText(before, after) ?? after.value;
  return { ...edit, inserted: Math.min(readDigits(text).length, edit.start), text };
}

/** Removes the last `count` of the digits that an edit inserted. */
export function takeBack(edit: DigitEdit, count: number): DigitEdit {
  const taken = Math.min(count, edit.inserted);
  const start = edit.start - taken;
  return {
    ...edit,
    digits: edit.digits.slice(0, start) + edit.digits.slice(edit.start),
    start,
    end: Math.max(start, edit.end - taken),
    inserted: edit.inserted - taken,
  };
}

/** Formats digits with a separator at each gap, and maps the selection to the formatted text. */
export function layOut(edit: DigitEdit, gaps: readonly number[], separator: string, openEnd = false): EditState {
  const digits = edit.digits.slice(0, LONGEST_PASTE);
  let value = '';
  const starts: number[] = [];
  for (let index = 0; index <= digits.length; index += 1) {
    const isGap = index > 0 && gaps.includes(index) && (index < digits.length || openEnd);
    if (isGap) value += separator;
    starts.push(value.length);
    value += digits[index] ?? '';
  }
  const offset = (counted: number) => {
    const count = Math.min(counted, digits.length);
    return edit.afterGap || count === 0 ? (starts[count] ?? 0) : (starts[count - 1] ?? 0) + 1;
  };
  return { value, start: offset(edit.start), end: offset(edit.end) };
}

/** Whether text beside the caret was deleted. A deleted selection is one that was replaced by nothing. */
function isDeletion(before: EditState, after: EditState): boolean {
  return (
    before.start === before.end &&
    after.value.length < before.value.length &&
    before.value.startsWith(after.value.slice(0, after.start)) &&
    before.value.endsWith(after.value.slice(after.start))
  );
}

function deletedOnlyGap(before: EditState, after: EditState): boolean {
  return (
    before.start === before.end &&
    after.value.length < before.value.length &&
    readDigits(after.value) === readDigits(before.value)
  );
}

function isForward(before: EditState, after: EditState, inputType: string): boolean {
  return inputType === '' ? after.start >= before.start : inputType.endsWith('Forward');
}

function withoutDigit(edit: DigitEdit, forward: boolean): DigitEdit {
  const at = forward ? edit.start : edit.start - 1;
  if (at < 0) return edit;
  return { ...edit, digits: edit.digits.slice(0, at) + edit.digits.slice(at + 1), start: at, end: at };
}

/** The text that replaced the selection of `before`; `undefined` if other parts of the text changed too. */
function insertedText(before: EditState, after: EditState): string | undefined {
  const head = before.value.slice(0, before.start);
  const tail = before.value.slice(before.end);
  const length = after.value.length - head.length - tail.length;
  if (length < 0 || !after.value.startsWith(head) || !after.value.endsWith(tail)) return undefined;
  return after.value.slice(head.length, head.length + length);
}
