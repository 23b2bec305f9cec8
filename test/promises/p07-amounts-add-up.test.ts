/**
 * P7: amounts add up: no sequence of refunds, captures and reversals, in parallel or not, takes or
 * returns too much.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RestCaller, type Json } from '../sandbox/rest-caller.js';
import { inProcess } from '../sandbox/service-under-test.js';
import { createChance, report, trials, type Chance } from './trials.js';

interface Entry {
  readonly action: string;
  readonly amount: number;
  readonly original: string | null;
  readonly approved: boolean;
  refunded: number;
  captured: boolean;
  reversed: boolean;
}

type Books = Map<string, Entry>;

/**
 * The expected answer, from a separate implementation of docs/wire/rest.md section 9, "State
 * rules".
 */
function expectedRefusal(books: Books, action: string, amount: number, original: string): string | null {
  const on = books.get(original);
  const fitting: Readonly<Record<string, string>> = {
    refund: 'payment capture',
    capture: 'preauth',
    reversal: 'payment refund preauth capture unmatched_refund',
  };
  if (!on || !fitting[action]!.split(' ').includes(on.action)) return 'PT_R1';
  if (!on.approved) return 'PT_R2';
  if (on.reversed) return 'PT_R8';
  if (action === 'refund') {
    if (on.refunded === on.amount) return 'PT_R4';
    return on.refunded + amount > on.amount ? 'PT_R5' : null;
  }
  if (on.captured) return 'PT_R6';
  if (action === 'capture') return amount > on.amount ? 'PT_V3' : null;
  if (on.refunded > 0) return on.refunded === on.amount ? 'PT_R4' : 'PT_R9';
  return amount === on.amount ? null : 'PT_R15';
}

/** Adds an acknowledged transaction to the books. */
function record(books: Books, txn: Json): void {
  const approved = txn.ResponseCode === '0';
  const original: string | null = txn.OriginalTxnNumber;
  books.set(txn.TxnNumber, {
    action: txn.Action,
    amount: txn.Amount,
    original,
    approved,
    refunded: 0,
    captured: false,
    reversed: false,
  });
  const on = original === null ? undefined : books.get(original);
  if (!approved || !on) return;
  if (txn.Action === 'refund') on.refunded += txn.Amount;
  if (txn.Action === 'capture') on.captured = true;
  if (txn.Action === 'reversal') {
    on.reversed = true;
    const under = on.original === null ? undefined : books.get(on.original);
    if (on.action === 'refund' && under) under.refunded -= on.amount;
  }
}

function createStep(chance: Chance, known: readonly string[], books: Books) {
  // Usually the first, so that calls meet.
  const original = chance.next() < 0.6 ? known[0]! : chance.pick(known);
  const whole = books.get(original)?.amount ?? 100;
  const parts = [whole, whole / 2, whole / 4, whole + 100, 100, 105];
  // Ends in 00, so that the bank approves, or in 05, so that it declines.
  const amount = Math.max(100, Math.floor(chance.pick(parts) / 100) * 100 + (chance.next() < 0.1 ? 5 : 0));
  return { action: chance.pick(['refund', 'refund', 'refund', 'capture', 'reversal']), amount, original };
}

describe('P7: amounts add up', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'florin-p07-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('in random sequences of parallel calls, compared with a second implementation of the rules', async () => {
    const chance = createChance();
    const service = await inProcess.open({ database: join(folder, 'sandbox.sqlite') });
    const v3 = new RestCaller(service);
    const sequences = trials(250);
    const seen: Record<string, number> = {};
    for (let sequence = 0; sequence < sequences; sequence += 1) {
      const books: Books = new Map();
      const Action = chance.pick(['payment', 'payment', 'preauth', 'unmatched_refund']);
      record(books, await v3.made({ Action, Amount: chance.whole(1, 20) * 400 }));
      for (let batch = 0; batch < 6; batch += 1) {
        const known = [...books.keys()];
        const steps = Array.from({ length: chance.whole(1, 6) }, () => createStep(chance, known, books));
        const made: Json[] = await Promise.all(
          steps.map((step) => v3.follow(step.action, { TxnNumber: step.original }, step.amount)),
        );
        // The service numbers transactions in the order of its decisions: the answers must match
        // that order.
        for (const txn of made.sort((a, b) => Number(a.TxnNumber) - Number(b.TxnNumber))) {
          const refusal = expectedRefusal(books, txn.Action, txn.Amount, txn.OriginalTxnNumber);
          const byBank = txn.Amount % 100 === 5 ? '2' : '0';
          expect(txn.ResponseCode, JSON.stringify([chance.seed, sequence, txn.Action])).toBe(refusal ?? byBank);
          seen[txn.ResponseCode] = (seen[txn.ResponseCode] ?? 0) + 1;
          record(books, txn);
        }
      }
      for (const entry of books.values()) {
        expect(entry.refunded).toBeGreaterThanOrEqual(0);
        expect(entry.refunded).toBeLessThanOrEqual(entry.amount);
      }
    }
    for (const code of ['0', '2', 'PT_R1', 'PT_R2', 'PT_R4', 'PT_R5', 'PT_R6', 'PT_R8', 'PT_R9', 'PT_R15', 'PT_V3']) {
      expect(seen[code], code).toBeGreaterThan(0);
    }
    await service.close();
    report('P7', chance, { sequences, ...seen });
  }, 300_000);
});
