/** The sizes that make the height of a field's row. Pages that draw the frame before its fields reserve the same height. */

/** Font size of the label (rem), which has the line height of theme.css.ts. */
export const LABEL = 0.875;
/** Between label and box (px). */
export const BETWEEN = 6;
/**
 * Height of the note (rem), and how far it is moved up (px). It stands in the distance between two rows, which is the same with
 * and without an error.
 */
export const NOTE = 1.125;
export const NOTE_UP = 4;
/** Height of a row and the gap below it in px, unless the page has other sizes: theme.css.ts has the line height, box and gap. */
export const ROW_PX = 16 * (LABEL * 1.4 + NOTE) + 2 * BETWEEN - NOTE_UP + 48 + 6;
