/**
 * Makes absent what is null, so that the wire's writer writes it as null: it knows the whole list. Changes the given
 * record itself, which keeps its shape and is therefore quick to read; give it one that was just made.
 */
export function withoutNulls<T extends object>(members: T): { [K in keyof T]: Exclude<T[K], null> } {
  const record = members as Record<string, unknown>;
  for (const name in record) if (record[name] === null) record[name] = undefined;
  return members as { [K in keyof T]: Exclude<T[K], null> };
}
