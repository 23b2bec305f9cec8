import { endsWithDigit, readDigits } from './digits.js';
import { type DigitEdit, type EditState, layOut, readDigitEdit, takeBack } from './edit.js';
import { type ExpiryRules, expiryDigits } from './expiry.js';

const SEPARATOR = ' / ';

/**
 * Formats an expiry field as `MM / YY` after an edit. A one-digit month gets a leading zero: at once (`5` becomes `05 / `),
 * or when a separator follows (`1/` becomes `01 / `), and `13` becomes `01 / 3`. A year may be typed with four digits, a
 * month by its English name. Text that arrives in one event, from a password manager or the clipboard, may have any format
 * of `expiryDigits`.
 *
 * @param before - The state before the edit.
 * @param after - The state after the edit, found in the input or predicted by {@link applyInput}.
 * @param inputType - `InputEvent.inputType`, where the browser gives it.
 */
export function editExpiry(
  before: EditState,
  after: EditState,
  inputType?: string,
  { allowTestMonth = false }: ExpiryRules = {},
): EditState {
  // The first two letters of a month stay until the third one tells which.
  if (/^[a-z]{1,2}$/i.test(after.value)) return after;
  let edit = readDigitEdit(before, after, inputType);
  const whole = edit.text && readDigits(edit.text) === edit.digits ? expiryDigits(after.value) : '';
  if (whole.length > 1) edit = atEnd(edit, whole);
  if (needsZero(edit, allowTestMonth)) edit = atEnd(edit, `0${edit.digits}`);
  const over = edit.digits.length - longestExpiry(edit.digits);
  if (over > 0) edit = takeBack(edit, over);
  edit = withShortYear(edit);

  // Undo restores a formatted text; another change would clear the browser's undo history.
  const isOpen = inputType?.startsWith('history') ? after.value.endsWith(SEPARATOR) : edit.text !== '';
  const openEnd = isOpen && edit.digits.length === 2;
  const afterGap = edit.afterGap || (openEnd && edit.start === 2);
  return layOut({ ...edit, afterGap }, [2], SEPARATOR, openEnd);
}

function needsZero({ digits, text, start }: DigitEdit, allowTestMonth: boolean): boolean {
  if (text === '' || start !== digits.length) return false;
  if (digits.length !== 1) return /^1[3-9]$/.test(digits);
  return endsWithDigit(text)
    ? digits > '1' && !(allowTestMonth && digits === '9')
    : digits !== '0' && /[^\p{L}]$/u.test(text);
}

function longestExpiry(digits: string): number {
  return digits.slice(2, 4) === '20' ? 6 : 4;
}

/** Shortens a complete `MM / 20YY` to `MM / YY`. */
function withShortYear(edit: DigitEdit): DigitEdit {
  const digits = edit.digits.replace(/^(\d\d)20(\d\d)$/, '$1$2');
  if (digits === edit.digits) return edit;
  const moved = (count: number) => (count > 2 ? Math.max(2, count - 2) : count);
  return { ...edit, digits, start: moved(edit.start), end: moved(edit.end) };
}

function atEnd(edit: DigitEdit, digits: string): DigitEdit {
  return { ...edit, digits, start: digits.length, end: digits.length, inserted: 0 };
}
