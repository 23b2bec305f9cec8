/**
 * Whether reconciliation keeps up: `npx tsc -b && node test/bench/reconcile.mjs [minutes] [each]`.
 *
 * Twenty orders a second. 30 % are abandoned; the others are paid 20 to 120 seconds later by pages that die at once, so that
 * nobody asks for a result; the webhook of every fifth payment is lost. `reconcile()` runs once a minute. Each call of the
 * service takes 300 ms, a long list longer. It prints, for each fifth minute, the open attempts, the payments that the shop waits
 * for and the calls of the last run, and at the end how long shops waited for the notice of a payment. With `each`, attempts are
 * searched for one by one instead (`reconcileNow`), for comparison. Then `reconcileNow()` over 10,000 attempts.
 *
 * Time is simulated: the clock moves to the next timer when nothing else is left to do, so the figures do not depend on the
 * machine.
 */
import { createMemoryStore, createSigner } from '../../dist/signer/index.js';
import { FlorinError } from '../../dist/core/errors.js';
import { writeLocalTime } from '../../dist/wire/rest/local-time.js';

const MINUTES = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? 20);
const SEARCHES_EACH = process.argv.includes('each');
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const START = Date.UTC(2026, 10, 21, 7, 30);
const ORDERS_PER_SECOND = 20;
const SEARCH_MS = 300;
const ROW_MS = 0.5;
const LONGEST_WAIT = 90;
const MANY = 10_000;
const LONGEST_NOW = 7;

// The simulated clock.

let now = 0;
let serial = 0;
/** Callbacks by time; of one time, in the order in which they were set. */
const timers = new Map();
const realImmediate = setImmediate;
/** Work of other threads, which a timer must not overtake. */
let working = 0;

performance.now = () => now;
Date.now = () => START + now;
globalThis.setTimeout = (run, milliseconds = 0, ...values) => {
  const at = now + Math.max(0, milliseconds);
  const id = (serial += 1);
  timers.set(id, { at, id, run: () => run(...values) });
  return { id, unref: () => undefined, ref: () => undefined, [Symbol.toPrimitive]: () => id };
};
globalThis.clearTimeout = (timer) => void timers.delete(timer?.id);
for (const name of ['sign', 'verify', 'digest', 'importKey', 'encrypt', 'decrypt', 'deriveKey', 'deriveBits']) {
  const original = crypto.subtle[name].bind(crypto.subtle);
  crypto.subtle[name] = async (...values) => {
    working += 1;
    try {
      return await original(...values);
    } finally {
      working -= 1;
    }
  };
}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const idle = async () => {
  do for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => realImmediate(resolve));
  while (working > 0);
};

/** Runs the timers until the promise settles. */
async function simulate(promise) {
  let isOver = false;
  void promise.finally(() => (isOver = true)).catch(() => undefined);
  for (await idle(); !isOver; await idle()) {
    let at = Infinity;
    for (const timer of timers.values()) at = Math.min(at, timer.at);
    if (at === Infinity) throw new Error('nothing is left to do');
    now = at;
    for (const timer of [...timers.values()].filter((each) => each.at === at)) {
      timers.delete(timer.id);
      timer.run();
    }
  }
  return promise;
}

// The service.

function createService() {
  const keys = new Map();
  const byNumber = new Map();
  const byReference = new Map();
  /** Oldest first. */
  const txns = [];
  const service = { calls: 0, rows: 0 };
  const answer = async (options, milliseconds, value) => {
    service.calls += 1;
    await pause(milliseconds);
    options?.onAnswer?.({ date: Date.now(), hasAge: false });
    return value;
  };
  const client = {
    async createAuthKey(request, options) {
      const authKey = crypto.randomUUID();
      keys.set(authKey, request);
      return answer(options, SEARCH_MS, authKey);
    },
    async getResult() {
      throw new FlorinError('api_rejected', 'unknown', { apiCode: 206 });
    },
    getTransaction: (number, options) => answer(options, SEARCH_MS, byNumber.get(number)),
    searchTransactions({ MerchantReference, Action, FromDate, ToDate, Crn1 }, options) {
      if (MerchantReference !== undefined) return answer(options, SEARCH_MS, byReference.get(MerchantReference) ?? []);
      // Nothing is refunded here.
      if (Action !== undefined) return answer(options, SEARCH_MS, []);
      const found = [];
      for (let index = txns.length - 1; index >= 0 && txns[index].ProcessedDateTime >= FromDate; index -= 1) {
        const txn = txns[index];
        if (txn.ProcessedDateTime <= ToDate && (Crn1 === undefined || txn.Crn1 === Crn1)) found.push(txn);
        if (found.length === 1000) break;
      }
      service.rows += found.length;
      return answer(options, SEARCH_MS + found.length * ROW_MS, found);
    },
  };
  const pay = (authKey) => {
    const { ProcessTxnData: terms, WebHookUrl } = keys.get(authKey);
    const TxnNumber = String(1000 + txns.length);
    const txn = {
      Action: 'payment',
      Amount: terms.Amount,
      BankResponseCode: '00',
      Crn1: terms.Crn1,
      Currency: terms.Currency,
      IsTestTxn: terms.TestMode,
      MerchantNumber: '5353109000000000',
      MerchantReference: terms.MerchantReference,
      ProcessedDateTime: writeLocalTime(Date.now()),
      ResponseCode: '0',
      TxnNumber,
    };
    txns.push(txn);
    byNumber.set(TxnNumber, txn);
    byReference.set(terms.MerchantReference, [txn]);
    return { webhook: WebHookUrl, order: terms.Crn1 };
  };
  return Object.assign(service, { client, pay, count: () => txns.length });
}

