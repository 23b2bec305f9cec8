/** Sessions of the back office, and the e-mail address of a user. */
import { sql } from 'kysely';
import type { Migration } from './migration.js';

/** Version 9 of the tables. */
export const backOffice: Migration = {
  number: 9,
  statements: () => [
    sql`alter table api_user add column email_address text`,
    sql`create table office_session (
      token_hash text primary key,
      merchant_number text not null,
      username text not null,
      password_hash text not null,
      expires_at bigint not null
    )`,
  ],
};
