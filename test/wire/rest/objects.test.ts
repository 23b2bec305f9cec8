import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { readJson, writeJson } from '../../../src/wire/rest/lossless-json.js';
import { readWire } from '../../../src/wire/rest/read-wire.js';
import { unknownMembers } from '../../../src/wire/rest/unknown-members.js';
import { wireNotes } from '../../../src/wire/rest/wire-object.js';
import { SOURCE_SPELLING, writeAnswer, writeRequest } from '../../../src/wire/rest/write-wire.js';
import members from '../../vectors/rest-members.json' with { type: 'json' };
import { allObjects } from './all-objects.js';
import { wireArbitrary } from './wire-arbitrary.js';

const RUNS = { numRuns: 60 };

/** The value that the receiver reads. */
const overTheWire = (value: unknown): unknown => readJson(writeJson(value));

describe('the REST objects', () => {
  it('are those of the manual, under different names', () => {
    const names = allObjects.map(([name]) => name);
    expect(names.toSorted()).toEqual(Object.keys(members.objects).toSorted());
    expect(new Set(names).size).toBe(names.length);
  });
});

describe.each(allObjects)('%s', (name, schema) => {
  const value = wireArbitrary(schema) as fc.Arbitrary<Record<string, unknown>>;

  it("has the manual's members and no others", () => {
    const listed = new Map(Object.entries(members.objects)).get(name)?.split(' ') ?? [];
    expect(Object.keys(schema.shape).toSorted()).toEqual(listed.toSorted());
  });

  it("has the manual's limits and no others", () => {
    const limits = Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([member, optional]) => {
      const inner = optional instanceof z.ZodOptional ? optional.unwrap() : optional;
      if (!(inner instanceof z.ZodString) || inner.maxLength === null) return [];
      return `${member}${inner.minLength === inner.maxLength ? '=' : '<='}${inner.maxLength}`;
    });
    const listed = new Map<string, string>(Object.entries(members.limits)).get(name)?.split(' ') ?? [];
    expect(limits.toSorted()).toEqual(listed.toSorted());
  });

  it('reads every answer that it writes', () => {
    fc.assert(
      fc.property(value, (x) => {
        expect(readWire(schema, overTheWire(writeAnswer(schema, x)))).toEqual(x);
        expect(readWire(schema, overTheWire(writeAnswer(schema, x, SOURCE_SPELLING)))).toEqual(x);
      }),
      RUNS,
    );
  });

  it('reads every request that it writes', () => {
    fc.assert(
      fc.property(value, (x) => {
        const written = overTheWire(writeRequest(schema, x));
        expect(readWire(schema, written)).toEqual(x);
        expect(unknownMembers(schema, written)).toEqual([]);
      }),
      RUNS,
    );
  });

  it('writes every member of an answer, in ordinal order', () => {
    fc.assert(
      fc.property(value, (x) => {
        const written = Object.keys(writeAnswer(schema, x));
        expect(written).toEqual(Object.keys(schema.shape).toSorted((a, b) => (a < b ? -1 : 1)));
      }),
      RUNS,
    );
  });

  it('describes itself as JSON Schema in both directions', () => {
    for (const io of ['input', 'output'] as const) {
      const json = z.toJSONSchema(schema, { io, metadata: wireNotes, unrepresentable: 'throw' });
      expect(json.$ref).toBe(`#/$defs/${name}`);
      expect(Object.keys(json.$defs?.[name]?.properties ?? {})).toEqual(Object.keys(schema.shape));
    }
  });
});
