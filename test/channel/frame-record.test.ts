import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  FIELD_REASONS,
  FRAME_ACTS,
  FRAME_FIELDS,
  type FrameNotice,
  type SubmitOutcome,
} from '../../src/channel/contract.js';
import { BRAND_IDS } from '../../src/core/card/brand.js';
import { readNotice, readOutcome } from '../../src/channel/read-frame-record.js';
import { writeNotice, writeOutcome } from '../../src/channel/write-frame-record.js';
import type { CardFieldState } from '../../src/core/card/field-state.js';

const SEED = 20261123;
const GUID = '6ba7b810-9dad-41d1-80b4-00c04fd430c8';
const KINDS: readonly SubmitOutcome['kind'][] = ['finished', 'challenge', 'field_error', 'refused', 'lost'];

const reason = fc.constantFrom(...FIELD_REASONS);
const state: fc.Arbitrary<CardFieldState> = fc.oneof(
  fc.constantFrom<CardFieldState>({ status: 'empty' }, { status: 'valid' }),
  fc.record({ status: fc.constantFrom('incomplete', 'invalid'), reason }),
);
const notice: fc.Arbitrary<FrameNotice> = fc.record({
  fields: fc.dictionary(fc.constantFrom(...FRAME_FIELDS), state, { noNullPrototype: true }),
  brand: fc.option(fc.constantFrom(...BRAND_IDS)),
  height: fc.integer({ min: 0, max: 4000 }),
  focused: fc.option(fc.constantFrom(...FRAME_FIELDS)),
  asks: fc.boolean(),
  act: fc.option(fc.constantFrom(...FRAME_ACTS)),
});
const apiCode = fc.integer({ min: 0, max: 999 });
const outcome: fc.Arbitrary<SubmitOutcome> = fc.oneof(
  fc.constant<SubmitOutcome>({ kind: 'finished', resultKey: GUID }),
  fc.webUrl().map((redirectionUrl): SubmitOutcome => ({ kind: 'challenge', redirectionUrl })),
  fc.record({ kind: fc.constant('field_error' as const), field: fc.constantFrom(...FRAME_FIELDS), apiCode }),
  fc.record({ kind: fc.constantFrom('refused' as const, 'lost' as const), apiCode }),
  fc.constant<SubmitOutcome>({ kind: 'lost' }),
);

describe('a notice', () => {
  it('arrives as it was sent', () => {
    fc.assert(
      fc.property(notice, (sent) => {
        expect(readNotice(structuredClone(writeNotice(sent)))).toEqual(sent);
      }),
      { seed: SEED, numRuns: 1000 },
    );
  });

  // The guarantee of contract.ts: whatever members the frame's objects have, no digits of a card are sent.
  it('has only the members of the contract', () => {
    fc.assert(
      fc.property(notice, fc.string({ minLength: 1 }), (sent, name) => {
        const card = { [name]: '4111111111111111', number: '4111111111111111', value: 5123456789012346, cvn: '123' };
        const fields = Object.fromEntries(
          Object.entries(sent.fields).map(([field, each]) => [field, { ...card, ...each }]),
        );
        const crossed = JSON.stringify(writeNotice({ ...card, ...sent, fields: { ...fields, typed: card } as never }));
        expect(crossed).not.toMatch(/\d{5}|"\d{3}"/);
      }),
      { seed: SEED, numRuns: 2000 },
    );
  });

  it.each([
    ['brand', { brand: '4111111111111111' }],
    ['focused', { focused: '4111111111111111' }],
    ['act', { act: '4111111111111111' }],
    ['status', { fields: { number: { status: '4111111111111111' } } }],
    ['reason', { fields: { number: { status: 'invalid', reason: '4111111111111111' } } }],
  ])('with a %s that is no word of the contract is not sent, and the error does not quote it', (_member, wrong) => {
    const sent = {
      fields: {},
      brand: null,
      height: 1,
      focused: null,
      asks: false,
      act: null,
      ...wrong,
    } as unknown as FrameNotice;
    expect(() => writeNotice(sent)).toThrow(TypeError);
    expect(() => writeNotice(sent)).not.toThrow(/4111/);
  });

  it.each([
    [4111111111111111, 4000],
    [-5, 0],
    [NaN, 0],
    [123.2, 124],
  ])('has no height of %s, but %s', (height, sent) => {
    const given: FrameNotice = { fields: {}, brand: null, height, focused: null, asks: false, act: null };
    expect(writeNotice(given).height).toBe(sent);
  });

  it.each([
    [null],
    ['x'],
    [{}],
    [{ fields: {}, brand: null, height: 1, focused: null }],
    [{ fields: {}, brand: 'eftpos', height: 1, focused: null, act: null }],
    [{ fields: {}, brand: null, height: 4001, focused: null, act: null }],
    [{ fields: {}, brand: null, height: '1', focused: null, act: null }],
    [{ fields: {}, brand: null, height: 1.5, focused: null, act: null }],
    [{ fields: {}, brand: null, height: -1, focused: null, act: null }],
    [{ fields: {}, brand: null, height: 1, focused: 'pin', act: null }],
    [{ fields: {}, brand: null, height: 1, focused: null, act: 'navigate' }],
    [{ fields: { number: 'valid' }, brand: null, height: 1, focused: null, act: null }],
    [{ fields: { number: { status: 'invalid' } }, brand: null, height: 1, focused: null, act: null }],
  ])('%j is none', (value) => {
    expect(readNotice(value)).toBeUndefined();
  });
});

