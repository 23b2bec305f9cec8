/**
 * Prepared statements, built and compiled once and run with different values: building a statement in Kysely costs more
 * than running it on SQLite. Values are named, so their order in the text does not matter.
 */
import type { Compilable, CompiledQuery, Kysely, QueryResult } from 'kysely';
import type { Schema } from './schema.js';

/** Values that SQLite and PostgreSQL store in the same way. */
export type SqlValue = string | number | null;

/** Values of a statement by name. */
export type SqlValues = Readonly<Record<string, SqlValue>>;

/** Placeholder of a value in a statement. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** A prepared statement with its values. */
export interface PreparedQuery<R = unknown> extends CompiledQuery<R> {
  /** Under which a connection to PostgreSQL keeps the statement: unique in the process, with one text for each database. */
  readonly name: string | undefined;
  /** True when nobody reads the answer, not even a number of rows. An error can then be that of a later statement. */
  readonly isUnread: boolean;
}

interface Compiled<R> {
  readonly query: PreparedQuery<R>;
  readonly names: readonly string[];
}

let count = 0;

/**
 * Creates a statement with the values `V`. The builder is called once for each database with placeholders instead of
 * values: it must pass them on without reading them.
 */
export function prepare<V extends SqlValues, R>(
  build: (db: Kysely<Schema>, values: V) => Compilable<R>,
  { isUnread = false }: Partial<Pick<PreparedQuery, 'isUnread'>> = {},
): (db: Kysely<Schema>, values: V) => Promise<QueryResult<R>> {
  // A transaction is a separate object with the same adapter, and its statements have the same text.
  const compiled = new WeakMap<object, Compiled<R>>();
  const uniqueName = `florin_${(count += 1)}`;

  function compileFor(db: Kysely<Schema>): Compiled<R> {
    const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) }) as V;
    const query = build(db, placeholders).compile();
    const names = query.parameters.map((parameter) => {
      if (!(parameter instanceof Placeholder)) throw new TypeError('A prepared statement takes all its values by name');
      return parameter.name;
    });
    // PostgreSQL refuses a kept `select *` when another process has migrated the table.
    const name = query.sql.includes('*') ? undefined : uniqueName;
    const entry = { query: { ...query, name, isUnread }, names };
    compiled.set(db.getExecutor().adapter, entry);
    return entry;
  }

  return (db, values) => {
    const { query, names } = compiled.get(db.getExecutor().adapter) ?? compileFor(db);
    return db.executeQuery({ ...query, parameters: names.map((name) => values[name]) });
  };
}

/** These members of a row. In a statement, placeholders have to be taken by name: they cannot be spread. */
export function pick<R extends object, K extends keyof R>(row: R, names: readonly K[]): Pick<R, K> {
  return Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<R, K>;
}
