import { expect, test } from 'vitest';
import { ENVELOPE_NAMESPACES } from '../../../src/wire/soap/namespaces.js';
import { OPERATION_NAMES } from '../../../src/wire/soap/operations.js';
import { answerRefusal } from '../../../src/wire/soap/http-answer.js';
import { isRefusal } from '../../../src/wire/soap/route.js';
import { encodeInSomeWay, writeInSomeStyle } from './prefix-styles.js';
import type { WireMembers } from './prefix-styles.js';
import { createRandom } from './random.js';
import type { RandomGenerator } from './random.js';
import { actionHeaders, read, send, SOAP_11, SOAP_12 } from './messages.js';
import { requestPair } from './wire-values.js';

const TRIALS = 3_000;
const seed = Number(process.env['FLORIN_SEED'] ?? 24);

/** Values that often break readers. */
const ODD = [
  '1e21',
  '-1',
  '0',
  '99999999999999999999',
  'NaN',
  'null',
  'undefined',
  '[object Object]',
  '0x1F',
  '0001-01-01T00:00:00',
  '9999-12-31T23:59:59.9999999',
  '2013-02-30T00:00:00',
  '\u00a0',
  '\ufeff',
  '%00',
  '../../etc/passwd',
  "' OR 1=1 --",
  '<script>',
  'x'.repeat(5_000),
  'é'.repeat(500),
  '😀',
  '\r\n',
  'true ',
  'PAYMENT\n',
  '__proto__',
  '${7*7}',
  'AAAA====',
];

function spoil(random: RandomGenerator, members: WireMembers): WireMembers {
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => {
      if (random.below(3) > 0) return [name, value];
      return [name, typeof value === 'string' || random.below(4) === 0 ? random.pick(ODD) : spoil(random, value)];
    }),
  );
}

/** Flips, deletes, repeats and swaps bytes. */
function mutate(random: RandomGenerator, bytes: Uint8Array): Uint8Array {
  let mutated = [...bytes];
  for (let times = random.below(4); times > 0; times -= 1) {
    const at = random.below(mutated.length);
    const length = 1 + random.below(40);
    const way = random.below(5);
    if (way === 0) mutated[at] = random.below(256);
    else if (way === 1) mutated.splice(at, length);
    else if (way === 2) mutated.splice(at, 0, ...mutated.slice(random.below(mutated.length)).slice(0, length));
    else if (way === 3) mutated = mutated.slice(0, at);
    else
      mutated.splice(
        at,
        0,
        ...new TextEncoder().encode(random.pick(['<', '>', '&', '"', ']]>', '<!--', '<!DOCTYPE a>', '&#0;', '\u0000'])),
      );
  }
  return new Uint8Array(mutated);
}

test(`${TRIALS} broken and odd messages are each accepted or refused with a message, none in more than a second (seed ${seed})`, async () => {
  const random = createRandom(seed);
  const ends = new Map<string, number>();
  for (let trial = 0; trial < TRIALS; trial += 1) {
    const version = random.pick(['1.1', '1.2'] as const);
    const operation = random.pick(OPERATION_NAMES);
    const style = { random, envelopeNamespace: ENVELOPE_NAMESPACES[version], serviceNamespace: 'urn:Eve_1_4_4' };
    const message = writeInSomeStyle(style, operation, spoil(random, requestPair(random, operation).wire));
    const { bytes, charset } = encodeInSomeWay(random, message);
    const plain = version === '1.1' ? SOAP_11 : SOAP_12;
    const headers = random.pick<Record<string, string>>([actionHeaders(version, operation), plain]);
    const type = headers['content-type']?.replace('charset=utf-8', `charset=${charset ?? 'utf-8'}`) ?? '';
    const sent = mutate(random, bytes);
    const before = process.cpuUsage();
    const call = await send({ ...headers, 'content-type': type }, sent, 500);
    // Processor time in microseconds: other programs do not change it.
    expect(process.cpuUsage(before).user, `trial ${trial}`).toBeLessThan(1_000_000);
    const end = isRefusal(call) ? String(call.status) : 'taken';
    ends.set(end, (ends.get(end) ?? 0) + 1);
    if (isRefusal(call)) {
      const answer = answerRefusal(call);
      // The fault is well-formed, whatever it quotes.
      if (call.status === 500) expect(read(answer.body).body?.local).toBe('Fault');
      else expect([400, 415]).toContain(call.status);
    }
  }
  console.log(`fuzz seed ${seed}, ${TRIALS} trials: ${JSON.stringify(Object.fromEntries(ends))}`);
  for (const end of ['taken', '400', '500']) expect(ends.get(end) ?? 0).toBeGreaterThan(TRIALS / 50);
}, 120_000);
