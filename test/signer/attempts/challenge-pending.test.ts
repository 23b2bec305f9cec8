/**
 * A shopper at a 3-D Secure challenge: the transaction is pending for up to ten minutes. That can be longer than the
 * key and its grace period. The attempt must not be expired or replaced before.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type Service } from '../service-on-a-port.js';
import { createShop, orderOf, type Shop } from '../shop.js';

let service: Service;
let shop: Shop;
let serial = 0;

beforeAll(async () => {
  service = await startService();
  shop = createShop(service.accountAt(service.url), { clock: service.clock });
});
afterAll(() => service.close());

/** A payment that has got to its challenge just before its key ran out. */
async function startChallengeAtTheEnd() {
  serial += 1;
  const order = `challenged-${serial}`;
  shop.orders.set(order, orderOf(order));
  const { authKey, claim } = await shop.grant(order);
  await service.advanceClock(29 * 60 + 30);
  const { APIResponse, RedirectionUrl, ResultKey } = await service.pay(authKey, { CardHolderName: '3DS CHALLENGE' });
  expect(APIResponse.ResponseCode).toBe(300);
  return { order, authKey, claim, resultKey: ResultKey ?? '', challenge: RedirectionUrl ?? '' };
}

const answer = (challenge: string, word: string) =>
  fetch(challenge, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ answer: word }) });

describe('a challenge that outlasts its key', () => {
  it('keeps the attempt, makes no second key, and is paid once', { timeout: 60_000 }, async () => {
    const { order, claim, resultKey, challenge } = await startChallengeAtTheEnd();
    expect((await shop.result(claim, resultKey)).status).toBe('pending');
    // Six minutes on, key and grace are over; the challenge is not.
    await service.advanceClock(6 * 60);
    expect((await shop.result(claim, resultKey)).status).toBe('pending');
    expect((await shop.result(claim)).status).toBe('pending');
    expect(await shop.authkey(order)).toMatchObject({ status: 'pending', claim });
    expect(await shop.signer.reconcile()).toMatchObject({ found: 0, expired: 0 });
    expect(shop.mismatches).toEqual([]);

    await answer(challenge, 'approve');
    expect(await shop.authkey(order)).toMatchObject({ status: 'approved', claim });
    expect((await shop.result(claim, resultKey)).status).toBe('approved');
    expect(shop.paid.filter((paid) => paid.order === order)).toHaveLength(1);
    expect(shop.mismatches).toEqual([]);
    expect(await service.countApproved(`ORDER-${order}`)).toBe(1);
  });

  it('that nobody answers ends the attempt, and the order gets another key', { timeout: 60_000 }, async () => {
    const { order, authKey, claim, resultKey } = await startChallengeAtTheEnd();
    await service.advanceClock(11 * 60);
    expect((await shop.result(claim, resultKey)).status).toBe('failed');
    const next = await shop.grant(order);
    expect(next.authKey).not.toBe(authKey);
    expect(shop.paid.filter((paid) => paid.order === order)).toEqual([]);
  });
});
