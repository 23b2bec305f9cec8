/** Names, in the database, of the tables that `reset` deletes from. */
import { CLEARED_TABLES } from '../../src/sandbox/store/merchant-setup-table.js';

export const CLEARED_TABLE_NAMES: readonly string[] = CLEARED_TABLES.map((table) =>
  table.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
);
