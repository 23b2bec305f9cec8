/**
 * P21: the service's webhooks are unsigned, so their content is never trusted. With forged,
 * altered, foreign and replayed webhooks whose bodies say that an order was paid: the shop is never
 * notified of a payment that the service did not make, and never twice; every webhook is answered
 * with 200 (an error would bring it back for a day).
 */
import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../src/signer/claims/memory-store.js';
import { createShop, orderOf, ORIGIN, type Shop, shopClock } from '../signer/shop.js';
import { createQuickService, type QuickService } from './quick-service.js';
import { createChance, report, trials, type Chance } from './trials.js';

const ORDERS = 60;
const SECRET_OF_ANOTHER = 'a secret of another shop, which is long enough too';

interface Known {
  readonly order: string;
  readonly claim: string;
  readonly hook: string;
  readonly isPaid: boolean;
  readonly txnNumber: string;
}

async function makeOrders(shop: Shop, service: QuickService, prefix: string): Promise<readonly Known[]> {
  const known: Known[] = [];
  for (let index = 0; index < ORDERS; index += 1) {
    const order = `${prefix}${index}`;
    shop.orders.set(order, orderOf(order));
    const { authKey, claim } = await shop.grant(order);
    const isPaid = index % 3 === 0;
    const txnNumber = isPaid ? (service.pay(authKey)?.txnNumber ?? '') : '';
    known.push({ order, claim, hook: service.keys.get(authKey)?.WebHookUrl ?? '', isPaid, txnNumber });
  }
  return known;
}

/** A webhook of each kind. */
function makeUp(chance: Chance, own: readonly Known[], foreign: readonly Known[]): { url: string; body: string } {
  const unpaid = chance.pick(own.filter(({ isPaid }) => !isPaid));
  const other = chance.pick(own);
  const said = {
    TxnNumber: chance.pick([String(chance.whole(900_000, 999_999)), other.txnNumber]),
    ResponseCode: '0',
    ResponseText: 'Approved',
    Action: 'payment',
    Amount: 19900,
    Crn1: `ORDER-${unpaid.order}`,
    MerchantReference: new URL(unpaid.hook).searchParams.get('hint')?.replace(/^(.{32}).*/, 'florin-$1'),
    IsTestTxn: true,
  };
  const body = chance.pick([JSON.stringify(said), JSON.stringify({ TxnResp: said }), '{', '', '[]', 'null', '\u0000']);
  const at = chance.whole(0, unpaid.hook.length - 1);
  const url = chance.pick([
    // Forged.
    () => `${ORIGIN}/pay/webhook`,
    () => `${ORIGIN}/pay/webhook?hint=${unpaid.claim}`,
    () => `${ORIGIN}/pay/webhook?claim=${unpaid.claim}`,
    // Altered: one character of the hint.
    () => unpaid.hook.replace(/hint=.*/, (hint) => flip(hint, 5 + (at % (hint.length - 5)))),
    // Another shop's webhook, which is valid there.
    () => chance.pick(foreign).hook,
    // The service's own address, and a body that lies.
    () => unpaid.hook,
    // Replayed.
    () => other.hook,
  ])();
  return { url, body };
}

function flip(text: string, at: number): string {
  return text.slice(0, at) + (text[at] === 'a' ? 'b' : 'a') + text.slice(at + 1);
}

describe('P21: a webhook is a hint', () => {
  it('and no forged content has an effect', { timeout: 120_000 }, async () => {
    const chance = createChance();
    const count = trials(2_000);
    const service = createQuickService();
    const store = createMemoryStore({ clock: shopClock });
    const shop = createShop(service.connection, { webhooks: true, store });
    const own = await makeOrders(shop, service, 'own-');
    const foreignService = createQuickService();
    const elsewhere = createShop(foreignService.connection, { webhooks: true, secret: SECRET_OF_ANOTHER });
    const foreign = await makeOrders(elsewhere, foreignService, 'foreign-');
    const statuses = new Set<number>();
    let slowest = 0;
    for (let sent = 0; sent < count; sent += 1) {
      const { url, body } = makeUp(chance, own, foreign);
      const work: Promise<void>[] = [];
      const startedAt = performance.now();
      const response = await shop.signer.fetch(new Request(url, { method: 'POST', body }), {
        waitUntil: (each) => void work.push(each),
      });
      slowest = Math.max(slowest, performance.now() - startedAt);
      statuses.add(response.status);
      expect(await response.text()).toBe('');
      await Promise.all(work);
    }
    report('P21', chance, { sent: count, told: shop.paid.length, 'slowest ms': Math.round(slowest) });
    expect([...statuses]).toEqual([200]);
    const told = shop.paid.map(({ order, txnNumber }) => `${order} ${txnNumber}`);
    const made = own.filter(({ isPaid }) => isPaid).map(({ order, txnNumber }) => `${order} ${txnNumber}`);
    expect(new Set(told).size).toBe(told.length);
    expect(told.filter((each) => !made.includes(each))).toEqual([]);
    expect(shop.mismatches).toEqual([]);
    for (const { order, claim, isPaid } of own) {
      expect((await shop.result(claim)).status, order).toBe(isPaid ? 'approved' : 'open');
    }
    expect(shop.paid).toHaveLength(made.length);
  });
});
