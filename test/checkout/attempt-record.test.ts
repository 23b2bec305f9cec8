/** The records of an attempt and of its 3-D Secure step, in a storage that may be blocked, full or edited by hand. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readRecord, sessionRecords, writeRecord } from '../../src/checkout/attempt-record.js';
import { readStep, writeStep } from '../../src/checkout/challenge-step.js';

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

  it('is in the session’s storage of the page, if the browser allows it', () => {
    const storage = storageOf();
    vi.stubGlobal('sessionStorage', storage);
    expect(sessionRecords()).toBe(storage);
    vi.unstubAllGlobals();
    Object.defineProperty(globalThis, 'sessionStorage', { configurable: true, get: () => blocked.getItem() });
    expect(sessionRecords()).toBeUndefined();
    Reflect.deleteProperty(globalThis, 'sessionStorage');
  });
});

describe('the record of a 3-D Secure step', () => {
  const step = { claim: 'c', url: 'https://pay.example/3ds', isOfService: true };
  const KEY = 'florin:1042:challenge';

  it('is read as it was written, until it is removed', () => {
    const storage = storageOf();
    writeStep('1042', step, storage);
    expect([...storage.map.keys()]).toEqual([KEY]);
    expect(readStep('1042', 'c', storage)).toEqual(step);
    expect(readStep('1043', 'c', storage)).toBeUndefined();
    expect(readStep('1042', 'another', storage)).toBeUndefined();
    writeStep('1042', undefined, storage);
    expect(readStep('1042', 'c', storage)).toBeUndefined();
    expect(storage.map.get(KEY)).toBe('');
  });

  it.each([
    ['{"claim":"c","url":7}', undefined],
    ['{"claim":"c","url":"http://pay.example/3ds"}', undefined],
    ['{"url":"https://pay.example/3ds"}', undefined],
    ['{"claim":"c","url":"https://pay.example/3ds","isOfService":"yes","x":1}', { ...step, isOfService: false }],
    ['null', undefined],
    ['{', undefined],
  ])('has only members of their type: %s', (text, read) => {
    expect(readStep('1042', 'c', storageOf({ [KEY]: text }))).toEqual(read);
  });

  it.each([blocked, undefined])('is none without a storage, and nothing fails', (storage) => {
    expect(readStep('1042', 'c', storage)).toBeUndefined();
    expect(() => writeStep('1042', step, storage)).not.toThrow();
  });
});
