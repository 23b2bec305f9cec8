import { describe, expect, it } from 'vitest';
import { listNames, nearestName, suggestName } from '../../src/core/nearest-name.js';

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
    ['AMOUNT', 'amount'],
    ['crad', 'card'],
    ['orderxy', 'order'],
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

  it('differs by one letter if it is short, and by two if it has six letters', () => {
    expect(nearestName('cardx', ['card'])).toBe('card');
    expect(nearestName('caxyd', ['card'])).toBeUndefined();
    expect(nearestName('orxyr', ['order'])).toBeUndefined();
    expect(nearestName('amouxy', ['amount'])).toBe('amount');
    expect(nearestName('amoxyz', ['amount'])).toBeUndefined();
  });

  it('counts letters that are repeated or missing in the middle', () => {
    expect(nearestName('ammount', ['amount'])).toBe('amount');
    expect(nearestName('amont', ['amount'])).toBe('amount');
    expect(nearestName('aaaaaa', ['aaaaaaaaa'])).toBeUndefined();
    expect(nearestName('abcd', ['cdab'])).toBeUndefined();
  });

  it('is part of a message, or nothing', () => {
    expect(`there is no option ordr${suggestName('ordr', NAMES)}`).toBe('there is no option ordr; did you mean order?');
    expect(suggestName('colour', NAMES)).toBe('');
  });

  it('is part of a message that lists all names', () => {
    expect(`no option ordr${listNames('ordr', ['order', 'amount'], 'the options are')}`).toBe(
      'no option ordr; did you mean order? The options are order, amount',
    );
    expect(`no option colour${listNames('colour', ['order', 'amount'], 'the options are')}`).toBe(
      'no option colour; the options are order, amount',
    );
  });
});
