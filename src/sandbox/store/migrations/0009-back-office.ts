/** Sessions of the back office, and the e-mail address of a user. */
import type { Migration } from './migration.js';

/** Version 9 of the tables. */
export const backOffice: Migration = {
  number: 9,
  async up(db) {
    await db.schema.alterTable('api_user').addColumn('email_address', 'text').execute();
    await db.schema
      .createTable('office_session')
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('merchant_number', 'text', (column) => column.notNull())
      .addColumn('username', 'text', (column) => column.notNull())
      .addColumn('password_hash', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};
