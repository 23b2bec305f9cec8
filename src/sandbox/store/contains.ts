/** A condition: a column contains a text, whatever its case. In SQLite, only the case of ASCII letters is ignored. */
import { sql, type Expression } from 'kysely';

/** @param column its name, or an expression */
export function contains(column: string | Expression<string>, text: string) {
  const value = typeof column === 'string' ? sql.ref<string>(column) : column;
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  return sql<boolean>`lower(${value}) like lower(${pattern}) escape '\\'`;
}
