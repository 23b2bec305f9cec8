/** SQLite, in an optional dependency that is loaded when the first database is opened. */
import type * as sqlite from '@photostructure/sqlite';
import type { SqliteConnection } from '../sqlite/connection.js';
import { loadPackage } from './load-package.js';

/** @param file a path, or `:memory:` */
export function openSqlite(file: string, options: { readonly readOnly?: boolean } = {}): SqliteConnection {
  const { DatabaseSync } = loadPackage('@photostructure/sqlite', 'A SQLite database') as typeof sqlite;
  return new DatabaseSync(file, options);
}
