/**
 * Removes null members, because the wire's writer writes every absent member as null. It changes the given record
 * itself, which keeps its hidden class and stays fast. Pass only a new record.
 */
export function withoutNulls<T extends object>(members: T): { [K in keyof T]: Exclude<T[K], null> } {
  const record = members as Record<string, unknown>;
  for (const name in record) if (record[name] === null) record[name] = undefined;
  return members as { [K in keyof T]: Exclude<T[K], null> };
}
