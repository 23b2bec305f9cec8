import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { txnAnswer, txnListAnswer } from '../../../src/wire/rest/answers.js';
import { txnAuthKeyRequest } from '../../../src/wire/rest/auth-key.js';
import { readJson } from '../../../src/wire/rest/lossless-json.js';
import { MAX_ITEMS, readWire } from '../../../src/wire/rest/read-wire.js';
import { txnSearchRequest } from '../../../src/wire/rest/search-input.js';
import { browserTxnRequest, processTxnRequest } from '../../../src/wire/rest/txn-req.js';
import { unknownMembers } from '../../../src/wire/rest/unknown-members.js';
import { WireError, type WireProblem } from '../../../src/wire/rest/wire-error.js';
import { fastest } from '../../support/fastest.js';

const CARD = '4987654321098769';

function refusal(schema: z.ZodType, value: unknown): WireError {
  try {
    readWire(schema, value);
  } catch (error) {
    if (error instanceof WireError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

const readTxnReq = (members: object) => readWire(processTxnRequest.v3, { TxnReq: members }).TxnReq;
const refuseTxnReq = (members: object) => refusal(processTxnRequest.v3, { TxnReq: members });

describe('readWire accepts', () => {
  it('null for an absent member, at any depth and in arrays', () => {
    const read = readTxnReq({
      Amount: null,
      CardDetails: null,
      Customer: { Address: null, DaysOnFile: null },
      Order: { OrderItems: [null, { SKU: null }] },
    });
    expect(read).toEqual({ Customer: {}, Order: { OrderItems: [{}] } });
  });

  it('unknown members', () => {
    expect(readTxnReq({ Amount: 1, IsTestTxn: true, amount: 2, Approved: { deep: [1] } })).toEqual({ Amount: 1 });
  });

  it.each(['true', 'True', 'TRUE'])('the text "%s" for a Boolean', (text) => {
    expect(readTxnReq({ TestMode: text, StoreCard: 'False' })).toEqual({ TestMode: true, StoreCard: false });
  });

  it.each(['Cvn', 'CVN', 'cvn', 'cVn', 'CvN', 'cvN', 'CVn', 'cVN'])('the spelling %s', (spelling) => {
    expect(readTxnReq({ CardDetails: { [spelling]: '123' } })).toEqual({ CardDetails: { Cvn: '123' } });
    const browser = readWire(browserTxnRequest, { TxnReq: { CardDetails: { [spelling]: '123' } } });
    expect(browser).toEqual({ TxnReq: { CardDetails: { Cvn: '123' } } });
  });

  it.each<[string, z.ZodType, object, object]>([
    ['MerchantNumber with a blank', txnAnswer.v2, answer({ 'MerchantNumber ': '1' }), answer({ MerchantNumber: '1' })],
    ['IsExistingCustomer', processTxnRequest.v2, customer('IsExistingCustomer'), customer('ExistingCustomer')],
    ['Sku', processTxnRequest.v2, item({ Sku: 'a' }), item({ SKU: 'a' })],
    ['Postcode of an address', processTxnRequest.v2, address({ Postcode: '1' }), address({ PostCode: '1' })],
    ['PostCode of a descriptor', processTxnRequest.v3, descriptor({ PostCode: '1' }), descriptor({ Postcode: '1' })],
    [
      'DeviceFingerPrint of version 2',
      processTxnRequest.v2,
      screening({ DeviceFingerPrint: 'a' }),
      screening({ DeviceFingerprint: 'a' }),
    ],
    [
      "the manual's fingerprint in version 2",
      processTxnRequest.v2,
      screening({ FraudScreeningDeviceFingerprint: 'a' }),
      screening({ DeviceFingerprint: 'a' }),
    ],
    [
      'names of version 2 in version 3',
      processTxnRequest.v3,
      screening({ DeviceFingerprint: 'a', TxnSourceWebsiteURL: 'b' }),
      screening({ FraudScreeningDeviceFingerprint: 'a', SourceWebsiteURL: 'b' }),
    ],
    [
      'a bare fingerprint of version 2',
      txnAuthKeyRequest.v2,
      { ProcessTxnData: { FraudScreeningDeviceFingerprint: 'a' } },
      { ProcessTxnData: { FraudScreeningDeviceFingerPrint: 'a' } },
    ],
  ])('%s', (_name, schema, value, canonical) => {
    expect(readWire(schema, value)).toEqual(canonical);
    expect(unknownMembers(schema, value)).toEqual([]);
  });

  it('two spellings at once: the canonical one counts, unless it is null', () => {
    expect(readTxnReq({ CardDetails: { Cvn: '123', CVN: '456' } })).toEqual({ CardDetails: { Cvn: '123' } });
    expect(readTxnReq({ CardDetails: { Cvn: null, CVN: '456' } })).toEqual({ CardDetails: { Cvn: '456' } });
  });

  it('Amount 0 in a search, which the receiver reads as "any"', () => {
    expect(readWire(txnSearchRequest, { SearchInput: { Amount: 0 } })).toEqual({ SearchInput: { Amount: 0 } });
  });

  it("a text for an amount in a browser's request only", () => {
    expect(readWire(browserTxnRequest, { TxnReq: { Amount: '10.50' } })).toEqual({ TxnReq: { Amount: '10.50' } });
    expect(refuseTxnReq({ Amount: '1050' }).problems).toMatchObject([{ path: ['TxnReq', 'Amount'], rule: 'type' }]);
  });
});

describe('readWire names', () => {
  it.each<[string, z.ZodType, unknown, readonly WireProblem[]]>([
    ['no object', processTxnRequest.v3, [], [{ path: [], rule: 'type', expected: 'an object' }]],
    ['text', processTxnRequest.v3, CARD, [{ path: [], rule: 'type', expected: 'an object' }]],
    ['null', processTxnRequest.v3, null, [{ path: [], rule: 'type', expected: 'an object' }]],
    ['another wrapper', processTxnRequest.v3, { txnReq: {} }, [missing('TxnReq')]],
    ['a null wrapper', txnSearchRequest, { SearchInput: null }, [missing('SearchInput')]],
    ['no wrapper', txnAuthKeyRequest.v3, { RedirectionUrl: 'https://a' }, [missing('ProcessTxnData')]],
    ['a wrapper of text', processTxnRequest.v3, { TxnReq: CARD }, [problem(['TxnReq'], 'type', 'an object')]],
  ])('the shape: %s', (_name, schema, value, problems) => {
    expect(refusal(schema, value).problems).toEqual(problems);
  });

  it.each<[string, object, WireProblem]>([
    ['a long Crn1', { Crn1: 'x'.repeat(51) }, of('Crn1', 'length', 'text of at most 50 characters')],
    ['a short Currency', { Currency: 'AU' }, of('Currency', 'length', 'text of exactly 3 characters')],
    ['a long Currency', { Currency: 'AUDD' }, of('Currency', 'length', 'text of exactly 3 characters')],
    [
      'a long EmailAddress',
      { EmailAddress: 'x'.repeat(251) },
      of('EmailAddress', 'length', 'text of at most 250 characters'),
    ],
    ['a number for a text', { Crn2: 7 }, of('Crn2', 'type', 'text')],
    ['a text for a Boolean', { StoreCard: 'yes' }, of('StoreCard', 'type', 'true or false')],
    ['an object for a text', { Type: {} }, of('Type', 'type', 'text')],
    ['a fraction', { Amount: 10.5 }, of('Amount', 'integer', 'a whole number')],
    ['2 to the 53rd', { Amount: 2 ** 53 }, of('Amount', 'large', 'a whole number of at most 9007199254740991')],
    [
      'less than -(2 to the 53rd)',
      { Amount: -(2 ** 60) },
      of('Amount', 'large', 'a whole number of at most 9007199254740991'),
    ],
    ['a number too large for JSON', { Amount: Infinity }, of('Amount', 'type', 'a number')],
    [
      'a number for a card number',
      { CardDetails: { CardNumber: Number(CARD) } },
      of(['CardDetails', 'CardNumber'], 'type', 'text'),
    ],
    [
      'a long holder name',
      { CardDetails: { CardHolderName: 'x'.repeat(51) } },
      of(['CardDetails', 'CardHolderName'], 'length', 'text of at most 50 characters'),
    ],
    [
      'a wrong item',
      { Order: { OrderItems: [{ SKU: 'a' }, { UnitPrice: 0.5 }] } },
      of(['Order', 'OrderItems', 1, 'UnitPrice'], 'integer', 'a whole number'),
    ],
    [
      'a Cvn in another spelling, by its canonical name',
      { CardDetails: { cVN: 123 } },
      of(['CardDetails', 'Cvn'], 'type', 'text'),
    ],
  ])('%s', (_name, members, expected) => {
    const error = refuseTxnReq(members);
    expect(error.problems).toEqual([expected]);
    expect(error.message).toBe(`${expected.path.join('.')} must be ${expected.expected}`);
  });

  it('integers that a number would round', () => {
    const body = '{"TxnReq":{"Amount":9007199254740993}}';
    expect(refusal(processTxnRequest.v3, readJson(body)).problems).toMatchObject([{ rule: 'large' }]);
  });

  it('all wrong members at once, twenty at most', () => {
    const problems = refuseTxnReq({ Crn1: 1, Crn2: 2, CardDetails: { Cvn: 3 } }).problems;
    expect(problems.map(({ path }) => path.join('.')).sort()).toEqual([
      'TxnReq.CardDetails.Cvn',
      'TxnReq.Crn1',
      'TxnReq.Crn2',
    ]);
    expect(refuseTxnReq({ Order: { OrderItems: Array.from({ length: 30 }, () => 1) } }).problems).toHaveLength(20);
  });
});

describe('a WireError', () => {
  it.each<[string, () => WireError]>([
    ['of a wrong type', () => refuseTxnReq({ CardDetails: { CardNumber: Number(CARD), Cvn: 987 } })],
    ['of a long text', () => refuseTxnReq({ CardDetails: { CardHolderName: `${CARD} ${'x'.repeat(50)} 987` } })],
    ['of a member named by a card number', () => refuseTxnReq({ [CARD]: 1, Crn1: 987 })],
    ['of a Boolean', () => refuseTxnReq({ StoreCard: CARD, TestMode: '987' })],
    ["of a browser's amount", () => refusal(browserTxnRequest, { TxnReq: { Amount: [CARD], Crn1: { a: 987 } } })],
    ['of what is no JSON', () => jsonRefusal(`{"CardNumber":"${CARD}","Cvn":"987"`)],
    ['of bare digits', () => jsonRefusal(`${CARD} 987`)],
  ])('%s quotes no value', (_name, run) => {
    // The stack contains file names, and the folder of a checkout may contain digits.
    const shown = inspect(run(), { depth: Infinity, showHidden: true }).replace(/ {4}at .*/g, '');
    expect(shown).not.toMatch(/\d{6}/);
    expect(shown).not.toContain('987');
  });
});

describe('readWire survives', () => {
  const nested = (depth: number): unknown => readJson('['.repeat(depth) + ']'.repeat(depth));

  it.each([
    ['alone', (deep: unknown) => deep],
    ['as an unknown member', (deep: unknown) => ({ TxnReq: { Amount: 'x', Deep: deep } })],
    ['in place of a text', (deep: unknown) => ({ TxnReq: { Crn1: deep } })],
    ['in place of an array', (deep: unknown) => ({ TxnReq: { Order: { OrderItems: deep } } })],
  ])('100,000 nested arrays %s', (_name, place) => {
    expect(refusal(processTxnRequest.v3, place(nested(100_000))).problems).toHaveLength(1);
  });

  it('100,000 nested objects', () => {
    const deep = readJson(`${'{"Order":'.repeat(100_000)}1${'}'.repeat(100_000)}`);
    expect(readWire(processTxnRequest.v3, { TxnReq: deep })).toEqual({ TxnReq: { Order: {} } });
  });

  it('a million members', async () => {
    const many = Object.fromEntries(Array.from({ length: 1_000_000 }, (_, index) => [`k${index}`, index]));
    expect(readTxnReq(many)).toEqual({});
    expect(await fastest(50, () => readTxnReq(many))).toBeLessThan(50);
  });

  it('more items than any order has', () => {
    const items = Array.from({ length: MAX_ITEMS + 1 }, () => 0);
    expect(refuseTxnReq({ Order: { OrderItems: items } }).problems).toEqual([
      of(['Order', 'OrderItems'], 'count', `at most ${MAX_ITEMS} items`),
    ]);
  });

  it.each(['__proto__', 'constructor', 'hasOwnProperty', 'toString', 'then'])('a member named %s', (name) => {
    const value = readJson(`{"TxnReq":{"${name}":{"Amount":1,"TestMode":true},"Crn1":"a"},"${name}":{"TxnReq":{}}}`);
    expect(readWire(processTxnRequest.v3, value)).toEqual({ TxnReq: { Crn1: 'a' } });
    expect(Object.getPrototypeOf(readWire(processTxnRequest.v3, value).TxnReq)).toBe(Object.prototype);
    expect(Object.hasOwn(Object.prototype, 'Amount')).toBe(false);
  });

  it('a wrapper that is only in __proto__', () => {
    expect(refusal(processTxnRequest.v3, readJson('{"__proto__":{"TxnReq":{}}}')).problems).toEqual([
      missing('TxnReq'),
    ]);
  });

  it('a member that an object only inherits', () => {
    const heir: unknown = Object.assign(Object.create({ Amount: 1 }) as object, { Crn1: 'a' });
    expect(readWire(processTxnRequest.v3, { TxnReq: heir })).toEqual({ TxnReq: { Crn1: 'a' } });
  });

  it('an answer with an invalid list', () => {
    const body = { APIResponse: { ResponseCode: 0 }, TxnRespList: { length: 3 } };
    expect(refusal(txnListAnswer.v3, body).problems).toEqual([problem(['TxnRespList'], 'type', 'an array')]);
  });
});

describe('readJson', () => {
  it.each(['', ' ', '{', '{"a":1}}', 'undefined', '<html></html>', "{'a':1}", 'NaN'])('refuses "%s"', (body) => {
    expect(jsonRefusal(body).problems).toEqual([{ path: [], rule: 'json', expected: 'JSON' }]);
  });
});

describe('unknownMembers', () => {
  it('lists them by path', () => {
    const value = {
      TxnReq: { IsTestTxn: true, CardDetails: { Number: '1' }, Order: { OrderItems: [{}, { Price: 1 }] } },
      X: 1,
    };
    expect(unknownMembers(processTxnRequest.v3, value)).toEqual([
      'TxnReq.IsTestTxn',
      'TxnReq.CardDetails.Number',
      'TxnReq.Order.OrderItems.1.Price',
      'X',
    ]);
  });
});

function jsonRefusal(body: string): WireError {
  try {
    readJson(body);
  } catch (error) {
    if (error instanceof WireError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

function problem(path: WireProblem['path'], rule: WireProblem['rule'], expected: string): WireProblem {
  return { path, rule, expected };
}

function missing(wrapper: string): WireProblem {
  return problem([wrapper], 'required', 'there: an object');
}

function of(member: string | readonly (string | number)[], rule: WireProblem['rule'], expected: string): WireProblem {
  return problem(['TxnReq', ...(typeof member === 'string' ? [member] : member)], rule, expected);
}

function answer(members: object): object {
  return { APIResponse: { ResponseCode: 0 }, TxnResp: members };
}

function customer(flag: string): object {
  return { TxnReq: { Customer: { [flag]: true } } };
}

function item(members: object): object {
  return { TxnReq: { Order: { OrderItems: [members] } } };
}

function address(members: object): object {
  return { TxnReq: { Customer: { Address: members } } };
}

function descriptor(members: object): object {
  return { TxnReq: { StatementDescriptor: members } };
}

function screening(members: object): object {
  return { TxnReq: { FraudScreeningRequest: members } };
}
