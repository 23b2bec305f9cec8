/** An id of a caller in a statement. */
import { sql } from 'kysely';

/** PostgreSQL refuses a number that its integers cannot hold. */
export const anyId = (id: number) => sql<number>`cast(${id} as bigint)`;
