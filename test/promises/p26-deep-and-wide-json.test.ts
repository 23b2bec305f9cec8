/**
 * P26: a request with JSON of any depth and width takes at most 25 times as long as parsing it, and gets the code of its error.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAYMENT, credentials } from '../sandbox/rest-caller.js';
import { inProcess, type ServiceUnderTest } from '../sandbox/service-under-test.js';

/**
 * An answer takes at most so many times what an ordinary payment and `JSON.parse` of the body take on the same machine. Usual
 * are 3 to 11: what V8 needs for a stack of 100,000 lists depends on what ran before. Quadratic work would take thousands.
 */
const TIMES = 25;
/** Counted in the processor's time, and the fastest run: other work on the machine is not ours. */
const RUNS = 7;
/** As much as a body may have. */
const LIMIT = 256 * 1024;

const nested = (open: string, close: string, depth: number, inside = '1'): string =>
  open.repeat(depth) + inside + close.repeat(depth);
/** A payment with more members; a member that it has already is left out, because no member may be repeated. */
const payment = (more: string): string => {
  const given = Object.entries(PAYMENT).filter(([name]) => !more.startsWith(`"${name}":`));
  return JSON.stringify({ TxnReq: Object.fromEntries(given) }).replace(/\}\}$/, `,${more}}}`);
};
const wide = (count: number, member: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => member(index)).join(',');

/** Name, body, and the code that it is answered with: 413 is the status of what is too long. */
const BODIES: readonly (readonly [string, string, number])[] = [
  ...[100, 1_000, 10_000, 100_000].map((depth) => [`a list ${depth} deep`, nested('[', ']', depth), 998] as const),
  ...[100, 1_000, 10_000, 40_000].map(
    (depth) => [`an object ${depth} deep`, nested('{"a":', '}', depth), 998] as const,
  ),
  ['an object 100,000 deep', nested('{"a":', '}', 100_000), 413],
  ...[100, 10_000, 100_000].map(
    (depth) => [`a payment with a list ${depth} deep`, payment(`"X":${nested('[', ']', depth)}`), 0] as const,
  ),
  ['an amount 100,000 deep', payment(`"Amount":${nested('[', ']', 100_000)}`), 110],
  ['a card 30,000 deep', payment(`"CardDetails":${nested('{"CardDetails":', '}', 15_000)}`), 112],
  ['a payment with 20,000 keys', payment(wide(20_000, (index) => `"k${index}":1`)), 0],
  ['a payment with one key 15,000 times', payment(wide(15_000, (index) => `"Amount":${index + 100}`)), 998],
  ['a list of 120,000', `[${wide(120_000, () => '1')}]`, 998],
  [
    'an order of 100,000 items',
    payment(`"Order":{"OrderItems":[${wide(100_000, () => '{}').slice(0, 240_000 - (240_000 % 3) - 1)}]}`),
    998,
  ],
  ['1,000,000 keys', `{${wide(1_000_000, (index) => `"k${index}":1`)}}`, 413],
  ['a number of 200,000 digits', payment(`"Amount":${'9'.repeat(200_000)}`), 110],
  ['a text of 200,000 backslashes', payment(`"Crn1":"${'\\\\'.repeat(100_000)}"`), 106],
  ['members named __proto__', payment('"__proto__":{"Amount":1},"constructor":{"prototype":{"Action":"x"}}'), 0],
];

/** Milliseconds of the processor for the fastest of {@link RUNS} runs. */
async function fastest(run: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < RUNS; index += 1) {
    const startedAt = process.cpuUsage();
    await run();
    const { user, system } = process.cpuUsage(startedAt);
    times.push((user + system) / 1_000);
  }
  return Math.min(...times);
}

describe('P26: JSON of any depth and width is answered at once (no seed: every body is fixed)', () => {
  let service: ServiceUnderTest;
  let ordinary: number;

  /** The code that a body is answered with, or the status that is not 200. */
  async function codeOf(body: string): Promise<number> {
    const headers = {
      Authorization: credentials(),
      'Content-Type': 'application/json',
      'Content-Length': String(body.length),
    };
    const response = await service.fetch('/webapi/v3/txns/', { method: 'POST', headers, body });
    const text = await response.text();
    return response.status === 200 ? JSON.parse(text).APIResponse.ResponseCode : response.status;
  }

  beforeAll(async () => {
    service = await inProcess.open();
    ordinary = await fastest(() => codeOf(payment('"X":1')));
  });
  afterAll(() => service.close());

  it.each(BODIES)('%s', async (_, body, code) => {
    const isTooLong = code === 413;
    const parsing = isTooLong ? 0 : await fastest(() => JSON.parse(body));
    const answering = await fastest(async () => expect(await codeOf(body)).toBe(code));
    expect(answering, `an ordinary payment takes ${ordinary} ms, JSON.parse ${parsing} ms`).toBeLessThan(
      TIMES * (ordinary + parsing),
    );
    expect(body.length > LIMIT).toBe(isTooLong);
  });
});
