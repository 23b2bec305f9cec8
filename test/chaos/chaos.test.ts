/**
 * Chaos: real processes are killed, suspended and cut off from each other while shoppers pay; then the service's
 * transactions and the shop's ledger are held against each other. `node test/bench/chaos.mjs` runs it for longer.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runChaos } from './chaos-run.js';

const KILLS = Number(process.env['FLORIN_CHAOS_KILLS'] ?? 16);
const MINUTES = Number(process.env['FLORIN_CHAOS_MINUTES'] ?? 1);
const SEED = Number(process.env['FLORIN_SEED'] ?? 20261128);
const IS_SPOILT = process.env['FLORIN_CHAOS_SPOIL'] === '1';
/** Beside the faults: the start, and the settling. */
const REST = 12 * 60_000;

it('tells the shop each payment exactly as what it is', { timeout: MINUTES * 60_000 + REST }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'florin-chaos-'));
  const report = await runChaos({ kills: KILLS, minutes: MINUTES, seed: SEED, folder, isSpoilt: IS_SPOILT });
  console.log(report.lines.join('\n'));
  if (report.differences.length > 0) console.log(`${report.differences.join('\n')}\nLogs and data: ${folder}`);
  else rmSync(folder, { recursive: true });
  expect(report.differences.map((difference) => difference.split('\n')[0])).toEqual([]);
  expect(report.kills).toBeGreaterThan(0);
  expect(report.payments).toBeGreaterThan(0);
});
