/** Removes from a fact everything that belongs to the account or to this run, in the usual encodings too. */
import { writeAuthorization } from '../wire/rest/credentials.js';
import type { Facility } from './facility.js';
import type { FactValue } from './probe.js';

/** With dashes or without. */
const GUID = /[\da-f]{8}(?:-?[\da-f]{4}){3}-?[\da-f]{12}/gi;
/** Such as a key in base64; no word of an answer is as long. */
const LONG_WORD = /[a-z\d+/]{40,}={0,2}/gi;
const REFERENCE = /florin-contract-[\da-f]{8}/gi;
/** Card and merchant numbers, tokens, transactions, receipts; in groups too. */
const LONG_NUMBER = /\d(?:[ .-]?\d){8,}/g;
const LEAST_LONG_NUMBER = 1e8;
const LONGEST_TEXT = 400;
/** More is not searched: an answer can have megabytes. */
const LONGEST_SEARCHED = 10_000;

/** A value whose texts and names tell no credentials, keys, numbers or references. */
export function withoutSecrets(value: FactValue, facility: Facility): FactValue {
  if (typeof value === 'string') return withoutSecretText(value, facility);
  if (typeof value === 'number') return Math.abs(value) < LEAST_LONG_NUMBER ? value : '<number>';
  if (Array.isArray(value)) return value.map((item: FactValue) => withoutSecrets(item, facility));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, inside]) => [
    withoutSecretText(name, facility),
    withoutSecrets(inside, facility),
  ]);
  return Object.fromEntries(members) as FactValue;
}

/** UTF-8 in base64, with its padding and without. */
function inBase64(text: string): readonly string[] {
  const padded = btoa(String.fromCharCode(...new TextEncoder().encode(text)));
  return [padded, padded.replaceAll('=', '')];
}

/** A text without another one, in any case. */
function withoutWord(text: string, word: string): string {
  const small = text.toLowerCase();
  const searched = word.toLowerCase();
  // Some capitals have more letters when small; then all of them are.
  const source = small.length === text.length ? text : small;
  let left = '';
  let from = 0;
  for (let at = small.indexOf(searched); at !== -1; at = small.indexOf(searched, from)) {
    left += `${source.slice(from, at)}<account>`;
    from = at + searched.length;
  }
  return left + source.slice(from);
}

/** The same for one text. */
export function withoutSecretText(text: string, facility: Facility): string {
  const { username, password, merchantNumber, shortName = '' } = facility;
  const plain = [`${username}|${merchantNumber}:${password}`, password, merchantNumber, username, shortName];
  const own = plain
    .filter((secret) => secret !== '')
    .flatMap((secret) => [secret, encodeURIComponent(secret), ...inBase64(secret)]);
  return [writeAuthorization(facility), ...own]
    .reduce(withoutWord, text.slice(0, LONGEST_SEARCHED))
    .replace(GUID, '<key>')
    .replace(LONG_WORD, '<key>')
    .replace(REFERENCE, '<reference>')
    .replace(LONG_NUMBER, '<number>')
    .slice(0, LONGEST_TEXT);
}
