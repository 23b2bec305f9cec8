import { detectBrand, detectBrands, gapsOf } from './brand.js';
import { type DigitEdit, type EditState, layOut, readDigitEdit, takeBack } from './edit.js';

/**
 * Formats a card number field after an edit: groups as on the card, the caret by the digit where it was. A digit typed
 * into a full number is not taken; a pasted text is never cut short.
 *
 * @param before - The state before the edit.
 * @param after - What the browser made of it, or {@link applyInput} says that it will.
 * @param inputType - `InputEvent.inputType`, where the browser tells.
 */
export function editCardNumber(before: EditState, after: EditState, inputType?: string): EditState {
  const edit = takeBackOver(longestNumber, readDigitEdit(before, after, inputType));
  return layOut(edit, gapsOf(detectBrand(edit.digits), edit.digits.length), ' ');
}

/** Formats a security code field after an edit: nothing but digits. `longest` is `longestCvn(brand)`. */
export function editCvn(before: EditState, after: EditState, longest: number, inputType?: string): EditState {
  return layOut(
    takeBackOver(() => longest, readDigitEdit(before, after, inputType)),
    [],
    '',
  );
}

/** A number grouped as on its card, for showing. */
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
