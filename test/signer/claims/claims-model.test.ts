/**
 * The claim rules in thousands of random histories: requests, submissions, lost answers, waiting, failed searches
 * and changed prices, with a service that does what the real one may do. An order with one price is never paid
 * twice, and a second payment of an order with changed prices is always reported.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FlorinError } from '../../../src/core/errors.js';
import type { PaymentResult } from '../../../src/core/pay-api.js';
import type { ServiceConnection } from '../../../src/signer/service/service-account.js';
import type { TxnAuthKeyRequest } from '../../../src/wire/rest/auth-key.js';
import type { TxnResp } from '../../../src/wire/rest/txn-resp.js';
import { createShop, orderOf } from '../shop.js';

const SEED = 20261121;
const LIFETIME = 1_800_000;
/** The longest that the service itself may take over a submission. */
const SERVICE_TIMEOUT = 100_000;
const START = Date.UTC(2026, 10, 21);

interface Key {
  readonly terms: TxnAuthKeyRequest['ProcessTxnData'];
  readonly issuedAt: number;
  submittedAt?: number;
  willApprove?: boolean;
  txn?: TxnResp;
}

/** Keys live half an hour, one transaction each, made at any moment within the time-out after a card was submitted. */
class SlowService {
  readonly keys = new Map<string, Key>();
  now = START;
  failing = 0;

  readonly connection: ServiceConnection = {
    browserUrl: 'https://service.example',
    merchantNumber: '5353109000000000',
    client: {
      createAuthKey: async (request) => {
        this.#mayFail();
        const authKey = `00000000-0000-4000-8000-${String(this.keys.size).padStart(12, '0')}`;
        this.keys.set(authKey, { terms: request.ProcessTxnData, issuedAt: this.now });
        return authKey;
      },
      searchTransactions: async ({ MerchantReference }) => {
        this.#mayFail();
        return this.txns.filter((txn) => txn.MerchantReference === MerchantReference);
      },
      getTransaction: async (txnNumber) => {
        this.#mayFail();
        const txn = this.txns.find((each) => each.TxnNumber === txnNumber);
        if (!txn) throw new FlorinError('api_rejected', 'not found', { apiCode: 201 });
        return txn;
      },
      getResult: () => Promise.reject(new FlorinError('api_rejected', 'unknown key', { apiCode: 206 })),
    },
  };

  get txns(): readonly TxnResp[] {
    return [...this.keys.values()].flatMap(({ txn }) => txn ?? []);
  }

  get approved(): readonly TxnResp[] {
    return this.txns.filter((txn) => txn.ResponseCode === '0');
  }

  /** A card is taken; what comes of it is decided later. */
  submit(authKey: string, willApprove: boolean): void {
    const key = this.keys.get(authKey);
    if (!key || key.submittedAt !== undefined || this.now >= key.issuedAt + LIFETIME) return;
    key.submittedAt = this.now;
    key.willApprove = willApprove;
  }

  /** Finishes submissions: those that are due, or the one that is named. */
  settle(index?: number): void {
    for (const [at, key] of [...this.keys.values()].entries()) {
      if (key.submittedAt === undefined || key.txn) continue;
      if (at === index || this.now >= key.submittedAt + SERVICE_TIMEOUT) key.txn = makeTxn(key, String(5000 + at));
    }
  }

  #mayFail(): void {
    if (this.failing === 0) return;
    this.failing -= 1;
    throw new FlorinError('service_timeout', 'no answer');
  }
}

function makeTxn({ terms, willApprove }: Key, TxnNumber: string): TxnResp {
  const code = willApprove
    ? { ResponseCode: '0', BankResponseCode: '00' }
    : { ResponseCode: '5', BankResponseCode: '51' };
  return {
    ...code,
    TxnNumber,
    MerchantNumber: '5353109000000000',
    MerchantReference: terms.MerchantReference,
    Action: terms.Action,
    Amount: terms.Amount,
    Currency: terms.Currency,
    Crn1: terms.Crn1,
    IsTestTxn: terms.TestMode,
  };
}

type Step =
  | { readonly do: 'ask' | 'settle' | 'result' | 'reconcile' }
  | { readonly do: 'submit'; readonly approve: boolean; readonly old: number }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'fail'; readonly calls: number }
  | { readonly do: 'price'; readonly minor: number };

