/**
 * Long random sessions in a field, compared with a model without gaps: a list of digits with a selection. After every edit the
 * field has the model's digits, in groups, and the caret at the same digit.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CARD_BRANDS } from '../../../src/core/card/brand.js';
import { editCardNumber } from '../../../src/core/card/edit-card-number.js';
import { editExpiry } from '../../../src/core/card/edit-expiry.js';
import { type Format, TextField } from './text-field.js';

type Action =
  | { readonly kind: 'type'; readonly digit: string }
  | { readonly kind: 'backspace' }
  | { readonly kind: 'delete' }
  | { readonly kind: 'move' | 'select'; readonly from: number; readonly to: number }
  | { readonly kind: 'paste'; readonly text: string };

interface Model {
  readonly digits: string;
  readonly start: number;
  readonly end: number;
}

const SEPARATORS = ['', ' ', '-', '\u00a0', '\u2009', '/', '.', 'x', '\t'];
const digit = fc.constantFrom(...'0123456789');

const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 8, arbitrary: digit.map((value): Action => ({ kind: 'type', digit: value })) },
  { weight: 3, arbitrary: fc.constantFrom<Action>({ kind: 'backspace' }, { kind: 'delete' }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('move' as const, 'select' as const),
      from: fc.nat(30),
      to: fc.nat(30),
    }),
  },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.tuple(digit, fc.constantFrom(...SEPARATORS)), { minLength: 2, maxLength: 20 })
      .map((parts): Action => ({ kind: 'paste', text: parts.flat().join('') })),
  },
);

/** Brands as in the standard, independent of the table under test. */
function longestNumber(digits: string): number {
  const four = Number(digits.slice(0, 4));
  if (/^3[47]/.test(digits)) return 15;
  return /^5[1-5]/.test(digits) || (four >= 2221 && four <= 2720) ? 16 : 19;
}

function drawNumber(digits: string): string {
  const isDiners = /^3(0[0-5]|095|6|8|9)/.test(digits) && digits.length <= 14;
  const groups =
    /^3[47]/.test(digits) || isDiners ? /^(.{0,4})(.{0,6})(.*)$/ : /^(.{0,4})(.{0,4})(.{0,4})(.{0,4})(.*)$/;
  return (groups.exec(digits) ?? []).slice(1).filter(Boolean).join(' ');
}

const numberRules = {
  type: (model: Model, value: string): Model => {
    const next = inserted(model, value);
    return next.digits.length > longestNumber(next.digits) ? inserted(model, '') : next;
  },
  paste: (model: Model, text: string): Model => {
    const { digits, start } = inserted(model, text.replace(/\D/g, ''));
    const caret = Math.min(start, 40);
    return { digits: digits.slice(0, 40), start: caret, end: caret };
  },
};

const expiryRules = {
  type: (model: Model, value: string): Model => {
    const next = inserted(model, value);
    if (next.digits.length === 1 && value > '1') return { digits: `0${value}`, start: 2, end: 2 };
    if (next.start === 2 && /^1[3-9]$/.test(next.digits)) return { digits: `0${next.digits}`, start: 3, end: 3 };
    const fits = next.digits.length <= 4 || (next.digits.length <= 6 && next.digits.slice(2, 4) === '20');
    if (!fits) return inserted(model, '');
    if (next.digits.length < 6) return next;
    const caret = next.start > 2 ? Math.max(2, next.start - 2) : next.start;
    return { digits: next.digits.slice(0, 2) + next.digits.slice(4), start: caret, end: caret };
  },
};

function inserted({ digits, start, end }: Model, text: string): Model {
  const caret = start + text.length;
  return { digits: digits.slice(0, start) + text + digits.slice(end), start: caret, end: caret };
}

function removed({ digits, start, end }: Model, from: number, to: number): Model {
  const caret = Math.min(from, start);
  return { digits: digits.slice(0, from) + digits.slice(Math.max(to, end)), start: caret, end: caret };
}

const countDigits = (text: string) => text.replace(/\D/g, '').length;

function runSession(format: Format, actions: readonly Action[], rules: typeof numberRules, withInputType: boolean) {
  const field = new TextField(format, '|', withInputType);
  let model: Model = { digits: '', start: 0, end: 0 };
  for (const step of actions) {
    const { value, start, end } = field.current;
    const isCaret = start === end;
    if (step.kind === 'type') {
      field.type(step.digit);
      model = rules.type(model, step.digit);
    } else if (step.kind === 'paste') {
      field.paste(step.text);
      model = rules.paste(model, step.text);
    } else if (step.kind === 'backspace') {
      field.backspace();
      if (!isCaret || model.start > 0) model = removed(model, isCaret ? model.start - 1 : model.start, model.start);
    } else if (step.kind === 'delete') {
      field.delete();
      model = removed(model, model.start, isCaret && end < value.length ? model.start + 1 : model.end);
    } else {
      const from = Math.min(step.from, value.length);
      const to = step.kind === 'move' ? from : Math.min(Math.max(step.from, step.to), value.length);
      field.select(from, to);
      model = { ...model, start: countDigits(value.slice(0, from)), end: countDigits(value.slice(0, to)) };
    }
    const now = field.current;
    expect(now.value.replace(/\D/g, '')).toBe(model.digits);
    expect(countDigits(now.value.slice(0, now.start))).toBe(model.start);
    expect(countDigits(now.value.slice(0, now.end))).toBe(model.end);
  }
  return field.current.value;
}

