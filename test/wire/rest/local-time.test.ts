import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTime, writeLocalTime, writeSettlementDate } from '../../../src/wire/rest/local-time.js';
import { WireError } from '../../../src/wire/rest/wire-error.js';

// Known answers: 2026 has summer time (+11:00) until 5 April 03:00 and from 4 October 02:00, else +10:00.
const KNOWN: readonly (readonly [string, string])[] = [
  ['2026-01-15T01:02:03.456Z', '2026-01-15T12:02:03.4560000'],
  ['2026-07-15T01:02:03.004Z', '2026-07-15T11:02:03.0040000'],
  ['2026-12-31T13:00:00.000Z', '2027-01-01T00:00:00.0000000'],
  ['2026-04-04T15:59:59.999Z', '2026-04-05T02:59:59.9990000'],
  ['2026-04-04T16:00:00.000Z', '2026-04-05T02:00:00.0000000'],
  ['2026-10-03T15:59:59.999Z', '2026-10-04T01:59:59.9990000'],
  ['2026-10-03T16:00:00.000Z', '2026-10-04T03:00:00.0000000'],
];

describe('writeLocalTime', () => {
  it.each(KNOWN)('writes %s as %s', (instant, local) => {
    expect(writeLocalTime(Date.parse(instant))).toBe(local);
  });

  it.each([Number.NaN, Infinity, 8.64e15, -8.64e15])('refuses %s', (instant) => {
    expect(() => writeLocalTime(instant)).toThrow(RangeError);
  });
});

describe('writeSettlementDate', () => {
  it.each([
    ['2026-07-15T13:59:59.999Z', '20260715'],
    ['2026-07-15T14:00:00.000Z', '20260716'],
    ['2026-12-31T13:00:00.000Z', '20270101'],
  ])('settles %s on %s', (instant, day) => {
    expect(writeSettlementDate(Date.parse(instant))).toBe(day);
  });
});

describe('readTime', () => {
  it.each([
    ['2026-01-15T12:02:03.4560000', '2026-01-15T01:02:03.456Z'],
    ['2026-07-15T11:02:03', '2026-07-15T01:02:03.000Z'],
    ['2026-07-15T11:02', '2026-07-15T01:02:00.000Z'],
    ['2026-07-15 11:02:03.9', '2026-07-15T01:02:03.900Z'],
    ['2026-07-15', '2026-07-14T14:00:00.000Z'],
    ['2026-07-15T01:02:03.456789Z', '2026-07-15T01:02:03.456Z'],
    ['2026-07-15T01:02:03+10:00', '2026-07-14T15:02:03.000Z'],
    ['2026-07-15T01:02:03-0330', '2026-07-15T04:32:03.000Z'],
    ['0001-01-01T00:00:00', '0000-12-31T13:55:08.000Z'],
    ['9999-12-31T23:59:59.9999999', '9999-12-31T12:59:59.999Z'],
  ])('reads %s as %s', (value, instant) => {
    expect(new Date(readTime(value)).toISOString()).toBe(instant);
  });

  it('takes the first of two instants with the same local time', () => {
    expect(new Date(readTime('2026-04-05T02:30:00')).toISOString()).toBe('2026-04-04T15:30:00.000Z');
  });

  it('moves a local time that the clock change skips past the gap', () => {
    expect(new Date(readTime('2026-10-04T02:30:00')).toISOString()).toBe('2026-10-03T16:30:00.000Z');
  });

  it.each([
    '',
    'today',
    '15/07/2026',
    '2026-02-30',
    '2026-13-01',
    '2026-00-10',
    '0000-01-01',
    '2026-07-15T24:00:00',
    '2026-07-15T11:60:00',
    '2026-07-15T11:02:60',
    '2026-07-15T11:02:03+24:00',
    '2026-07-15T11:02:03.4560000 trailing',
    '٢٠٢٦-07-15',
  ])('refuses "%s"', (value) => {
    expect(() => readTime(value)).toThrow(WireError);
  });

  it('reads back what it writes, except in the hour that occurs twice each year', () => {
    const min = Date.parse('1972-01-01T00:00:00Z');
    const max = Date.parse('2200-01-01T00:00:00Z');
    fc.assert(
      fc.property(fc.integer({ min, max }), (instant) => {
        const back = readTime(writeLocalTime(instant));
        expect([instant, instant - 3_600_000]).toContain(back);
        expect(writeLocalTime(back)).toBe(writeLocalTime(instant));
      }),
    );
  });
});
