import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_MERCHANT } from '../../src/sandbox/merchant.js';
import { RestCaller, credentials } from './rest-caller.js';
import { TARGETS, type ServiceUnderTest } from './service-under-test.js';

const SEED = [
  {
    ...DEMO_MERCHANT,
    users: [...DEMO_MERCHANT.users, { username: 'clerk', password: 'Clerk-1', permissions: [] }],
  },
];
const CLERK = credentials('clerk', DEMO_MERCHANT.number, 'Clerk-1');
const GOOD = credentials();

/** Title, body, credentials, and the code of the first check. */
const CASES: readonly (readonly [string, unknown, string | null, number])[] = [
  ['wrong JSON without credentials', '{', null, 998],
  ['an empty body without credentials', '', null, 998],
  ['a list without credentials', [], null, 998],
  ['the wrong wrapper without credentials', { Txn: {} }, null, 998],
  ['a null wrapper without credentials', { TxnReq: null }, null, 998],
  ['a member without a code, of the wrong type, without credentials', { TxnReq: { Order: 'x' } }, null, 998],
  ['wrong fields without credentials', { TxnReq: { Amount: 'x' } }, null, 1],
  ['wrong fields with a wrong password', { TxnReq: { Amount: 'x' } }, credentials(undefined, undefined, 'no'), 1],
  ['wrong fields without permission', { TxnReq: { Amount: 'x' } }, CLERK, 2],
  ['wrong fields', { TxnReq: { Amount: 'x' } }, GOOD, 110],
];

describe.each(TARGETS)('order of checks, $target', ({ open }) => {
  let service: ServiceUnderTest;

  beforeAll(async () => {
    service = await open({ seed: SEED });
  });
  afterAll(() => service.close());

  it.each(CASES)('%s', async (_, body, authorization, code) => {
    const { APIResponse } = await new RestCaller(service).call('POST', '/txns/', body, {
      ...(authorization !== null && { Authorization: authorization }),
    });
    expect(APIResponse.ResponseCode).toBe(code);
    if (code === 998 && !JSON.stringify(body).includes('Order')) {
      expect(APIResponse.ResponseText).toBe('Invalid request payload (missing: TxnReq)');
    }
  });

  it.each([
    ['/txns/search', 'SearchInput', 'TxnRespList'],
    ['/txns/processtxnauthkey', 'ProcessTxnData', 'AuthKey'],
    ['/txns/withauthkey/0f8fad5b-d9cb-469f-a165-70867728950e', 'TxnReq', 'ResultKey'],
  ])('POST %s names its wrapper %s', async (path, wrapper, payload) => {
    const answer = await new RestCaller(service).call('POST', path, '{}');
    expect(answer.APIResponse).toEqual({
      ResponseCode: 998,
      ResponseText: `Invalid request payload (missing: ${wrapper})`,
    });
    expect(answer[payload]).toBeNull();
  });

  it('a field error comes before the state of the key', async () => {
    const caller = new RestCaller(service);
    const unknown = '0f8fad5b-d9cb-469f-a165-70867728950e';
    expect((await caller.submit(unknown, { CardNumber: '1' })).APIResponse.ResponseCode).toBe(112);
    expect((await caller.submit(unknown)).APIResponse).toEqual({
      ResponseCode: 206,
      ResponseText: 'Session not found',
    });
  });

  it.each([
    ['none', null],
    ['no base64', '***'],
    ['no UTF-8', Buffer.from([0xff, 0xfe]).toString('base64')],
    ['no bar', Buffer.from('demo-api:Demo-Password-1').toString('base64')],
    ['no password', Buffer.from('demo-api|5353109000000000').toString('base64')],
    ['another merchant', credentials(undefined, '5353109000000001')],
    ['another user', credentials('demo')],
    ['another password', credentials(undefined, undefined, 'demo-password-1')],
    ['an empty password', Buffer.from('demo-api|5353109000000000:').toString('base64')],
    ['another scheme', `Bearer ${GOOD}`],
    ['very long credentials', 'A'.repeat(5_000)],
  ])('credentials of %s are 1', async (_, authorization) => {
    const answer = await new RestCaller(service).call('GET', '/status', undefined, {
      ...(authorization !== null && { Authorization: authorization }),
    });
    expect(answer).toEqual({ APIResponse: { ResponseCode: 1, ResponseText: 'Invalid login details' } });
  });

  it.each([
    ['without a scheme', GOOD],
    ['with Basic', `Basic ${GOOD}`],
    ['with basic in small letters', `basic ${GOOD}`],
  ])('credentials %s are accepted each time', async (_, authorization) => {
    for (let time = 0; time < 3; time += 1) {
      const answer = await new RestCaller(service).call('GET', '/status/', undefined, { Authorization: authorization });
      expect(answer.APIResponse.ResponseCode).toBe(0);
    }
  });
});
