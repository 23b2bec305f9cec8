/** Tests the detector of no-card-data.spec.ts: what it must find, and what it must ignore. */
import { expect, test } from '@playwright/test';
import { findCardData, type Observation } from './leaks/find-card-data.js';

const SECRET = { number: '4987654321098769', cvn: '739' };
const seen = (value: unknown, where = 'x', channel = 'console'): Observation => ({ channel, where, value });

for (const [what, observations] of [
  ['the number', [seen('4987654321098769')]],
  ['the number with blanks', [seen('card 4987 6543 2109 8769 refused')]],
  ['the number with markup in between', [seen('<b>4987</b>-<b>6543</b>-<b>2109</b>-<b>8769</b>')]],
  ['nine digits of it', [seen('4321 0987 6')]],
  ['the number backwards', [seen('9678901234567894')]],
  ['the number in base64', [seen(btoa('4987654321098769'))]],
  ['the number in base64 inside of other text', [seen(btoa('{"n":"4987654321098769"}'))]],
  ['the number in hexadecimal', [seen('34393837363534333231303938373639')]],
  ['the number in character codes', [seen([...'4987654321098769'].map((digit) => digit.charCodeAt(0)))]],
  ['the number deep in an object', [seen({ a: [{ b: { c: '4987654321098769' } }] })]],
  ['the number in JSON in JSON', [seen(JSON.stringify({ body: JSON.stringify({ n: '4987 6543 2109 8769' }) }))]],
  ['the number in an address', [seen('', 'https://shop.example/?n=4987654321098769')]],
  ['the number in one event for each digit', [...SECRET.number].map((digit) => seen({ data: digit }))],
] as const) {
  test(`finds ${what}`, () => {
    expect(findCardData(observations, SECRET)).toContainEqual(expect.objectContaining({ what: 'number' }));
  });
}

for (const [what, observations] of [
  ['a CVN that is a whole value', [seen({ extra: '739' })]],
  ['a CVN as a number', [seen({ extra: 739 })]],
  ['a CVN in a member named like one', [seen({ cardCvn: 'v=739;' })]],
  ['a CVN in JSON', [seen('{"card":{"Cvn":"739"}}')]],
  ['a CVN in form data', [seen('order=1042&CVN=739&x=1')]],
  ['a CVN in a query', [seen('/pay/log?c=739&order=1042')]],
  ['a CVN as a word', [seen('the code 739 was typed')]],
  ['a CVN in base64', [seen('NzM5')]],
  ['a CVN backwards', [seen('937')]],
  ['a CVN in one event for each digit', [...SECRET.cvn].map((digit) => seen({ data: digit }))],
] as const) {
  test(`finds ${what}`, () => {
    expect(findCardData(observations, SECRET)).toContainEqual(expect.objectContaining({ what: 'cvn' }));
  });
}

for (const [what, observation] of [
  ['the last digits on a receipt', seen('Visa •••• 769, expires 12/30')],
  ['a masked number', seen('498765...769')],
  ['an amount', seen('Pay $739.00')],
  ['a time', seen('2026-11-21T07:39:12.739Z')],
  ['an instant with the same digits', seen({ submittedAt: 1_795_739_739_000 })],
  ['a key with the same digits', seen('1a7390f2-7739-4a6b-9739-00c2a5f739aa')],
  ['a port', seen('http://127.0.0.1:739/')],
  ['digits of a pasted order number', seen({ order: '17392' })],
] as const) {
  test(`leaves ${what} alone`, () => {
    expect(findCardData([observation], SECRET)).toEqual([]);
  });
}