const typed = (text: string): Action[] => [...text].map((value) => ({ kind: 'type', digit: value }));

/** The `2` that replaces the marked `20` leaves the same text as a deleted `0`, but not the same caret. */
const REPLACED_BY_ITS_OWN_DIGIT: Action[] = [
  ...typed('000'),
  { kind: 'paste', text: '002000' },
  ...typed('00'),
  { kind: 'paste', text: '0000000000' },
  { kind: 'select', from: 6, to: 8 },
  ...typed('2'),
];

it.each(CARD_BRANDS)('the model knows the lengths and groups of $name', ({ prefixes, lengths, gaps }) => {
  for (const [first = ''] of prefixes.map((prefix) => [prefix].flat())) {
    const usual = first.padEnd(lengths[0], '0');
    expect(longestNumber(usual)).toBe(Math.max(...lengths));
    const groups = [0, ...gaps].map((gap, index) => usual.slice(gap, gaps[index]));
    expect(drawNumber(usual)).toBe(groups.filter(Boolean).join(' '));
  }
});

describe.each([
  ['with inputType', true],
  ['without inputType', false],
])('a session of random edits, %s', (_, withInputType) => {
  it('holds the digits of the model, in the groups of the card number', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
        const value = runSession(editCardNumber, actions, numberRules, withInputType);
        expect(value).toBe(drawNumber(value.replace(/\D/g, '')));
      }),
      { numRuns: 2_000, examples: [[REPLACED_BY_ITS_OWN_DIGIT]] },
    );
  });

  it('holds the digits of the model, as MM / YY', () => {
    fc.assert(
      fc.property(
        fc.array(
          action.filter((step) => step.kind !== 'paste'),
          { maxLength: 60 },
        ),
        (actions) => {
          const format: Format = (before, after, inputType) => editExpiry(before, after, inputType);
          const value = runSession(format, actions, { ...numberRules, ...expiryRules }, withInputType);
          expect(value).toMatch(/^(\d{0,2}|\d\d \/ |\d\d \/ \d{1,4})$/);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe('ways to the same number', () => {
  const number = fc.array(digit, { maxLength: 15 }).map((digits) => digits.join(''));

  it('gives the same for typing, pasting and filling in', () => {
    fc.assert(
      fc.property(number, (digits) => {
        const typed = new TextField(editCardNumber).type(digits).text;
        expect(new TextField(editCardNumber).paste(digits).text).toBe(typed);
        expect(new TextField(editCardNumber).fill(digits).text).toBe(typed);
      }),
    );
  });

  it('is not changed by formatting it again', () => {
    fc.assert(
      fc.property(number, fc.nat(20), (digits, at) => {
        const state = { ...new TextField(editCardNumber).fill(digits).current };
        const caret = Math.min(at, state.value.length);
        expect(editCardNumber(state, { ...state, start: caret, end: caret }).value).toBe(state.value);
      }),
    );
  });

  it('undoes a typed digit by Backspace wherever it was typed', () => {
    fc.assert(
      fc.property(number, fc.nat(20), digit, (digits, at, key) => {
        const field = new TextField(editCardNumber).fill(digits);
        const before = field.current.value;
        field.select(Math.min(at, before.length)).type(key).backspace();
        expect(field.current.value).toBe(before);
      }),
    );
  });

  it('never throws, whatever the two states are', () => {
    const anyState = fc
      .tuple(fc.string({ unit: 'binary', maxLength: 30 }), fc.nat(40), fc.nat(40))
      .map(([value, a, b]) => ({
        value,
        start: Math.min(a, b, value.length),
        end: Math.min(Math.max(a, b), value.length),
      }));
    const inputType = fc.constantFrom(
      undefined,
      '',
      'insertText',
      'deleteContentBackward',
      'deleteWordForward',
      'historyUndo',
    );
    fc.assert(
      fc.property(anyState, anyState, inputType, (before, after, type) => {
        for (const format of [editCardNumber, (b: typeof before, a: typeof after) => editExpiry(b, a, type)]) {
          const { value, start, end } = format(before, after, type);
          expect(value).toMatch(/^([\d /]*|[a-z]{1,2})$/i);
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThanOrEqual(start);
          expect(value.length).toBeGreaterThanOrEqual(end);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
