const ADDRESS = /^postgres(ql)?:\/\//i;

/** True when a database is named by an address of PostgreSQL. */
export function isPostgresAddress(database: string): boolean {
  return ADDRESS.test(database);
}
