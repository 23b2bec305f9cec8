/** A shop for tests: it prices orders from a table, keeps its notices, and calls its signer like a page. */
import type { AuthKeyAnswer, AuthKeyGrant, PaymentResult, SignerRefusal } from '../../src/core/pay-api.js';
import type { ClaimStore } from '../../src/signer/claims/claim-store.js';
import { createMemoryStore } from '../../src/signer/claims/memory-store.js';
import type { MismatchReport } from '../../src/signer/notices/mismatch-report.js';
import type { PricedOrder, SignerLogEntry, SignerOptions } from '../../src/signer/signer-options.js';
import { createSigner, type Signer } from '../../src/signer/signer.js';
import { faultyServiceAt } from './faulty-service.js';

export const ORIGIN = 'https://shop.example';

export interface ShopAnswer<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

export interface Shop {
  readonly signer: Signer;
  /** Orders by name; others are refused. */
  readonly orders: Map<string, PricedOrder>;
  readonly paid: { order: string; txnNumber: string | undefined }[];
  readonly mismatches: MismatchReport[];
  readonly log: SignerLogEntry[];
  /** Milliseconds since 1970; moves only when a test moves it. */
  now: number;
  post<T>(path: string, body: unknown, headers?: Record<string, string>): Promise<ShopAnswer<T>>;
  /** Requests the key of an order; fails the test if it is not granted. */
  grant(order: string): Promise<AuthKeyGrant>;
  authkey(order: string): Promise<AuthKeyAnswer>;
  result(claim: string, resultKey?: string | null): Promise<PaymentResult>;
}

export function createShop(
  service: SignerOptions['service'],
  {
    startAt,
    keepsStoreClock,
    ...options
  }: Partial<SignerOptions> & { readonly startAt?: number; readonly keepsStoreClock?: boolean } = {},
): Shop {
  const orders = new Map<string, PricedOrder>();
  const clock = options.clock ?? { now: () => shop.now };
  const { store = createMemoryStore() } = options;
  const faulty = 'baseUrl' in service ? faultyServiceAt(service.baseUrl) : undefined;
  if (faulty) faulty.clock = clock;
  const shop: Shop = {
    orders,
    paid: [],
    mismatches: [],
    log: [],
    now: startAt ?? Date.UTC(2026, 10, 21, 7, 30),
    signer: createSigner({
      service,
      secret: 'a secret of the shop, for tests only, long enough',
      publicUrl: `${ORIGIN}/pay`,
      merchantName: 'Demo Shop',
      priceOrder: (_request, order) => orders.get(order) ?? null,
      onPaid: (order, txn) => void shop.paid.push({ order, txnNumber: txn.TxnNumber }),
      onMismatch: (report) => void shop.mismatches.push(report),
      clock,
      log: (entry) => void shop.log.push(entry),
      rateLimit: false,
      // Nothing listens at this URL: tests of webhooks deliver them.
      webhooks: false,
      ...options,
      store: keepsStoreClock ? store : withClock(store, clock),
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
  return shop;
}

export function orderOf(order: string, changes: Partial<PricedOrder> = {}): PricedOrder {
  return { order, amount: { minor: 19900, currency: 'AUD' }, crn1: `ORDER-${order}`, testMode: true, ...changes };
}

/** The store, which may be changed later, with the clock of the shop. */
function withClock(store: ClaimStore, clock: { now(): number }): ClaimStore {
  return Object.assign(Object.create(store) as ClaimStore, { now: async () => clock.now() });
}
