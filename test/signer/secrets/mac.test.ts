/** WebCrypto and Node compute the same HMAC, so processes on different runtimes can share a shop's secret. */
import { createHmac, hkdfSync } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createMac } from '../../../src/signer/secrets/mac.js';

it('is the same by WebCrypto, by Node’s native function and by Node’s module', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'grapheme', minLength: 32 }),
      fc.string(),
      fc.string(),
      async (secret, purpose, text) => {
        const key = hkdfSync('sha256', secret, Buffer.alloc(32), purpose, 32);
        const expected = createHmac('sha256', new Uint8Array(key)).update(text).digest('hex');
        const found = await createMac(secret, purpose)(text);
        // Null: no other implementation is looked for.
        const web = await createMac(secret, purpose, null)(text);
        expect([found, web].map((mac) => Buffer.from(mac).toString('hex'))).toEqual([expected, expected]);
      },
    ),
    { numRuns: 50 },
  );
});
