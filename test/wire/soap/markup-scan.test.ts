import { describe, expect, test } from 'vitest';
import { createMarkupScan } from '../../../src/wire/soap/markup-scan.js';

/** The counts of a text that arrives in pieces of one size. */
function scan(text: string, size: number) {
  const take = createMarkupScan();
  let counts = take('');
  for (let at = 0; at < text.length; at += size) counts = take(text.slice(at, at + size));
  return { ...counts };
}

const cases: readonly (readonly [string, { references: number; brackets: number; comment: number; hasDtd?: true }])[] =
  [
    ['', { references: 0, brackets: 0, comment: 0 }],
    ['<a>x&amp;&#1;</a><b c="&lt;"/>', { references: 3, brackets: 0, comment: 0 }],
    ['<a>]]]</a>', { references: 0, brackets: 0, comment: 0 }],
    ['<a><![CDATA[&&]]]<!--]]]]></a>&', { references: 1, brackets: 5, comment: 0 }],
    ['<a><!--&]12345--><!--12--></a>', { references: 0, brackets: 0, comment: 7 }],
    ['<?a ]&<![CDATA[?><?b?>', { references: 0, brackets: 0, comment: 13 }],
    ['<!--<![CDATA[--><![CDATA[<?]]>&<?&?>', { references: 1, brackets: 0, comment: 9 }],
    ['<![CDATA<![CDATX[<!-<!<&', { references: 1, brackets: 0, comment: 0 }],
    ['<?a?><!DOCTYPE a [&', { references: 0, brackets: 0, comment: 1, hasDtd: true }],
    ['<!--<!DOCTYPE a>--><![CDATA[<!DOCTYPE a>]]><!doctype a>', { references: 0, brackets: 0, comment: 12 }],
  ];

describe.each([1, 2, 3, 5, 8, 9, 10, 1_000])('in pieces of %d', (size) => {
  test.each(cases)('%j', (text, expected) => {
    // Text after it, because the scan waits for more at a possible start of a section.
    expect(scan(`${text}          `, size)).toEqual({ hasDtd: false, ...expected });
  });
});

test('counts an unfinished comment as it grows', () => {
  const take = createMarkupScan();
  take(`<a><!--${'x'.repeat(100)}`);
  expect(take('y'.repeat(100)).comment).toBe(198);
});