describe('an outcome', () => {
  it('arrives as it was sent', () => {
    fc.assert(
      fc.property(outcome, (sent) => {
        expect(readOutcome(structuredClone(writeOutcome({ ...sent, ...{ number: '4111' } })))).toEqual(sent);
      }),
      { seed: SEED, numRuns: 1000 },
    );
  });

  it.each([
    [undefined],
    [true],
    [{}],
    [{ kind: 'finished' }],
    [{ kind: 'finished', resultKey: '../x' }],
    [{ kind: 'challenge' }],
    [{ kind: 'challenge', redirectionUrl: 'x'.repeat(4097) }],
    [{ kind: 'field_error', field: 'pin' }],
    [{ kind: 'refused' }],
    [{ kind: 'approved' }],
    [{ resultKey: GUID }],
    [{ redirectionUrl: 'https://bank.test' }],
    [{ kind: 'refused', apiCode: -1 }],
    [{ kind: 'refused', apiCode: 1000 }],
    [{ kind: 'refused', apiCode: 1.5 }],
  ])('that is %j is lost', (value) => {
    expect(readOutcome(value)).toEqual({ kind: 'lost' });
  });

  it.each([
    [{ kind: 'field_error', field: 'pin', apiCode: 113 }],
    [{ kind: 'approved', field: 'cvn', apiCode: 113 }],
    [{ kind: 'approved', apiCode: 113 }],
  ])('that is %j is lost, with its code', (value) => {
    expect(readOutcome(value)).toEqual({ kind: 'lost', apiCode: 113 });
  });

  it('may have the longest address of a challenge', () => {
    const challenge = { kind: 'challenge', redirectionUrl: 'x'.repeat(4096) };
    expect(readOutcome(challenge)).toEqual(challenge);
  });

  it('is of a known kind, whatever is read', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (value, member) => {
        for (const sent of [
          value,
          { kind: 'finished', resultKey: member },
          { kind: 'field_error', field: member, apiCode: 113 },
        ]) {
          expect(KINDS).toContain(readOutcome(sent).kind);
        }
        for (const sent of [value, { fields: member, brand: null, height: 1, focused: null, act: null }]) {
          const fields = Object.keys(readNotice(sent)?.fields ?? {});
          expect(fields.filter((name) => !(FRAME_FIELDS as readonly string[]).includes(name))).toEqual([]);
        }
      }),
      { seed: SEED, numRuns: 2000 },
    );
  });
});
