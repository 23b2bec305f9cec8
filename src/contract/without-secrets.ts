/** Removes from a fact everything that belongs to the account or to this run. */
import type { Facility } from './facility.js';
import type { FactValue } from './probe.js';

const GUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gi;
const REFERENCE = /florin-contract-[\da-f]{8}/gi;
/** Card and merchant numbers, tokens, transactions, receipts. */
const LONG_NUMBER = /\d{9,}/g;
const LONGEST_TEXT = 400;

/** A value whose texts name no credentials, keys, numbers or references. */
export function withoutSecrets(value: FactValue, facility: Facility): FactValue {
  if (typeof value === 'string') return withoutSecretText(value, facility);
  if (Array.isArray(value)) return value.map((item: FactValue) => withoutSecrets(item, facility));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, inside]) => [name, withoutSecrets(inside, facility)]);
  return Object.fromEntries(members) as FactValue;
}

/** The same for one text. */
export function withoutSecretText(text: string, { username, password, merchantNumber, shortName }: Facility): string {
  const own = [password, merchantNumber, username, shortName].filter((secret) => secret !== undefined && secret !== '');
  const hidden = own.reduce<string>((left, secret) => left.replaceAll(secret ?? '', '<account>'), text);
  return hidden
    .replace(GUID, '<key>')
    .replace(REFERENCE, '<reference>')
    .replace(LONG_NUMBER, '<number>')
    .slice(0, LONGEST_TEXT);
}
