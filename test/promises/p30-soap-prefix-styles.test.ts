import { expect, test } from 'vitest';
import { ENVELOPE_NAMESPACES } from '../../src/wire/soap/namespaces.js';
import { OPERATION_NAMES } from '../../src/wire/soap/operations.js';
import { encodeInSomeWay, writeInSomeStyle } from '../wire/soap/prefix-styles.js';
import { createRandom } from '../wire/soap/random.js';
import { send } from '../wire/soap/messages.js';
import { requestPair } from '../wire/soap/wire-values.js';

const TRIALS = 1_000;
const seed = Number(process.env['FLORIN_SEED'] ?? 30);

interface Trial {
  readonly version: '1.1' | '1.2';
  readonly operation: string;
  readonly charset: string | null;
  readonly way: number;
}

/** The ways in which a call may say which operation it means, for an envelope of each version. */
function headersFor({ version, operation, charset, way }: Trial): Record<string, string> {
  const action = `urn:Eve_1_4_4/${operation}`;
  const parameter = charset === null ? '' : `; charset=${way % 2 === 0 ? charset : `"${charset.toUpperCase()}"`}`;
  if (version === '1.1') {
    const soapActions = [{ soapaction: `"${action}"` }, { soapaction: action }, {}] as const;
    return { 'content-type': `text/xml${parameter}`, ...soapActions[way % 3] };
  }
  const types: readonly Record<string, string>[] = [
    { 'content-type': `application/soap+xml${parameter}` },
    { 'content-type': `application/soap+xml${parameter}; action="${action}"` },
    { 'content-type': `text/xml${parameter}`, soapaction: `"${action}"` },
  ];
  return { ...types[way % 3] };
}

test(`P30: ${TRIALS} valid envelopes of every prefix style are read alike (seed ${seed})`, async () => {
  console.log(`P30 seed ${seed}, ${TRIALS} trials`);
  const random = createRandom(seed);
  const ways = new Set<string>();
  for (let trial = 0; trial < TRIALS; trial += 1) {
    const operation = random.pick(OPERATION_NAMES);
    const version = random.pick(['1.1', '1.2'] as const);
    const { wire, value } = requestPair(random, operation);
    const style = { random, envelopeNamespace: ENVELOPE_NAMESPACES[version], serviceNamespace: 'urn:Eve_1_4_4' };
    const message = writeInSomeStyle(style, operation, wire);
    const { bytes, charset, way } = encodeInSomeWay(random, message);
    ways.add(way);
    const headers = headersFor({ version, operation, charset, way: random.below(6) });
    const call = await send(headers, bytes, 1 + random.below(300));
    expect(call, `trial ${trial}, ${JSON.stringify(headers)}, ${way}:\n${message}`).toEqual({
      version,
      operation,
      parameters: value,
    });
  }
  // The generator must not have gone lame: marks, both widths, with and without header and declaration.
  expect(ways.size).toBeGreaterThanOrEqual(12);
}, 120_000);
