const ADDRESS = /^postgres(ql)?:\/\//i;

/** True for a PostgreSQL address. */
export function isPostgresAddress(database: string): boolean {
  return ADDRESS.test(database);
}
