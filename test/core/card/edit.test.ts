import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EditState, applyInput, smallestReplacement } from '../../../src/core/card/edit.js';
import { TextField, show, state } from './text-field.js';

describe('applyInput', () => {
  it.each([
    ['insertText', '4', '42|5', '424|5'],
    ['insertText', '4', '4[2]5', '44|5'],
    ['insertFromPaste', '1 2', '4|5', '41 2|5'],
    ['insertFromDrop', '12', '4|5', '412|5'],
    ['insertReplacementText', '99', '[45]', '99|'],
    ['deleteContentBackward', null, '42|5', '4|5'],
    ['deleteContentBackward', null, '|425', '|425'],
    ['deleteContentBackward', null, '4[2]5', '4|5'],
    ['deleteContentForward', null, '42|5', '42|'],
    ['deleteContentForward', null, '425|', '425|'],
    ['deleteByCut', null, '4[25]', '4|'],
  ])('%s %j at %s gives %s', (inputType, data, before, after) => {
    const result = applyInput(state(before), inputType, data);
    expect(result && show(result)).toBe(after);
  });

  it.each([
    ['historyUndo', null],
    ['historyRedo', null],
    ['deleteWordBackward', null],
    ['deleteSoftLineBackward', null],
    ['deleteByCut', null],
    ['insertCompositionText', '1'],
    ['insertFromPaste', null],
    ['', null],
  ])('leaves %j %j to the browser', (inputType, data) => {
    expect(applyInput(state('42|5'), inputType, data)).toBeUndefined();
  });

  it('does to a text what a browser does', () => {
    const plain = (_: EditState, after: EditState) => after;
    const anyState = fc.tuple(fc.stringMatching(/^[\d /]{0,12}$/), fc.nat(12), fc.nat(12)).map(([value, a, b]) => ({
      value,
      start: Math.min(a, b, value.length),
      end: Math.min(Math.max(a, b), value.length),
    }));
    fc.assert(
      fc.property(anyState, fc.stringMatching(/^[\d -]{1,5}$/), (before, text) => {
        const field = () => new TextField(plain, show(before));
        expect(applyInput(before, 'insertFromPaste', text)).toEqual(field().paste(text).current);
        expect(applyInput(before, 'deleteContentBackward', null)).toEqual(field().backspace().current);
        expect(applyInput(before, 'deleteContentForward', null)).toEqual(field().delete().current);
      }),
    );
  });
});

describe('smallestReplacement', () => {
  it.each([
    ['4242', '4242 4', { start: 4, end: 4, text: ' 4' }],
    ['4242 4', '4242', { start: 4, end: 6, text: '' }],
    ['4242 4242', '4242 4242', { start: 9, end: 9, text: '' }],
    ['4111 1', '4119 11', { start: 3, end: 5, text: '9 1' }],
    ['', '05 / ', { start: 0, end: 0, text: '05 / ' }],
    ['111', '1111', { start: 3, end: 3, text: '1' }],
  ])('turns %j into %j', (from, to, replacement) => {
    expect(smallestReplacement(from, to)).toEqual(replacement);
  });

  it('turns any text into any other and touches no equal ends', () => {
    const text = fc.stringMatching(/^[12 ]{0,10}$/);
    fc.assert(
      fc.property(text, text, (from, to) => {
        const { start, end, text: put } = smallestReplacement(from, to);
        expect(from.slice(0, start) + put + from.slice(end)).toBe(to);
        const taken = from.slice(start, end);
        if (taken !== '' && put !== '') {
          expect(taken[0]).not.toBe(put[0]);
          expect(taken.at(-1)).not.toBe(put.at(-1));
        }
      }),
    );
  });
});
