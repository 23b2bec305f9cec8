import { describe, expect, it } from 'vitest';
import { editExpiry } from '../../../src/core/card/edit-expiry.js';
import { TextField, show, state } from './text-field.js';

const field = (start = '|', allowTestMonth = false) =>
  new TextField((before, after, inputType) => editExpiry(before, after, inputType, { allowTestMonth }), start);

describe('typing', () => {
  it.each([
    ['1', '1|'],
    ['12', '12 / |'],
    ['123', '12 / 3|'],
    ['1230', '12 / 30|'],
    ['12/30', '12 / 30|'],
    ['12 / 30', '12 / 30|'],
    ['12-30', '12 / 30|'],
    ['1/30', '01 / 30|'],
    ['1 30', '01 / 30|'],
    ['5', '05 / |'],
    ['530', '05 / 30|'],
    ['5/30', '05 / 30|'],
    ['05/30', '05 / 30|'],
    ['0/', '0|'],
    ['13', '01 / 3|'],
    ['122030', '12 / 30|'],
    ['12/2030', '12 / 30|'],
    ['1220', '12 / 20|'],
    ['12203', '12 / 203|'],
    ['12301', '12 / 30|'],
    ['1a2b3c0', '12 / 30|'],
    ['１２３０', '12 / 30|'],
    ['١٢٣٠', '12 / 30|'],
    ['5２', '05 / 2|'],
  ])('%s gives %s', (keys, text) => {
    expect(field().type(keys).text).toBe(text);
  });

  it('replaces a selection', () => {
    expect(field('12 / [30]').type('31').text).toBe('12 / 31|');
    expect(field('[12 / 30]').type('531').text).toBe('05 / 31|');
  });

  it('keeps the caret before the separator, when digits follow it', () => {
    expect(field('1|3 / 0').type('2').text).toBe('12| / 30');
  });

  it('changes a one-digit month only where its caret is behind it', () => {
    expect(field('|1').type('/').text).toBe('|1');
    expect(field('1|').type('a').text).toBe('1|');
    expect(field('1|').type('a/').text).toBe('01 / |');
    expect(field('|', true).type('8').text).toBe('08 / |');
  });

  it('refuses a fifth digit', () => {
    expect(field('1|2 / 30').type('1').text).toBe('1|2 / 30');
  });

  it('accepts month 99 only in test mode', () => {
    expect(field().type('9945').text).toBe('09 / 94|');
    expect(field('|', true).type('9945').text).toBe('99 / 45|');
    expect(field('|', true).type('930').text).toBe('93 / 0|');
  });
});

describe('deleting', () => {
  it.each([
    ['12 / 30|', 1, '12 / 3|'],
    ['12 / 30|', 2, '12|'],
    ['12 / 30|', 3, '1|'],
    ['12 / 30|', 4, '|'],
    ['12 / |', 1, '1|'],
    ['12 / |30', 1, '1|3 / 0'],
    ['12 /| 30', 1, '1|3 / 0'],
    ['05 / |', 2, '|'],
    ['[12 / ]30', 1, '|30'],
  ])('Backspace at %s, %i times, gives %s', (before, times, after) => {
    expect(field(before).backspace(times).text).toBe(after);
  });

  it.each([
    ['12| / 30', '12 / |0'],
    ['|12 / 30', '|23 / 0'],
    ['12 / |30', '12 / |0'],
    ['12 / 30|', '12 / 30|'],
  ])('Delete at %s gives %s', (before, after) => {
    expect(
      field(before)
        .delete()
        .text.replace(/\|( \/ )/, '$1|'),
    ).toBe(after);
  });
});

describe('text of one event', () => {
  it.each([
    ['12/30', '12 / 30|'],
    ['12 / 30', '12 / 30|'],
    ['12/2030', '12 / 30|'],
    ['12 / 2030', '12 / 30|'],
    ['5/30', '05 / 30|'],
    ['5/2030', '05 / 30|'],
    ['05-30', '05 / 30|'],
    ['1230', '12 / 30|'],
    ['530', '05 / 30|'],
    ['122030', '12 / 30|'],
    ['2030-12', '12 / 30|'],
    ['2030-5', '05 / 30|'],
    ['2030/12', '12 / 30|'],
    ['2030-12-31', '12 / 30|'],
    ['203012', '12 / 30|'],
    ['12.30', '12 / 30|'],
    ['12\u00a0/\u00a030', '12 / 30|'],
    ['１２／３０', '12 / 30|'],
    ['٢٠٣٠-١٢', '12 / 30|'],
    ['12', '12 / |'],
    ['5', '05 / |'],
    ['', '|'],
    ['no date', '|'],
  ])('%j gives %s', (text, expected) => {
    expect(field().fill(text).text).toBe(expected);
    expect(field().paste(text).text).toBe(expected);
    expect(field('[11 / 28]').paste(text).text).toBe(expected);
    expect(field('01 / 27|').fill(text).text).toBe(expected);
  });

  it('is read wherever a password manager leaves the caret', () => {
    expect(editExpiry(state('|'), state('|2030-12')).value).toBe('12 / 30');
  });

  it('keeps the month when only the year is pasted', () => {
    expect(field('12 / |').paste('30').text).toBe('12 / 30|');
    expect(field('12 / |').paste('2030').text).toBe('12 / 30|');
  });

  it('removes extra digits', () => {
    expect(field('12 / 30|').paste('55').text).toBe('12 / 30|');
  });

  it('keeps a year of another century, so that the shopper sees an error', () => {
    expect(field().fill('12/1999').text).toBe('12 / 1999|');
  });
});

describe('undo and redo', () => {
  it.each(['12 / |', '12|', '12 / 3|', '1|', '|'])('leave %s as it was', (text) => {
    expect(show(editExpiry(state('12 / 30|'), state(text), 'historyUndo'))).toBe(text);
    expect(show(editExpiry(state('|'), state(text), 'historyRedo'))).toBe(text);
  });
});
