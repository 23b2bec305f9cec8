/**
 * P10: `kill -9` leaves no half state: no used key without a transaction, no payment without a used
 * key.
 */
import { DatabaseSync } from '@photostructure/sqlite';
import { describe, expect, it } from 'vitest';
import { killAgainAndAgain } from './kill-rounds.js';
import { createChance, report, trials } from './trials.js';

const HALF_STATES = {
  'keys used without a transaction': `select count(*) as found from auth_key
    where used_at is not null and not exists (select 1 from txn where txn.txn_number = auth_key.txn_number)`,
  'browser payments without a key': `select count(*) as found from txn
    where source = 'internet' and not exists (select 1 from auth_key where auth_key.txn_number = txn.txn_number)`,
  'numbers that were drawn and not used': `select abs((select value from counter where name = 'txn') -
    coalesce((select max(txn_number) from txn), 10000)) as found`,
};

describe('P10: kill -9 leaves no half state', () => {
  it('at random moments under load', async () => {
    const chance = createChance();
    const kills = trials(8);
    const found: Record<string, number> = {};
    const { acknowledged } = await killAgainAndAgain(kills, chance, ({ database }) => {
      const db = new DatabaseSync(database);
      expect((db.prepare('pragma integrity_check').get() as { integrity_check: string }).integrity_check).toBe('ok');
      for (const [name, query] of Object.entries(HALF_STATES)) {
        const row = db.prepare(query).get() as { found: number };
        found[name] = (found[name] ?? 0) + row.found;
      }
      db.close();
    });
    report('P10', chance, { kills, acknowledged, ...found });
    expect(Object.values(found)).toEqual([0, 0, 0]);
  }, 600_000);
});
