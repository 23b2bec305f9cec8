import { describe, expect, it } from 'vitest';
import { editCardNumber, editCvn, formatCardNumber } from '../../../src/core/card/edit-card-number.js';
import { TextField, show, state } from './text-field.js';

const field = (start = '|', withInputType = true) => new TextField(editCardNumber, start, withInputType);

describe.each([
  ['with inputType', true],
  ['without inputType', false],
])('caret table, %s', (_, withInputType) => {
  it('deletes in the middle of 4242 4242 4242 4242 and regroups', () => {
    expect(field('4242 4|242 4242 4242', withInputType).backspace().text).toBe('4242 |2424 2424 242');
  });

  it('inserts 7 at the caret', () => {
    expect(field('4242 4|242 4242 4242', withInputType).backspace().type('7').text).toBe('4242 7|242 4242 4242');
  });

  it('deletes the digit before the gap on Backspace behind the gap', () => {
    expect(field('4111 |1111 1', withInputType).backspace().text).toBe('411|1 1111');
  });

  it('inserts 9 after 41', () => {
    expect(field('41|11 1111', withInputType).type('9').text).toBe('419|1 1111 1');
  });

  it('groups an Amex number that comes in one event with blanks and hyphens', () => {
    expect(field('|', withInputType).fill(' 3714-4963-5398-431 ').text).toBe('3714 496353 98431|');
  });
});

describe('typing', () => {
  it.each([
    ['4', '4|'],
    ['4242', '4242|'],
    ['42424', '4242 4|'],
    ['4242 4242', '4242 4242|'],
    ['4242-4242', '4242 4242|'],
    ['4242424242424242', '4242 4242 4242 4242|'],
    ['378282246310005', '3782 822463 10005|'],
    ['30123456789019', '3012 345678 9019|'],
    ['3530111333300000', '3530 1113 3330 0000|'],
    ['4000000000000000006', '4000 0000 0000 0000 006|'],
    ['abc4d2', '42|'],
    ['４２４２４', '4242 4|'],
    ['٤٢٤٢٤', '4242 4|'],
  ])('%s gives %s', (keys, text) => {
    expect(field().type(keys).text).toBe(text);
  });

  it.each([
    ['5123 4567 8901 2346|', '5123 4567 8901 2346|'],
    ['51|23 4567 8901 2346', '51|23 4567 8901 2346'],
    ['3782 822463 10005|', '3782 822463 10005|'],
    ['4000 0000 0000 0000 006|', '4000 0000 0000 0000 006|'],
  ])('does not take a digit into the full number %s', (before, after) => {
    expect(field(before).type('1').text).toBe(after);
  });

  it('changes nothing when a letter is typed in the middle', () => {
    expect(field('4242 42|42').type('x').text).toBe('4242 42|42');
  });

  it('moves the caret over the gap when a blank is typed before it', () => {
    expect(field('4242| 4242').type(' ').text).toBe('4242 |4242');
  });

  it('regroups when the first digit makes it another brand', () => {
    expect(field('|4242 4242 4242 42').type('3').text).toBe('3|424 242424 24242');
    expect(field('3[4]24 242424 24242').type('5').text).toBe('35|24 2424 2424 242');
  });

  it('replaces a selection across a gap', () => {
    expect(field('42[42 42]42').type('9').text).toBe('429|4 2');
  });
});

describe('deleting', () => {
  it.each([
    ['4242 4|', '4242|'],
    ['4242| 4', '424|4'],
    ['4242 |4', '424|4'],
    ['3714 496353 |98431', '3714 49635|9 8431'],
    ['|4242', '|4242'],
    ['4[242 42]42', '4|42'],
    ['[4242 4242]', '|'],
  ])('Backspace at %s gives %s', (before, after) => {
    expect(field(before).backspace().text).toBe(after);
    expect(field(before, false).backspace().text).toBe(after);
  });

  it.each([
    ['4242| 5678', '4242| 678'],
    ['4242 |5678', '4242 |678'],
    ['3714| 496353 98431', '3714| 963539 8431'],
    ['4242 5678|', '4242 5678|'],
    ['|4242 5', '|2425'],
  ])('Delete at %s gives %s', (before, after) => {
    expect(field(before).delete().text).toBe(after);
    expect(field(before, false).delete().text).toBe(after);
  });

  it('deletes nothing but the selection when only a gap is selected', () => {
    expect(field('4242[ ]5678').backspace().text).toBe('4242| 5678');
  });

  it('deletes a digit when the browser deletes only the gap as the last word', () => {
    expect(show(editCardNumber(state('4242 |'), state('4242|'), 'deleteWordBackward'))).toBe('424|');
  });

  it('keeps the rest of a deleted word', () => {
    expect(show(editCardNumber(state('4242 5678|'), state('4242 |'), 'deleteWordBackward'))).toBe('4242|');
  });

  it('empties the field digit by digit from the end', () => {
    expect(field('4242 4242 4242 4242|').backspace(16).text).toBe('|');
  });
});

