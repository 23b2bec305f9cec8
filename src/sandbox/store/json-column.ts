/** Columns of JSON text that may be null. */

/** Reads a column. Its value was checked before it was written. */
export function readJsonColumn<T>(text: string | null): T | null {
  return text === null ? null : (JSON.parse(text) as T);
}

/** Writes a column: null for a missing value. */
export function writeJsonColumn(value: object | null | undefined): string | null {
  return value ? JSON.stringify(value) : null;
}
