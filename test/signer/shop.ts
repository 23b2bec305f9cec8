/** A shop for tests: it prices orders from a table, keeps its notices, and calls its signer like a page. */
import type { AuthKeyAnswer, AuthKeyGrant, PaymentResult, SignerRefusal } from '../../src/core/pay-api.js';
import { createMemoryStore } from '../../src/signer/claims/memory-store.js';
import type { MismatchReport } from '../../src/signer/notices/mismatch-report.js';
import type { PricedOrder, SignerLogEntry, SignerOptions } from '../../src/signer/signer-options.js';
import { createSigner, type Signer } from '../../src/signer/signer.js';
import { quickServiceOf } from '../promises/quick-service.js';
import { faultyServiceAt } from './faulty-service.js';

export const ORIGIN = 'https://shop.example';
const START = Date.UTC(2026, 10, 21, 7, 30);

export interface ShopAnswer<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

export interface Shop {
  readonly signer: Signer;
  /** That of its orders in test mode. */
  readonly scope: string;
  /** Orders by name; others are refused. */
  readonly orders: Map<string, PricedOrder>;
  readonly paid: { order: string; txnNumber: string | undefined }[];
  readonly mismatches: MismatchReport[];
  /** Without the line of each outcome, which is in `outcomes`. */
  readonly log: SignerLogEntry[];
  readonly outcomes: SignerLogEntry[];
  /** Milliseconds since 1970; moves only when a test moves it. */
  now: number;
  post<T>(path: string, body: unknown, headers?: Record<string, string>): Promise<ShopAnswer<T>>;
  /** Requests the key of an order; fails the test if it is not granted. */
  grant(order: string): Promise<AuthKeyGrant>;
  authkey(order: string): Promise<AuthKeyAnswer>;
  result(claim: string, resultKey?: string | null): Promise<PaymentResult>;
}

/** The scope of orders in test mode. */
export function testScopeOf(service: SignerOptions['service']): string {
  const url = 'client' in service ? service.browserUrl : (service.browserUrl ?? service.baseUrl);
  return `${url.replace(/\/$/, '')} ${service.merchantNumber} test`;
}

/** The clock of the shop that was created last: that of a store which a test creates before its shop. */
let latest = { now: () => START };
export const shopClock = { now: () => latest.now() };

export function createShop(
  service: SignerOptions['service'],
  { startAt, ...options }: Partial<SignerOptions> & { readonly startAt?: number } = {},
): Shop {
  const orders = new Map<string, PricedOrder>();
  const clock = options.clock ?? { now: () => shop.now };
  const played = 'client' in service ? quickServiceOf(service.client) : faultyServiceAt(service.baseUrl);
  if (played) played.clock = clock;
  const shop: Shop = {
    scope: testScopeOf(service),
    orders,
    paid: [],
    mismatches: [],
    log: [],
    outcomes: [],
    now: startAt ?? START,
    signer: createSigner({
      service,
      secret: 'a secret of the shop, for tests only, long enough',
      publicUrl: `${ORIGIN}/pay`,
      merchantName: 'Demo Shop',
      priceOrder: (_request, order) => orders.get(order) ?? null,
      onPaid: (order, txn) => void shop.paid.push({ order, txnNumber: txn.TxnNumber }),
      onMismatch: (report) => void shop.mismatches.push(report),
      clock,
      log: (entry) => void (entry.event === 'payment' ? shop.outcomes : shop.log).push(entry),
      rateLimit: false,
      reconciliation: { callsPerSecond: 1e6 },
      // Nothing listens at this URL: tests of webhooks deliver them.
      webhooks: false,
      store: createMemoryStore({ clock }),
      ...options,
    }),
    async post<T>(path: string, body: unknown, headers: Record<string, string> = {}) {
      const response = await shop.signer.fetch(
        new Request(`${ORIGIN}/pay/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin: ORIGIN, 'sec-fetch-site': 'same-origin', ...headers },
          body: typeof body === 'string' ? body : JSON.stringify(body),
        }),
      );
      return { status: response.status, headers: response.headers, body: (await response.json()) as T };
    },
    async authkey(order) {
      const { status, body } = await shop.post<AuthKeyAnswer & SignerRefusal>('authkey', { order });
      if (status !== 200) throw new Error(`${status} ${body.error.code}`);
      return body;
    },
    async grant(order) {
      const answer = await shop.authkey(order);
      if (answer.status !== 'granted') throw new Error(`not granted but ${answer.status}`);
      return answer;
    },
    async result(claim, resultKey) {
      const request = resultKey ? { claim, resultKey } : { claim };
      const { status, body } = await shop.post<PaymentResult & SignerRefusal>('result', request);
      if (status !== 200) throw new Error(`${status} ${body.error.code}`);
      return body;
    },
  };
  orders.set('1042', orderOf('1042'));
  latest = clock;
  return shop;
}

export function orderOf(order: string, changes: Partial<PricedOrder> = {}): PricedOrder {
  return { order, amount: { minor: 19900, currency: 'AUD' }, crn1: `ORDER-${order}`, testMode: true, ...changes };
}
