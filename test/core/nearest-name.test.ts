import { describe, expect, it } from 'vitest';
import { nearestName, suggestName } from '../../src/core/nearest-name.js';

const NAMES = ['order', 'signer-url', 'card', 'amount', 'accepted-brands', 'no-name'];

describe('nearestName', () => {
  it.each([
    ['ordr', 'order'],
    ['roder', 'order'],
    ['signerurl', 'signer-url'],
    ['singer-url', 'signer-url'],
    ['signerUrl', 'signer-url'],
    ['acceptedbrand', 'accepted-brands'],
    ['amounts', 'amount'],
    ['noname', 'no-name'],
  ])('of %s is %s', (written, name) => {
    expect(nearestName(written, NAMES)).toBe(name);
  });

  it.each(['order', 'class', 'part', 'style', 'slot', 'id', '', 'data-order-of-things', 'currency'])(
    'of "%s" is none',
    (written) => {
      expect(nearestName(written, NAMES)).toBeUndefined();
    },
  );

  it('is the most similar of several', () => {
    expect(nearestName('done-urlxx', ['again-url', 'done-urlyy', 'done-urlx'])).toBe('done-urlx');
  });

  it('is part of a message, or nothing', () => {
    expect(`there is no option ordr${suggestName('ordr', NAMES)}`).toBe('there is no option ordr; did you mean order?');
    expect(suggestName('colour', NAMES)).toBe('');
  });
});
