/** Handles of saved cards by themselves. docs/invariants.md, invariant 6. */
import { describe, expect, it } from 'vitest';
import { createSavedCardHandles } from '../../src/signer/saved-card-handle.js';

const SECRET = 'a secret of the shop, for tests only, long enough';
const DV_TOKEN = '5999991234567890';
const OWNER = { id: 'ann', session: 'first' };
const handles = createSavedCardHandles(SECRET);

describe('the handle of a saved card', () => {
  it('is read in its own session, by any process with the same secret, and is the same each time', async () => {
    const handle = await handles.write(DV_TOKEN, OWNER);
    expect(handle).toMatch(/^[\w-]{59}$/);
    expect(await createSavedCardHandles(SECRET).read(handle, OWNER)).toBe(DV_TOKEN);
    expect(await handles.write(DV_TOKEN, OWNER)).toBe(handle);
  });

  it('shows nothing of the token', async () => {
    const handle = await handles.write(DV_TOKEN, OWNER);
    expect(handle).not.toContain(DV_TOKEN.slice(6));
    expect(atob(handle.replaceAll('-', '+').replaceAll('_', '/'))).not.toContain('599999');
  });

  it.each([
    ['another session', { id: 'ann', session: 'second' }],
    ['another shopper', { id: 'bob', session: 'first' }],
    ['a pair that would be glued to the same text', { id: 'annfirst', session: '' }],
  ])('is none in %s', async (_name, owner) => {
    expect(await handles.read(await handles.write(DV_TOKEN, OWNER), owner)).toBeUndefined();
  });

  it('is none with another secret', async () => {
    const foreign = createSavedCardHandles(`${SECRET} of another shop`);
    expect(await foreign.read(await handles.write(DV_TOKEN, OWNER), OWNER)).toBeUndefined();
  });

  it('is none when any one of its characters is another', async () => {
    const handle = await handles.write(DV_TOKEN, OWNER);
    // The last character's low bits are padding, which a decoder may drop.
    for (let at = 0; at < handle.length - 1; at += 1) {
      const other = handle[at] === 'A' ? 'B' : 'A';
      expect(await handles.read(handle.slice(0, at) + other + handle.slice(at + 1), OWNER)).toBeUndefined();
    }
  });

  it.each([DV_TOKEN, '', 'x'.repeat(59), 'é'.repeat(59), 'A'.repeat(1_000_000), null, undefined, 7, [], {}])(
    'is not %.40s',
    async (value) => {
      expect(await handles.read(value, OWNER)).toBeUndefined();
    },
  );

  it('is never made of what is no token', async () => {
    await expect(handles.write('5123456789012346', OWNER)).rejects.toThrow(RangeError);
  });
});
