/** Logins of SOAP, in the table of the back office's sessions. */
import type { Migration } from './migration.js';

/** Version 13 of the tables. */
export const soapLogins: Migration = {
  number: 13,
  async up(db) {
    await db.schema.alterTable('office_session').renameTo('session').execute();
    await db.schema
      .alterTable('session')
      .addColumn('kind', 'text', (column) => column.notNull().defaultTo('office'))
      .execute();
  },
};
