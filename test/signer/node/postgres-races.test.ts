/** Parallel calls of several pools to methods that use two tables: the answers must fit one order of events. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ClaimStore } from '../../../src/signer/claims/claim-store.js';
import type { NewClaim } from '../../../src/signer/claims/claim.js';
import { openPostgresStore } from '../../../src/signer/node/postgres-store.js';
import { startPostgres, type PostgresServer } from '../../support/postgres-server.js';
import { addLive, claimOf, findingOf } from '../claims.js';
import { SCOPE } from '../terms.js';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

const orderNames = Array.from({ length: 200 }, (_, index) => `order ${index}`);

it.each([
  [
    'adds the next claim and finds the payment superseded, or adds none and finds it paid',
    (store: ClaimStore, claim: NewClaim) => store.addClaim(claimOf(claim.order, 2)),
  ],
  [
    'supersedes a claim and finds its payment superseded, or does not and finds it paid',
    (store: ClaimStore, claim: NewClaim) => store.supersede(claim.id),
  ],
])('a change while a payment is recorded either %s', { timeout: 60_000 }, async (_name, change) => {
  const connection = await server.createDatabase();
  const [one, other] = await Promise.all([openPostgresStore({ connection }), openPostgresStore({ connection })]);
  const seen = { before: 0, after: 0 };
  const race = async (order: string, index: number) => {
    const claim = await addLive(one, order);
    const [{ entry }, isFirst] = await Promise.all([
      one.record(findingOf(claim, order)),
      // Recording takes more steps: without a head start it would always come second.
      new Promise((resolve) => setTimeout(resolve, index % 10)).then(() => change(other, claim)),
    ]);
    expect(entry.kind).toBe(isFirst ? 'paid_superseded' : 'paid');
    const state = (await one.readClaim(claim.id))?.state;
    expect(state).toBe(isFirst ? 'review' : 'approved');
    seen[isFirst ? 'before' : 'after'] += 1;
  };
  for (let at = 0; at < orderNames.length; at += 5) {
    await Promise.all(orderNames.slice(at, at + 5).map((order, index) => race(order, at + index)));
  }
  console.log(`${orderNames.length} races: ${seen.before} before the payment was recorded, ${seen.after} after`);
  await Promise.all([one.close(), other.close()]);
});

it('records a number once if it is found for two orders at once', async () => {
  const store = await openPostgresStore({ connection: await server.createDatabase() });
  const claims = await Promise.all(['1', '2'].map((order) => addLive(store, order)));
  const findings = Array.from({ length: 40 }, (_, index) => findingOf(claims[index % 2]!, '7'));
  const recorded = await Promise.all(findings.map((finding) => store.record(finding)));
  expect(new Set(recorded.map(({ entry }) => entry.claimId)).size).toBe(1);
  expect(recorded.filter(({ isNew }) => isNew)).toHaveLength(1);
  const states = await Promise.all(claims.map(async ({ id }) => (await store.readClaim(id))?.state));
  expect(states.sort()).toEqual(['approved', 'live']);
  await store.close();
});

it('gives each open claim to one of several processes at once', { timeout: 60_000 }, async () => {
  const connection = await server.createDatabase();
  const stores = await Promise.all(Array.from({ length: 4 }, () => openPostgresStore({ connection })));
  await Promise.all(orderNames.map((order) => addLive(stores[0]!, order)));
  // Once is not enough: whether two overlap is up to the server.
  for (let round = 0; round < 50; round += 1) {
    const taken = await Promise.all(
      stores.map(async (store, index) => {
        await new Promise((resolve) => setTimeout(resolve, (index * round) % 7));
        return store.takeOpenClaims(SCOPE, { need: 'ended', limit: 50, since: Number.MAX_SAFE_INTEGER });
      }),
    );
    for (const claims of taken) expect(claims.length).toBeLessThanOrEqual(50);
    const ids = taken.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  }
  await Promise.all(stores.map((store) => store.close()));
});