const step = (withPrices: boolean): fc.Arbitrary<Step> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constant<Step>({ do: 'ask' }) },
    {
      weight: 6,
      arbitrary: fc.record({ do: fc.constant('submit' as const), approve: fc.boolean(), old: fc.nat({ max: 3 }) }),
    },
    { weight: 3, arbitrary: fc.constantFrom<Step>({ do: 'settle' }, { do: 'result' }, { do: 'reconcile' }) },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('wait' as const),
        ms: fc.constantFrom(1, 5_000, 60_000, 99_000, 119_000, 121_000, LIFETIME - 1, LIFETIME, LIFETIME + 120_000),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('fail' as const), calls: fc.integer({ min: 1, max: 3 }) }) },
    ...(withPrices
      ? [
          {
            weight: 2,
            arbitrary: fc.record({ do: fc.constant('price' as const), minor: fc.constantFrom(100, 200, 300) }),
          },
        ]
      : []),
  );

/** Plays one history; returns the payments at the service and the notices to the shop. */
async function play(steps: readonly Step[]) {
  const service = new SlowService();
  const shop = createShop(service.connection, { clock: { now: () => service.now } });
  shop.orders.set('1', orderOf('1'));
  const handedOut: { authKey: string; claim: string }[] = [];
  const answers: PaymentResult[] = [];
  const take = (answer: { status: string } & Record<string, unknown>) => {
    if (answer.status === 'granted') handedOut.push(answer as unknown as { authKey: string; claim: string });
    else if (answer.status !== undefined) answers.push(answer as unknown as PaymentResult);
  };
  const run = async (each: Step) => {
    switch (each.do) {
      case 'ask':
        return take((await shop.post<{ status: string }>('authkey', { order: '1' })).body);
      case 'result': {
        const claim = handedOut.at(-1)?.claim;
        if (claim) take((await shop.post<{ status: string }>('result', { claim })).body);
        return;
      }
      case 'reconcile':
        return void (await shop.signer.reconcile());
      case 'submit': {
        const key = handedOut.at(-1 - each.old) ?? handedOut.at(-1);
        return key && service.submit(key.authKey, each.approve);
      }
      case 'settle':
        return service.settle(service.keys.size - 1);
      case 'wait':
        service.now += each.ms;
        return service.settle();
      case 'fail':
        service.failing = each.calls;
        return;
      case 'price':
        shop.orders.set('1', orderOf('1', { amount: { minor: each.minor, currency: 'AUD' } }));
        return;
    }
  };
  for (const each of steps) {
    await run(each);
    const open = [...service.keys.values()].filter((key) => !key.txn && service.now < key.issuedAt + LIFETIME);
    expect(open.length, 'keys that can be paid with').toBeLessThanOrEqual(4);
  }
  // In the end the service is up and everything is looked at.
  service.failing = 0;
  service.now += LIFETIME + 300_000;
  service.settle();
  await shop.signer.reconcile(1000);
  return { service, shop, answers };
}

describe('the claim rules, with random histories', () => {
  it('never let an order with one price be paid twice, and always find its payment', { timeout: 60_000 }, async () => {
    let histories = 0;
    let paid = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step(false), { minLength: 5, maxLength: 40 }), async (steps) => {
        const { service, shop, answers } = await play(steps);
        histories += 1;
        paid += service.approved.length;
        expect(service.approved.length).toBeLessThanOrEqual(1);
        expect(shop.paid.map(({ txnNumber }) => txnNumber)).toEqual(service.approved.map((txn) => txn.TxnNumber));
        expect(shop.mismatches).toEqual([]);
        // An approved result stays approved.
        const first = answers.findIndex((answer) => answer.status === 'approved');
        if (first >= 0)
          expect(new Set(answers.slice(first).map((answer) => answer.status))).toEqual(new Set(['approved']));
      }),
      { numRuns: 2000, seed: SEED },
    );
    console.log(`claims, seed ${SEED}: ${histories} histories, ${paid} paid`);
    expect(paid).toBeGreaterThan(500);
  });

  it(
    'notify the shop of every payment of an order whose price changes, and one counts as paid',
    { timeout: 60_000 },
    async () => {
      let doubles = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(step(true), { minLength: 5, maxLength: 40 }), async (steps) => {
          const { service, shop } = await play(steps);
          const told = [
            ...shop.paid.map(({ txnNumber }) => txnNumber),
            ...shop.mismatches.map(({ txn }) => txn.TxnNumber),
          ];
          expect(told.sort()).toEqual(service.approved.map((txn) => txn.TxnNumber).sort());
          expect(shop.paid.length).toBeLessThanOrEqual(1);
          if (service.approved.length > 1) doubles += 1;
        }),
        { numRuns: 2000, seed: SEED },
      );
      console.log(`claims, seed ${SEED}: ${doubles} of 2000 histories paid more than one key`);
      expect(doubles).toBeGreaterThan(0);
    },
  );
});
