/** Logins of SOAP, in the table of the back office's sessions. */
import { sql } from 'kysely';
import type { Migration } from './migration.js';

/** Version 13 of the tables. */
export const soapLogins: Migration = {
  number: 13,
  statements: () => [
    sql`alter table office_session rename to session`,
    sql`alter table session add column kind text not null default 'office'`,
  ],
};