function createShop() {
  const service = createService();
  const onPaid = new Map();
  const signer = createSigner({
    service: { client: service.client, browserUrl: 'https://service.example', merchantNumber: '5353109000000000' },
    store: createMemoryStore({ clock: { now: () => Date.now() } }),
    clock: { now: () => Date.now() },
    secret: 'a secret for this benchmark only, long enough',
    publicUrl: 'https://shop.example/pay',
    merchantName: 'Demo',
    onPaid: (order) => void onPaid.get(order)?.(),
    priceOrder: (_request, order) => ({ order, amount: { minor: 100, currency: 'AUD' }, crn1: order }),
    rateLimit: false,
  });
  const grant = async (order) => {
    const headers = { 'content-type': 'application/json', origin: 'https://shop.example' };
    const url = 'https://shop.example/pay/authkey';
    const response = await signer.fetch(new Request(url, { method: 'POST', headers, body: JSON.stringify({ order }) }));
    const { authKey } = await response.json();
    if (!authKey) throw new Error(`no key: HTTP ${response.status}`);
    return authKey;
  };
  return { service, signer, grant, onPaid };
}

// The shoppers.

/** The same each time. */
let seed = 20261121;
function random() {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return seed / 2 ** 32;
}

const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
const secondsAt = (waits, share) => `${(at(waits, share) / SECOND).toFixed(0)} s`;

async function measureLoad() {
  const { service, signer, grant, onPaid } = createShop();
  const waits = { lost: [], all: [] };
  let payments = 0;
  let abandoned = 0;
  const backlog = [];

  const shop = async (order) => {
    const isAbandoned = random() < 0.3;
    const thinks = 20 * SECOND + random() * 100 * SECOND;
    const authKey = await grant(order);
    if (isAbandoned) {
      abandoned += 1;
      return;
    }
    await pause(thinks);
    const paidAt = now;
    payments += 1;
    const isLost = payments % 5 === 0;
    onPaid.set(order, () => {
      onPaid.delete(order);
      waits.all.push(now - paidAt);
      if (isLost) waits.lost.push(now - paidAt);
    });
    const { webhook } = service.pay(authKey);
    if (isLost) return;
    await pause(SECOND);
    await signer.fetch(new Request(webhook, { method: 'POST' }), { waitUntil: () => undefined });
  };
  const arrive = async () => {
    const shoppers = [];
    for (let each = 0; each < MINUTES * 60 * ORDERS_PER_SECOND; each += 1) {
      shoppers.push(shop(`order-${each}`));
      await pause(SECOND / ORDERS_PER_SECOND);
    }
  };
  let running;
  const reconcileEveryMinute = async () => {
    for (let minute = 1; minute <= MINUTES; minute += 1) {
      await pause(MINUTE);
      running ??= (async () => {
        const startedAt = now;
        const { checked } = SEARCHES_EACH ? await signer.reconcileNow() : await signer.reconcile();
        running = undefined;
        service.lastRun = `${checked} checked in ${((now - startedAt) / SECOND).toFixed(0)} s`;
      })();
      backlog.push(onPaid.size);
      if (minute % 5 === 0) {
        const open = `${abandoned} attempts abandoned, ${onPaid.size} payments not told yet`;
        console.log(`minute ${minute}: ${open}; last run: ${service.lastRun}`);
      }
    }
  };
  await simulate(Promise.all([arrive(), reconcileEveryMinute()]));
  for (const list of Object.values(waits)) list.sort((one, other) => one - other);
  for (const [name, list] of Object.entries(waits)) {
    const times = [0.5, 0.99, 1].map((share) => secondsAt(list, share)).join(', ');
    console.log(`${name} payments: ${list.length} told; median, 99th percentile and longest wait: ${times}`);
  }
  const half = Math.floor(backlog.length / 2);
  const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  const growth = mean(backlog.slice(half)) / mean(backlog.slice(Math.min(3, half), half));
  const worst = at(waits.all, 0.99) / SECOND;
  console.log(
    `99th percentile ${(worst / LONGEST_WAIT).toFixed(2)} of ${LONGEST_WAIT} s; ` +
      `backlog of the second half ${growth.toFixed(2)} of the first; ${service.calls} calls`,
  );
  return worst <= LONGEST_WAIT && growth < 1.5;
}

async function measureNow() {
  const { service, signer, grant } = createShop();
  await simulate(Promise.all(Array.from({ length: MANY }, (_, each) => grant(`order-${each}`))));
  service.calls = 0;
  const startedAt = now;
  const { checked } = await simulate(signer.reconcileNow());
  const minutes = (now - startedAt) / MINUTE;
  console.log(
    `reconcileNow: ${checked} attempts, ${service.calls} calls, ${minutes.toFixed(2)} minutes, ` +
      `${(minutes / LONGEST_NOW).toFixed(2)} of ${LONGEST_NOW}`,
  );
  return minutes <= LONGEST_NOW && checked === MANY;
}

const isFine = [await measureLoad(), ...(SEARCHES_EACH ? [] : [await measureNow()])].every(Boolean);
process.exitCode = isFine ? 0 : 1;
