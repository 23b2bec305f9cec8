import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJson, writeJson } from '../../../src/wire/rest/lossless-json.js';

describe('readJson', () => {
  it('reads what JSON.parse reads, except large integers', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.constantFrom(0, 1, 2), (text, indent) => {
        const written = JSON.stringify(JSON.parse(text), null, indent);
        expect(JSON.parse(writeJson(readJson(written)))).toEqual(JSON.parse(written));
      }),
    );
  });

  it('keeps 64-bit integers exact, at any place', () => {
    const text =
      '{"a":9007199254740993,"b":[1,-9223372036854775808,{"c":9223372036854775807}],"9007199254740993":"9007199254740993"}';
    expect(readJson(text)).toEqual({
      a: 9007199254740993n,
      b: [1, -9223372036854775808n, { c: 9223372036854775807n }],
      '9007199254740993': '9007199254740993',
    });
    expect(readJson('9007199254740991')).toBe(9007199254740991);
    expect(readJson('[1234567890123456, 12.5e3, 9007199254740993.5]')).toEqual([
      1234567890123456, 12500, 9007199254740994,
    ]);
  });

  it('reads an integer of more than 64 bits as a number', () => {
    expect(readJson('[9223372036854775808]')).toEqual([2 ** 63]);
    expect(readJson(`[${'9'.repeat(400)}]`)).toEqual([Infinity]);
  });

  it.each([
    '{"a":1,"a":2}',
    '{"a":1,"a":1}',
    '{"a":{"b":1,"c":[{}],"b":1}}',
    '[{"a":1},{"a":{"x":1},"b":2,"a":3}]',
    '{"Amount":100,"\\u0041mount":1}',
    '{"a":9007199254740993,"a":{"b":1}}',
    '{"__proto__":1,"__proto__":2}',
  ])('refuses %s: a member is repeated', (text) => {
    expect(() => readJson(text)).toThrow('the message must be JSON without a member twice');
  });

  it.each([
    '[{"a":1},{"a":1}]',
    '{"a":{"a":{"a":["a","a"]}},"b":"{\\"a\\":1,\\"a\\":2}"}',
    '{"a\\\\":1,"a":"\\\\\\"","b":"a"}',
    '{"a":"x","A":"x"," a":"x"}',
  ])('accepts %s: no duplicate member', (text) => {
    expect(readJson(text)).toEqual(JSON.parse(text));
  });

  it('touches no prototype', () => {
    const value = readJson('{"__proto__":{"x":9007199254740993}}') as object;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(({} as { x?: unknown }).x).toBeUndefined();
    expect(Object.entries(value)).toEqual([['__proto__', { x: 9007199254740993n }]]);
  });
});

describe('writeJson', () => {
  it('writes what it read, with all digits', () => {
    const text = '{"a":9007199254740993,"b":["#","##",{"#":-9223372036854775808}],"c":"\\u0000#","d":[1,true,null]}';
    expect(writeJson(readJson(text))).toBe(text);
    expect(writeJson({ a: 1n, b: '#' }, 2)).toBe('{\n  "a": 1,\n  "b": "#"\n}');
  });
});
