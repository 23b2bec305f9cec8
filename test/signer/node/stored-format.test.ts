/** Claims that an earlier build stored: nothing was published, so they are not migrated but refused, and kept. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgresStore } from '../../../src/signer/node/postgres-store.js';
import { openSqliteStore } from '../../../src/signer/node/sqlite-store.js';
import { STORED_IN, type StoredFiles } from '../../support/stored-files.js';

describe.each(STORED_IN)('a claim store of an earlier build, in %s', { timeout: 60_000 }, (_kind, open) => {
  let stored: StoredFiles;
  beforeAll(async () => {
    stored = await open();
  }, 120_000);
  afterAll(() => stored.remove());

  it('is refused each time with a sentence that says what to do', async () => {
    const { signer: place } = await stored.copy();
    const openStore = async () =>
      place.includes('://') ? openPostgresStore({ connection: place }) : openSqliteStore(place);
    for (let time = 0; time < 2; time += 1) {
      await expect(openStore()).rejects.toThrow(
        /was made by another version of Florin: let that version end its open payments .*, then name an empty place/,
      );
    }
  });
});
