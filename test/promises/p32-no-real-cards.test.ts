/** P32: the sandbox refuses cards that are no test cards, gives the reason, and stores nothing of them, not even a mask. */
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TEST_CARDS } from '../../src/sandbox/bank/test-cards.js';
import type { LogEntry } from '../../src/sandbox/log.js';
import { BROWSER_CARD, CARD, RestCaller } from '../sandbox/rest-caller.js';
import { inProcess } from '../sandbox/service-under-test.js';
import { createChance, report, trials, type Chance } from './trials.js';

const HOLDER = 'Zebulon Quartermain';

/** The first digits of the test cards' masks, which distinguish them from masks of real cards. */
const TEST_BINS = new Set(TEST_CARDS.map(({ pan }) => pan.slice(0, 6)));

/** A number of a real brand's shape with a right check digit, worked out apart from the code under test. */
function createNumber(chance: Chance): string {
  const [prefix, length] = chance.pick([
    ['4', 16],
    ['4', 19],
    ['51', 16],
    ['2221', 16],
    ['34', 15],
    ['36', 14],
    ['3528', 16],
    ['6011', 16],
    ['62', 17],
    ['9', 10],
  ] as const);
  let digits: string = prefix;
  while (digits.length < length - 1) digits += String(chance.whole(0, 9));
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = index % 2 === 0 ? Number(digit) * 2 : Number(digit);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  const number = digits + String((10 - (sum % 10)) % 10);
  return TEST_BINS.has(number.slice(0, 6)) ? createNumber(chance) : number;
}

describe('P32: the sandbox refuses real cards', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'florin-p32-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Every byte that the sandbox has written, the write-ahead log among them. */
  const readFiles = () => Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))));

  it('on every path, in test mode and live, and stores nothing of them', async () => {
    const chance = createChance();
    const entries: LogEntry[] = [];
    const database = join(folder, 'sandbox.sqlite');
    const service = await inProcess.open({ database, log: (entry) => entries.push(entry) });
    const callers = [new RestCaller(service, 'v2'), new RestCaller(service, 'v3')];
    const live = await callers[1]!.key({ TestMode: false });
    const count = trials(1_000);
    const numbers = Array.from({ length: count }, () => createNumber(chance));
    let declined = 0;
    for (const [index, number] of numbers.entries()) {
      const caller = chance.pick(callers);
      const server = { CardDetails: { ...CARD, CardNumber: number, CardHolderName: HOLDER } };
      const browser = { ...BROWSER_CARD, CardNumber: number, CardHolderName: HOLDER };
      if (index % 4 === 3) {
        // Test mode: a declined transaction that knows nothing of the card.
        const txn = await caller.made(server);
        expect(txn).toMatchObject({ ResponseCode: '2', BankResponseCode: '14', CardType: null });
        expect(txn.CardDetails).toMatchObject({ CardHolderName: null, ExpiryDate: null, MaskedCardNumber: null });
        declined += 1;
        continue;
      }
      const answer =
        index % 4 === 2 ? await caller.submit(live, browser) : await caller.process({ ...server, TestMode: false });
      expect(answer.APIResponse.ResponseCode).toBe(112);
      expect(answer.APIResponse.ResponseText).toMatch(/sandbox: it accepts test cards only, never real ones/);
    }
    expect((await callers[0]!.submit(live)).APIResponse.ResponseCode).toBe(0);
    const seen = [readFiles().toString('latin1')];
    await service.close();
    seen.push(readFiles().toString('latin1'), JSON.stringify(entries));
    for (const text of seen) {
      expect(text).not.toContain(HOLDER);
      for (const number of numbers) {
        if (text.includes(number)) throw new Error('a number was kept');
        if (text.includes(`${number.slice(0, 6)}...`)) throw new Error('a mask was kept');
      }
    }
    // The search itself can find: the test card that paid is there, masked.
    expect(seen[1]).toContain('512345...346');
    report('P32', chance, { numbers: count, 'declined in test mode': declined, kept: 0 });
  }, 120_000);
});
