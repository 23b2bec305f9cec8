import { describe, expect, it } from 'vitest';
import { createClaimId } from '../../../src/signer/claims/claim.js';
import { createReferences } from '../../../src/signer/claims/references.js';
import { scopesOf } from '../../../src/signer/claims/scope.js';

const SECRET = 'a secret of the shop, for tests only, long enough';
const SCOPES = scopesOf('https://pay.example 5353109000000072');
const references = createReferences([SECRET], SCOPES);
const write = (order: string, scope = SCOPES.live) => references.write(scope, order, createClaimId());

describe('a reference', () => {
  it('has characters and a length that every rule of the service accepts', async () => {
    for (const order of ['1042', 'ü'.repeat(200), '']) expect(await write(order)).toMatch(/^[a-z\d-]{50}$/);
  });

  it('is known as this signer’s, in its mode, and for its order only', async () => {
    const [live, test] = [await write('1042'), await write('1042', SCOPES.test)];
    expect(await references.scopeOf(live)).toBe(SCOPES.live);
    expect(await references.scopeOf(` ${test.toUpperCase()} `)).toBe(SCOPES.test);
    expect(await references.isFor(live, SCOPES.live, '1042')).toBe(true);
    expect(await references.isFor(live, SCOPES.live, '104')).toBe(false);
    expect(await references.isFor(live, SCOPES.test, '1042')).toBe(false);
  });

  it('of either of two secrets is known', async () => {
    const other = createReferences(['an old secret of the shop, long enough'], SCOPES);
    const both = createReferences([SECRET, 'an old secret of the shop, long enough'], SCOPES);
    const old = await other.write(SCOPES.live, '1042', createClaimId());
    expect(await both.scopeOf(old)).toBe(SCOPES.live);
    expect(await both.isFor(old, SCOPES.live, '1042')).toBe(true);
    expect(await both.isFor(old, SCOPES.live, '104')).toBe(false);
    const own = await both.write(SCOPES.live, '1042', createClaimId());
    expect([await references.scopeOf(own), await other.scopeOf(own)]).toEqual([SCOPES.live, undefined]);
  });

  it('of another signer, merchant or shape is not known', async () => {
    const others = [
      createReferences(['the secret of quite another signer'], SCOPES),
      createReferences([SECRET], scopesOf('https://pay.example 5353109000000088')),
    ];
    const own = await write('1042');
    for (const other of others) expect(await other.scopeOf(own)).toBeUndefined();
    for (const odd of [undefined, '', 'florin-', own.slice(1), `${own}0`, own.replace(/.$/, 'g')]) {
      expect(await references.scopeOf(odd)).toBeUndefined();
      expect(await references.isFor(odd, SCOPES.live, '1042')).toBe(false);
    }
  });
});
