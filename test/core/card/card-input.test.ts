import { describe, expect, it } from 'vitest';
import { brandOfId } from '../../../src/core/card/brand.js';
import { readCardLine } from '../../../src/core/card/card-line.js';
import { longestCvn } from '../../../src/core/card/cvn.js';
import { editCardNumber, editCvn } from '../../../src/core/card/edit-card-number.js';
import { editExpiry } from '../../../src/core/card/edit-expiry.js';
import { checkExpiry } from '../../../src/core/card/expiry.js';
import vectors from '../../vectors/card-input.json' with { type: 'json' };
import { TextField } from './text-field.js';

const TODAY = { year: 2026, month: 11 };
const expiry = () => new TextField(editExpiry);
const rows = (group: string[][]) => group as [string, string, string][];

describe('an expiry date', () => {
  it.each(rows(vectors.expiryTyped))('typed as %j is %j', (keys, text) => {
    expect(expiry().type(keys).current.value).toBe(text);
  });

  it.each(rows(vectors.expiryAtOnce))('pasted or filled in as %j is %j', (given, text) => {
    expect(expiry().paste(given).current.value).toBe(text);
    expect(expiry().fill(given).current.value).toBe(text);
    expect(new TextField(editExpiry, '[11 / 28]').paste(given).current.value).toBe(text);
    // As it would be sent, if no event formats it.
    if (text.length === 7) expect(checkExpiry(given, TODAY)).toEqual({ status: 'valid' });
  });

  it.each(vectors.expiryRefused)('pasted as %j is never guessed', (given) => {
    expect(checkExpiry(expiry().paste(given).current.value, TODAY).status).toBe('invalid');
    expect(checkExpiry(given, TODAY).status).toBe('invalid');
  });
});

describe('a whole card', () => {
  it.each(vectors.cardLines as [string, string, string, string][])('is read in %j', (text, number, expiry, cvn) => {
    expect(readCardLine(text)).toEqual({ number, expiry, cvn });
  });

  it.each(vectors.notCardLines)('is not read in %j', (text) => {
    expect(readCardLine(text)).toBeUndefined();
  });
});

it.each(rows(vectors.numberTyped))('the number %s stops at the longest length of its brand', (keys, text) => {
  expect(new TextField(editCardNumber).type(keys).current.value).toBe(text);
});

it.each(rows(vectors.codeTyped))('the code of %j, typed as %j, is %j', (brand, keys, text) => {
  const longest = longestCvn(brandOfId(brand));
  const field = new TextField((before, after, inputType) => editCvn(before, after, longest, inputType));
  expect(field.type(keys).current.value).toBe(text);
});
