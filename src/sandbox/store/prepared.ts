/**
 * Statements that are built and compiled once and then run with other values: building one by Kysely costs more than
 * running it on SQLite. Values are named, so that their order in the text is Kysely's business alone.
 */
import type { Compilable, CompiledQuery, Kysely, QueryResult } from 'kysely';
import type { Schema } from './schema.js';

/** What SQLite and PostgreSQL store alike. */
export type SqlValue = string | number | null;

/** Values of a statement by name. */
export type SqlValues = Readonly<Record<string, SqlValue>>;

/** Stands in a statement where a value will be. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

interface Compiled<R> {
  readonly query: CompiledQuery<R>;
  readonly names: readonly string[];
}

/**
 * Makes a statement that takes the values `V`. The builder is called once for each database, with placeholders that
 * only look like the values: it must pass them on and not look into them.
 */
export function prepare<V extends SqlValues, R>(
  build: (db: Kysely<Schema>, values: V) => Compilable<R>,
): (db: Kysely<Schema>, values: V) => Promise<QueryResult<R>> {
  // A transaction is an object of its own over its database's adapter, and its statements read the same.
  const compiled = new WeakMap<object, Compiled<R>>();

  function compileFor(db: Kysely<Schema>): Compiled<R> {
    const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) }) as V;
    const query = build(db, placeholders).compile();
    const names = query.parameters.map((parameter) => {
      if (!(parameter instanceof Placeholder)) throw new TypeError('A prepared statement takes all its values by name');
      return parameter.name;
    });
    const entry = { query, names };
    compiled.set(db.getExecutor().adapter, entry);
    return entry;
  }

  return (db, values) => {
    const { query, names } = compiled.get(db.getExecutor().adapter) ?? compileFor(db);
    return db.executeQuery({ ...query, parameters: names.map((name) => values[name]) });
  };
}
