/** What becomes of a webhook's hint after the service was asked. */
import { expect, it } from 'vitest';
import type { Search } from '../../../src/signer/attempts/settle.js';
import type { ClaimState } from '../../../src/signer/claims/claim.js';
import { createMemoryStore } from '../../../src/signer/claims/memory-store.js';
import { useHint } from '../../../src/signer/notices/webhook.js';
import type { SignerLogEntry } from '../../../src/signer/signer-options.js';
import { addLive } from '../claims.js';

const NOTHING: Search = { nothingAt: undefined };
const UNFINISHED: Search = { waitsFor: 'bank', since: undefined };

it.each<[ClaimState, string, Search, boolean]>([
  ['live', 'no transaction', NOTHING, true],
  ['expired', 'no transaction', NOTHING, true],
  ['live', 'a transaction without an outcome', UNFINISHED, true],
  ['superseded', 'a transaction without an outcome', UNFINISHED, true],
  ['expired', 'a transaction without an outcome', UNFINISHED, false],
  ['issuing', 'a transaction without an outcome', UNFINISHED, false],
  ['superseded', 'another attempt’s transaction', 'foreign', true],
  ['expired', 'another attempt’s transaction', 'foreign', false],
  ['live', 'the outcome', 'recorded', false],
])('the hint of a claim that is %s, after a search that found %s', async (state, _found, search, isCleared) => {
  const store = createMemoryStore({ clock: { now: () => 7 } });
  const entries: SignerLogEntry[] = [];
  const claim = await addLive(store, '1042');
  await store.markHinted(claim.id);
  await useHint(
    { store, log: (entry) => void entries.push(entry) },
    { ...claim, claimedAt: 7, leaseUntil: 0, state },
    search,
  );
  expect(await store.readClaim(claim.id)).toMatchObject({ hintedAt: isCleared ? null : 7 });
  expect(entries.map(({ event }) => event)).toEqual(
    search === NOTHING && state !== 'expired' ? ['webhook_without_transaction'] : [],
  );
});