describe('text of one event', () => {
  it.each([
    ['4242 4242 4242 4242', '4242 4242 4242 4242|'],
    ['4242-4242-4242-4242', '4242 4242 4242 4242|'],
    ['\u00a04242\u202f4242\u20094242\u30004242\ufeff', '4242 4242 4242 4242|'],
    ['4242\t4242\u200b4242\r\n4242', '4242 4242 4242 4242|'],
    ['４２４２４２４２４２４２４２４２', '4242 4242 4242 4242|'],
    ['٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢', '4242 4242 4242 4242|'],
    ['𝟜𝟚𝟜𝟚𝟜', '4242 4|'],
    ['Card: 4242.4242.4242.4242', '4242 4242 4242 4242|'],
    ['', '|'],
  ])('%j gives %s', (text, expected) => {
    expect(field().fill(text).text).toBe(expected);
    expect(field('5123 4567 8901 2346|').fill(text).text).toBe(expected);
    expect(field().paste(text).text).toBe(expected);
  });

  it('keeps a paste that is too long, so that the shopper sees an error', () => {
    expect(field().paste('51234567890123461').text).toBe('5123 4567 8901 2346 1|');
  });

  it('truncates a very long text', () => {
    expect(field().paste('4'.repeat(100_000)).current.value.replaceAll(' ', '')).toHaveLength(40);
  });

  it('pastes into the middle', () => {
    expect(field('42|42 4').paste('1 2-3').text).toBe('4212 3|424');
  });

  it('keeps a dropped text selected', () => {
    expect(show(editCardNumber(state('4242| 4242'), state('4242[12345] 4242'), 'insertFromDrop'))).toBe(
      '4242[ 1234 5]424 2',
    );
  });
});

describe('undo and redo', () => {
  it('deletes no digit when undo removes a gap', () => {
    expect(show(editCardNumber(state('4242 4|'), state('42424|'), 'historyUndo'))).toBe('4242 4|');
  });

  it('removes no digit when redo fills the number', () => {
    expect(show(editCardNumber(state('5123 4567 8901 2346|'), state('5123 4567 8901 23461|'), 'historyRedo'))).toBe(
      '5123 4567 8901 2346 1|',
    );
  });

  it('does not change its own output', () => {
    expect(show(editCardNumber(state('4242 42|'), state('4242 4|'), 'historyUndo'))).toBe('4242 4|');
  });
});

describe('editCvn', () => {
  const cvn = (longest: number, start = '|') =>
    new TextField((before, after, inputType) => editCvn(before, after, longest, inputType), start);

  it.each([
    [3, '123', '123|'],
    [3, '1234', '123|'],
    [4, '12345', '1234|'],
    [4, '1a 2', '12|'],
    [3, '１２３', '123|'],
  ])('takes %i digits of %s', (longest, keys, text) => {
    expect(cvn(longest).type(keys).text).toBe(text);
  });

  it('keeps a paste that is too long', () => {
    expect(cvn(3).paste('12345').text).toBe('12345|');
  });
});

describe('formatCardNumber', () => {
  it.each([
    ['4242424242424242', '4242 4242 4242 4242'],
    ['345678901234564', '3456 789012 34564'],
    ['30123456789019', '3012 345678 9019'],
    ['3012345678901912', '3012 3456 7890 1912'],
    ['9999999999', '9999 9999 99'],
    ['', ''],
  ])('groups %s as %s', (digits, text) => {
    expect(formatCardNumber(digits)).toBe(text);
  });
});
