/**
 * Kills the sandbox repeatedly under load, and checks after each kill everything that it had
 * acknowledged.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startSandboxProcess } from '../cli/florin-process.js';
import { RestCaller } from '../sandbox/rest-caller.js';
import type { Chance } from './trials.js';

const CLIENTS = 8;
/** Earliest time of the kill after the start of the load, in milliseconds. */
const EARLIEST = 150;
const LATEST = 850;

/** A transaction that the sandbox acknowledged. */
export interface Acknowledged {
  readonly amount: number;
  /** From T1, or from T5 and its ResultKey. */
  readonly txnNumber?: string;
  readonly resultKey?: string;
}

/** The time between two starts. */
export interface Round {
  readonly database: string;
  /** Acknowledged between the start and the kill. */
  readonly acknowledged: readonly Acknowledged[];
}

function callerOf(url: string): RestCaller {
  const service = { fetch: (path: string, init?: RequestInit) => fetch(url + path, init) };
  return new RestCaller(service as ConstructorParameters<typeof RestCaller>[0]);
}

/** One client: pays by server calls and by keys in turn, until the connection breaks. */
async function load(caller: RestCaller, chance: Chance, acknowledged: Acknowledged[]): Promise<void> {
  for (;;) {
    const amount = chance.whole(1, 900) * 100;
    if (chance.next() < 0.5) {
      const { TxnResp } = await caller.process({ Amount: amount });
      acknowledged.push({ amount, txnNumber: TxnResp.TxnNumber });
    } else {
      const { ResultKey } = await caller.submit(await caller.key({ Amount: amount }));
      acknowledged.push({ amount, resultKey: ResultKey });
    }
  }
}

/** How many of them are missing or different. */
async function countLost(caller: RestCaller, acknowledged: readonly Acknowledged[]): Promise<number> {
  let lost = 0;
  for (let start = 0; start < acknowledged.length; start += CLIENTS) {
    const answers = await Promise.all(
      acknowledged.slice(start, start + CLIENTS).map(async ({ amount, txnNumber, resultKey }) => {
        const { TxnResp } = txnNumber ? await caller.get(txnNumber) : await caller.result(resultKey ?? '');
        return TxnResp?.Amount === amount;
      }),
    );
    lost += answers.filter((isRight) => !isRight).length;
  }
  return lost;
}

/** The result of all rounds. */
export interface KillReport {
  readonly acknowledged: number;
  readonly lost: number;
}

/** Runs the rounds on one database. `afterKill` reads the file while no process has it open. */
export async function killAgainAndAgain(
  kills: number,
  chance: Chance,
  afterKill: (round: Round) => void = () => undefined,
): Promise<KillReport> {
  const folder = mkdtempSync(join(tmpdir(), 'florin-kill-'));
  const database = join(folder, 'sandbox.sqlite');
  const args = ['--port', '0', '--database', database];
  let total = 0;
  let lost = 0;
  let running = await startSandboxProcess(args);
  for (let kill = 0; kill < kills; kill += 1) {
    const acknowledged: Acknowledged[] = [];
    const caller = callerOf(running.url);
    const clients = Array.from({ length: CLIENTS }, () => load(caller, chance, acknowledged).catch(() => undefined));
    // The time is counted from the first answer, so that a slow machine is killed under load too.
    while (acknowledged.length === 0) await pause(5);
    await pause(chance.whole(EARLIEST, LATEST));
    await running.stop('SIGKILL');
    await Promise.all(clients);
    afterKill({ database, acknowledged });
    running = await startSandboxProcess(args);
    lost += await countLost(callerOf(running.url), acknowledged);
    total += acknowledged.length;
  }
  await running.stop();
  rmSync(folder, { recursive: true });
  return { acknowledged: total, lost };
}
