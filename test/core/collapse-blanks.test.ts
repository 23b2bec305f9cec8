import { expect, it } from 'vitest';
import { collapseBlanks } from '../../src/core/collapse-blanks.js';

it.each([
  ['  Jo   Citizen ', 'Jo Citizen'],
  ['Jo\tCitizen\u00a0Jr', 'Jo Citizen Jr'],
  ['  a \t b ', 'a b'],
  ['', ''],
])('collapseBlanks(%j) is %j', (text, collapsed) => expect(collapseBlanks(text)).toBe(collapsed));
