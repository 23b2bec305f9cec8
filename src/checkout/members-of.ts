/** Reading an answer by hand: nothing here throws, whatever has come. */

/** The members of an outside value; none of what has none. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

/** A text as it is; what is none is empty. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
