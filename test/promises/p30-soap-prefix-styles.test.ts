/** P30: valid SOAP envelopes of every prefix style are read alike. */
import { expect, test } from 'vitest';
import { ENVELOPE_NAMESPACES } from '../../src/wire/soap/namespaces.js';
import { OPERATION_NAMES } from '../../src/wire/soap/operations.js';
import { headersInSomeWay } from '../wire/soap/call-headers.js';
import { encodeInSomeWay, writeInSomeStyle } from '../wire/soap/prefix-styles.js';
import { createRandom } from '../wire/soap/random.js';
import { send } from '../wire/soap/messages.js';
import { requestPair } from '../wire/soap/wire-values.js';

const TRIALS = 1_000;
const seed = Number(process.env['FLORIN_SEED'] ?? 30);

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
    const headers = headersInSomeWay({ version, operation, charset, way: random.below(6) });
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
