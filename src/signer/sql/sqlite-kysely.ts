/** Kysely on a SQLite database whose statements the caller runs. */
import {
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
} from 'kysely';

/** @param execute runs one statement. Transactions of Kysely are refused: several statements are one write of the store */
export function createSqliteKysely<Tables>(
  execute: (query: CompiledQuery) => Promise<QueryResult<unknown>>,
): Kysely<Tables> {
  const refuse = () => Promise.reject(new Error('several statements are one write of the store'));
  const connection: DatabaseConnection = {
    executeQuery: async <Row>(query: CompiledQuery) => (await execute(query)) as QueryResult<Row>,
    streamQuery: () => {
      throw new Error('this store does not stream');
    },
  };
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createDriver: () => ({
        init: async () => undefined,
        acquireConnection: async () => connection,
        beginTransaction: refuse,
        commitTransaction: refuse,
        rollbackTransaction: refuse,
        releaseConnection: async () => undefined,
        destroy: async () => undefined,
      }),
    },
  });
}
