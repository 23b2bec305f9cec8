import { detectBrand, detectBrands, gapsOf } from './brand.js';
import { type DigitEdit, type EditState, layOut, readDigitEdit, takeBack } from './edit.js';

/**
 * Formats a card number field after an edit: groups as on the card, and the caret at the same digit. A digit typed into a
 * complete number is dropped; a pasted text is never truncated.
 *
 * @param before - The state before the edit.
 * @param after - The state after the edit, found in the input or predicted by {@link applyInput}.
 * @param inputType - `InputEvent.inputType`, where the browser gives it.
 */
export function editCardNumber(before: EditState, after: EditState, inputType?: string): EditState {
  const edit = takeBackOver(longestNumber, readDigitEdit(before, after, inputType));
  return layOut(edit, gapsOf(detectBrand(edit.digits), edit.digits.length), ' ');
}

/** Formats a security code field after an edit: digits only. `longest` is `longestCvn(brand)`. */
export function editCvn(before: EditState, after: EditState, longest: number, inputType?: string): EditState {
  return layOut(
    takeBackOver(() => longest, readDigitEdit(before, after, inputType)),
    [],
    '',
  );
}

/** Formats a card number with the groups of its brand. */
export function formatCardNumber(text: string): string {
  const state = { value: text, start: text.length, end: text.length };
  return editCardNumber(state, state, 'history').value;
}

function takeBackOver(longest: (digits: string) => number, edit: DigitEdit): DigitEdit {
  return edit.inserted === 1 && edit.digits.length > longest(edit.digits) ? takeBack(edit, 1) : edit;
}

function longestNumber(digits: string): number {
  const lengths = detectBrands(digits).flatMap((brand) => brand.lengths);
  return lengths.length === 0 ? 19 : Math.max(...lengths);
}
