/** One run of chaos: orders and faults for a while, then peace, then the checker. */
import { writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { createChance } from '../promises/trials.js';
import { RestCaller } from '../sandbox/rest-caller.js';
import { findDifferences, groupBy, type Difference, type Evidence, type ServiceTxn, type Step } from './check.js';
import { createChaos } from './faults.js';
import { readLedger } from './shop.js';
import { buy, lookAtTheEnd, type Street } from './shopper.js';
import { startWorld, type World } from './world.js';

/** Shoppers at a time. */
const SHOPPERS = 20;
/** How long the signers may need to tell everything after the last fault, in milliseconds: some leases of 32 seconds. */
const LONGEST_SETTLING = 240_000;
const PAGE = 1_000;
/** The members of a transaction that are printed beside a difference. */
const SHOWN = ['TxnNumber', 'ResponseCode', 'Amount', 'Crn1', 'MerchantReference', 'ProcessedDateTime'];

export interface ChaosOptions {
  readonly kills: number;
  readonly minutes: number;
  readonly seed: number;
  /** The folder of logs and data. */
  readonly folder: string;
  /** Takes the last notice out of the ledger before the check: it has to be found. */
  readonly isSpoilt?: boolean;
}

interface Facts {
  readonly seed: number;
  readonly orders: number;
  readonly payments: number;
  readonly kills: number;
  readonly counts: ReadonlyMap<string, number>;
}

export interface ChaosReport extends Facts {
  /** Empty if all is well; each with the history of its order. */
  readonly differences: readonly string[];
  /** The counts, to be printed. */
  readonly lines: readonly string[];
}

export async function runChaos({ kills, minutes, seed, folder, isSpoilt }: ChaosOptions): Promise<ChaosReport> {
  const chance = createChance(seed);
  const startedAt = Date.now();
  const world = await startWorld(folder, chance);
  let isOpen = true;
  try {
    const steps: Step[] = [];
    const signerUrl = () => chance.pick(world.signers).url;
    const street: Street = { chance, shop: world.shop, steps, signerUrl, isOpen: () => isOpen };
    const shoppers = Array.from({ length: SHOPPERS }, async () => {
      while (isOpen) {
        await buy(street);
        await pause(chance.whole(0, 200));
      }
    });
    const chaos = createChaos(world, chance);
    await chaos.run(kills, startedAt + minutes * 60_000);
    isOpen = false;
    await Promise.all(shoppers);
    const faultsEndedAt = Date.now();
    const problems = await settle(world);
    await lookAtAll(street);
    problems.push(...(await settle(world)), ...(await audit(world, startedAt)), ...world.surprises);
    if (isSpoilt) spoil(world.ledger);
    const evidence: Evidence = {
      txns: await readTransactions(world.sandbox.url),
      ledger: readLedger(world.ledger),
      ...{ steps, prices: world.shop.prices },
    };
    const found = groupBy(findDifferences(evidence), ({ order }) => order);
    const ofOrders = [...found].map(([order, differences]) => describe(order, differences, evidence));
    const payments = evidence.txns.filter(({ ResponseCode }) => ResponseCode === '0').length;
    const facts = { seed, orders: world.shop.prices.size, payments, kills: chaos.kills, counts: chaos.counts };
    const seconds = [faultsEndedAt - startedAt, Date.now() - faultsEndedAt].map((time) => Math.round(time / 1000));
    return { ...facts, differences: [...problems, ...ofOrders], lines: print(facts, evidence, seconds) };
  } finally {
    isOpen = false;
    await world.stop();
  }
}

/** Waits until the signers have nothing left to do; returns what they cannot finish. */
async function settle(world: World): Promise<string[]> {
  const endsAt = Date.now() + LONGEST_SETTLING;
  for (let quiet = 0, last = ''; ; await pause(1_000)) {
    const { code, out, err } = await world.command('reconcile', '--now');
    last = out || err;
    const { found, notified, waiting, unreachable } = code === 0 ? (JSON.parse(out) as Record<string, number>) : {};
    quiet = found === 0 && notified === 0 && waiting === 0 && unreachable === 0 ? quiet + 1 : 0;
    if (quiet === 2) return [];
    if (Date.now() > endsAt) return [`the reconciliation does not come to an end: ${last.trim()}`];
  }
}

/** Each order whose page has shown no end is looked at once more. */
async function lookAtAll(street: Street): Promise<void> {
  const isOver = new Set(
    street.steps.filter(({ what }) => what === 'approved' || what === 'review').map(({ order }) => order),
  );
  const open = [...street.shop.prices.keys()].filter((order) => !isOver.has(order));
  for (let first = 0; first < open.length; first += SHOPPERS)
    await Promise.all(open.slice(first, first + SHOPPERS).map((order) => lookAtTheEnd(street, order)));
}

/** The audit is the signer's own witness: it must find nothing that the reconciliation has not found. */
async function audit(world: World, startedAt: number): Promise<string[]> {
  const { code, out, err } = await world.command('audit', '--from', new Date(startedAt - 60_000).toISOString());
  const answer = code === 0 ? (JSON.parse(out) as Record<string, unknown>) : {};
  return code === 0 && answer['found'] === 0 ? [] : [`signer audit ended with ${code}: ${out}${err}`];
}

/** All transactions: a search answers the newest thousand. */
async function readTransactions(url: string): Promise<ServiceTxn[]> {
  const service = { fetch: (path: string, init?: RequestInit) => fetch(url + path, init) };
  const caller = new RestCaller(service as ConstructorParameters<typeof RestCaller>[0]);
  const found = new Map<string, ServiceTxn>();
  for (let ToDate = ''; ;) {
    const { TxnRespList } = await caller.search(ToDate === '' ? {} : { ToDate });
    const page = TxnRespList as (ServiceTxn & { ProcessedDateTime: string })[];
    const before = found.size;
    for (const txn of page) found.set(txn.TxnNumber, txn);
    if (page.length < PAGE) return [...found.values()];
    if (found.size === before) throw new Error('the search does not go on');
    ToDate = page.at(-1)!.ProcessedDateTime;
  }
}

/** Loses the last notice of a payment. */
function spoil(ledger: string): void {
  const last = readLedger(ledger).at(-1)?.txnNumber;
  const kept = readLedger(ledger).filter(({ txnNumber }) => txnNumber !== last);
  writeFileSync(ledger, kept.map((notice) => `${JSON.stringify(notice)}\n`).join(''));
}

/** The differences of one order, with all that is known of it. */
function describe(
  order: string,
  differences: readonly Difference[],
  { txns, ledger, steps, prices }: Evidence,
): string {
  const history = [
    `prices: ${prices.get(order)?.join(', then ')}`,
    ...txns.filter(({ Crn1 }) => Crn1 === order).map((txn) => `service: ${JSON.stringify(txn, SHOWN)}`),
    ...ledger.filter((notice) => notice.order === order).map((notice) => `told: ${JSON.stringify(notice)}`),
    ...steps.filter((step) => step.order === order).map((step) => `shopper: ${JSON.stringify(step)}`),
  ];
  return [`order ${order}: ${differences.map(({ what }) => what).join('; ')}`, ...history].join('\n    ');
}

function print({ seed, orders, payments, kills, counts }: Facts, evidence: Evidence, seconds: number[]): string[] {
  const { ledger, steps, txns } = evidence;
  const told = tally(ledger.map(({ event }) => event));
  const repeated = ledger.length - new Set(ledger.map(({ txnNumber }) => txnNumber)).size;
  const shown = tally(steps.map(({ what }) => what));
  return [
    `chaos: seed ${seed}, ${kills} kills in ${seconds[0]} s, settled in ${seconds[1]} s`,
    `${orders} orders, ${payments} payments of ${txns.length} transactions`,
    `told to the shop: ${list(told)}; ${repeated} of them again`,
    `cards sent, and answers shown to shoppers: ${list(shown)}`,
    `faults: ${list([...counts].sort(([one], [other]) => (one < other ? -1 : 1)))}`,
  ];
}

function tally(names: readonly string[]): [string, number][] {
  return [...groupBy(names, (name) => name)].map(([name, group]) => [name, group.length]);
}

function list(counts: readonly (readonly [string, number])[]): string {
  return counts.map(([name, number]) => `${name} ${number}`).join(', ');
}
