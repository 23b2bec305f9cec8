/**
 * P40: the refusal of a claim or an order does not show whether there is one. Unknown, foreign, altered and malformed claims get
 * the same status, headers and text, and so do orders that do not exist, belong to others, or are paid. Each takes the same time:
 * here only a large difference fails (an early return), because a busy machine cannot measure microseconds; the strict test is
 * `node test/bench/p40.mjs`.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import type { AuthKeyGrant } from '../../src/core/pay-api.js';
import { createMemoryStore } from '../../src/signer/claims/memory-store.js';
import { createSigner, type Signer } from '../../src/signer/signer.js';
import { compareSamples } from '../bench/mann-whitney.mjs';
import { ORIGIN, orderOf, shopClock } from '../signer/shop.js';
import { createQuickService, type QuickService } from './quick-service.js';
import { trials } from './trials.js';

const SAMPLES = trials(400);
/** How often one of two may be the slower: 50 % when they are alike. An early return makes it 90 % and more. */
const MOST = 0.75;

let service: QuickService;
let shop: Signer;
let claims: Readonly<Record<string, unknown>>;
/** A page's call, or the whole answer to it. */
const ask = async (path: string, body?: object) => {
  const init = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await shop.fetch(new Request(`${ORIGIN}/pay/${path}`, { method: 'POST', ...init }));
  return JSON.stringify([response.status, [...response.headers], await response.text()]);
};

function signerWith(secret: string): Signer {
  return createSigner({
    service: service.connection,
    store: createMemoryStore({ clock: shopClock }),
    secret,
    publicUrl: `${ORIGIN}/pay`,
    merchantName: 'Demo Shop',
    rateLimit: false,
    onPaid: () => undefined,
    priceOrder: (_request, order) => (order.startsWith('own') ? orderOf(order) : null),
  });
}

beforeAll(async () => {
  service = createQuickService();
  const grantOf = async (signer: Signer, order: string) => {
    const request = new Request(`${ORIGIN}/pay/authkey`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ order }),
    });
    return (await (await signer.fetch(request)).json()) as AuthKeyGrant;
  };
  const another = signerWith('a secret of another shop, which is long enough too');
  const foreign = (await grantOf(another, 'own-1')).claim;
  shop = signerWith('a secret of the shop, for tests only, long enough');
  const known = (await grantOf(shop, 'own-1')).claim;
  const paidGrant = await grantOf(shop, 'own-2');
  service.pay(paidGrant.authKey);
  await ask('result', { claim: paidGrant.claim });
  const [id = '', mac = ''] = known.split('.');
  const flip = (text: string) => (text.startsWith('a') ? 'b' : 'a') + text.slice(1);
  claims = {
    'of a known attempt, with another MAC': `${id}.${flip(mac)}`,
    'of a paid attempt, with another MAC': `${paidGrant.claim.split('.')[0] ?? ''}.${mac}`,
    'of no attempt': `${flip(id)}.${mac}`,
    'of another shop': foreign,
    malformed: 'x'.repeat(known.length),
  };
});

describe('P40: answers leak nothing', () => {
  it('claims: one answer for all claims of others', async () => {
    const others = { ...claims, absent: undefined, empty: '', 'a number': 7, 'a list': [], long: 'a'.repeat(9_000) };
    const answers = new Set<string>();
    for (const claim of Object.values(others)) answers.add(await ask('result', { claim }));
    expect([...answers]).toEqual([expect.stringContaining('claim_refused')]);
    const pages = new Set<string>();
    for (const claim of Object.values(claims))
      pages.add(await ask(`return?claim=${encodeURIComponent(String(claim))}`));
    expect(pages.size).toBe(1);
  });

  it('orders: one answer for unknown orders and those of others', async () => {
    const answers = new Set<string>();
    for (const order of ['none', 'her-1', 'her-2', 'x'.repeat(4_000), '../own-1', '0']) {
      answers.add(await ask('authkey', { order }));
    }
    expect([...answers]).toEqual([expect.stringContaining('order_refused')]);
  });

  it('webhooks: one answer for real and forged ones', async () => {
    const { WebHookUrl = '' } = [...service.keys.values()].at(-1) ?? {};
    const { search } = new URL(WebHookUrl);
    const answers = new Set<string>();
    for (const query of [
      search,
      search,
      `${search}x`,
      '',
      ...Object.values(claims).map((claim) => `?hint=${String(claim)}`),
    ]) {
      answers.add(await ask(`webhook${query}`, { ResponseCode: '0' }));
    }
    expect(answers.size).toBe(1);
  });

  it('in time, as far as a busy machine can measure', { timeout: 60_000 }, async () => {
    const names = Object.keys(claims);
    const samples = new Map<string, number[]>(names.map((name) => [name, []]));
    for (let turn = 0; turn < SAMPLES + 100; turn += 1) {
      for (let index = 0; index < names.length; index += 1) {
        // Each of them goes first as often as the others.
        const name = names[(index + turn) % names.length]!;
        const startedAt = performance.now();
        await ask('result', { claim: claims[name] });
        if (turn >= 100) samples.get(name)!.push(performance.now() - startedAt);
      }
    }
    const [first = '', ...rest] = names;
    for (const name of rest) {
      const { share } = compareSamples(samples.get(first)!, samples.get(name)!);
      console.log(
        `P40: ${SAMPLES} samples each, ${first} slower than ${name} in ${(share * 100).toFixed(0)} % of pairs`,
      );
      expect(Math.max(share, 1 - share), name).toBeLessThan(MOST);
    }
  });
});
