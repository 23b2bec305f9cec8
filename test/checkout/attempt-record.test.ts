/** The records of an attempt and of its 3-D Secure step, in a storage that may be blocked, full or edited by hand. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readRecord, type RecordStorage, recordsOf, writeRecord } from '../../src/checkout/attempt-record.js';
import { KeptStep } from '../../src/checkout/challenge-step.js';

afterEach(() => vi.unstubAllGlobals());

function storageOf(entries: Record<string, string> = {}) {
  const map = new Map(Object.entries(entries));
  return {
    map,
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
  };
}

const blocked = {
  getItem(): never {
    throw new DOMException('blocked', 'SecurityError');
  },
  setItem(): never {
    throw new DOMException('full', 'QuotaExceededError');
  },
};

describe('the record of an attempt', () => {
  it.each([
    { claim: 'c' },
    { claim: 'c', submittedAt: 7 },
    { claim: 'c', submittedAt: 7, settled: true },
    { claim: 'c', submittedAt: 7, keyWasUsed: true },
  ])('is read as it was written: %j', (record) => {
    const storage = storageOf();
    writeRecord('1042', record, storage);
    expect([...storage.map.keys()]).toEqual(['florin:1042']);
    expect(readRecord('1042', storage)).toEqual(record);
    expect(readRecord('1043', storage)).toBeUndefined();
  });

  it.each([
    ['{"claim":"c","submittedAt":"7","settled":1,"keyWasUsed":"yes"}', { claim: 'c' }],
    ['{"claim":"c","number":"4987654321098769"}', { claim: 'c' }],
    ['{"claim":7}', undefined],
    ['{"submittedAt":7}', undefined],
    ['null', undefined],
    ['7', undefined],
    ['{', undefined],
  ])('has only members of their type: %s', (text, record) => {
    expect(readRecord('1042', storageOf({ 'florin:1042': text }))).toEqual(record);
  });

  it.each([blocked, undefined])('is none without a storage, and nothing fails', (storage) => {
    expect(readRecord('1042', storage)).toBeUndefined();
    expect(() => writeRecord('1042', { claim: 'c' }, storage)).not.toThrow();
  });

  it('is in a storage of the page, if the browser allows it', () => {
    const storage = storageOf();
    vi.stubGlobal('sessionStorage', storage);
    expect(recordsOf('sessionStorage')).toBe(storage);
    vi.unstubAllGlobals();
    Object.defineProperty(globalThis, 'sessionStorage', { configurable: true, get: () => blocked.getItem() });
    expect(recordsOf('sessionStorage')).toBeUndefined();
    Reflect.deleteProperty(globalThis, 'sessionStorage');
  });
});

describe('the record of a 3-D Secure step', () => {
  const KEY_OF_C = { claim: 'c', submitUrl: 'https://pay.example/key' };
  const URL_OF_C = 'https://pay.example/3ds';
  const step = { claim: 'c', url: URL_OF_C, isOfService: true, endsAt: 600_007 };
  const KEY = 'florin::challenge';
  const find = (claim: string, storage: RecordStorage | undefined) => {
    const kept = new KeptStep(storage);
    kept.find(claim);
    return kept;
  };

  it('is found by another page as it was begun, until it ends', () => {
    const storage = storageOf();
    new KeptStep(storage).begin(URL_OF_C, KEY_OF_C, 7);
    expect([...storage.map.keys()]).toEqual([KEY]);
    const kept = find('c', storage);
    expect([kept.step, find('another', storage).step]).toEqual([step, undefined]);
    kept.end();
    expect([kept.step, find('c', storage).step, storage.map.get(KEY)]).toEqual([undefined, undefined, '']);
  });

  it('of another attempt stays when one ends', () => {
    const storage = storageOf();
    const kept = new KeptStep(storage);
    kept.begin(URL_OF_C, KEY_OF_C, 7);
    new KeptStep(storage).begin(URL_OF_C, { ...KEY_OF_C, claim: 'later' }, 7);
    kept.end();
    expect(find('later', storage).step).toEqual({ ...step, claim: 'later' });
  });

  it.each([
    ['{"claim":"c","url":7}', undefined],
    ['{"claim":"c","url":"http://pay.example/3ds"}', undefined],
    ['{"url":"https://pay.example/3ds"}', undefined],
    [
      '{"claim":"c","url":"https://pay.example/3ds","isOfService":"yes","endsAt":"x","y":1}',
      { ...step, isOfService: false, endsAt: 0 },
    ],
    ['null', undefined],
    ['{', undefined],
  ])('has only members of their type: %s', (text, read) => {
    expect(find('c', storageOf({ [KEY]: text })).step).toEqual(read);
  });

  it.each([blocked, undefined])('is none without a storage, and nothing fails', (storage) => {
    expect(find('c', storage).step).toBeUndefined();
    expect(new KeptStep(storage).begin(URL_OF_C, KEY_OF_C, 7)).toEqual(step);
  });
});
