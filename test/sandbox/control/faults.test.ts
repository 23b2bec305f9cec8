import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OPERATIONS, operationOf } from '../../../src/sandbox/faults/operation-names.js';
import { RestCaller } from '../rest-caller.js';
import { TARGETS, type ServiceUnderTest } from '../service-under-test.js';

describe.each(TARGETS)('injected faults, $target', ({ open }) => {
  let service: ServiceUnderTest;
  let shop: RestCaller;

  beforeEach(async () => {
    service = await open();
    shop = new RestCaller(service);
  });

  afterEach(() => service.close());

  async function countMade(): Promise<number> {
    return (await shop.search()).TxnRespList.length as number;
  }

  it.each([
    ['drop_before', 0],
    ['drop_after', 1],
    ['timeout_before', 0],
    ['timeout_after', 1],
  ] as const)('%s: no answer, and %i transactions', async (kind, made) => {
    service.control.addFault({ operation: 'T1', kind, seconds: 0, times: 1 });
    await expect(shop.process()).rejects.toThrow();
    expect(await countMade()).toBe(made);
    expect((await shop.process()).APIResponse.ResponseCode).toBe(0);
  });

  it('timeout_after: the connection drops after the given time of the sandbox’s clock', async () => {
    service.control.addFault({ operation: 'T1', kind: 'timeout_after', times: 1 });
    let isOver = false;
    const call = shop.process().catch(() => (isOver = true));
    await expect.poll(countMade).toBe(1);
    await service.control.advanceClock(119);
    expect(isOver).toBe(false);
    await service.control.advanceClock(1);
    await call;
    expect(isOver).toBe(true);
  });

  it.each([
    ['error_before', 502, 0],
    ['error_after', 503, 1],
  ] as const)('%s: a page with status %i, and %i transactions', async (kind, status, made) => {
    service.control.addFault({ operation: 'T1', kind, status, times: 1 });
    const response = await shop.send('POST', '/txns/', { TxnReq: {} }, { Authorization: shop.authorization });
    expect(response.status).toBe(status);
    expect(await response.text()).toContain('<h1>Server Error</h1>');
    service.control.addFault({ operation: 'T1', kind, status, times: 1 });
    await expect(shop.process()).rejects.toThrow();
    expect(await countMade()).toBe(made);
  });

  it('malformed: the call is done, and half of the response is sent', async () => {
    service.control.addFault({ operation: 'T1', kind: 'malformed', times: 1 });
    await expect(shop.process()).rejects.toThrow(SyntaxError);
    expect(await countMade()).toBe(1);
  });

  it('delay: the response is sent when the clock has moved on', async () => {
    service.control.addFault({ operation: 'T11', kind: 'delay', seconds: 30, times: 1 });
    let isOver = false;
    const call = shop.server('GET', '/status').then(() => (isOver = true));
    await shop.search();
    expect(isOver).toBe(false);
    // The other call may reach its delay a little later.
    await expect
      .poll(async () => {
        await service.control.advanceClock(30);
        return isOver;
      })
      .toBe(true);
    await call;
  });

  it('a fault affects its own operation, as often as requested', async () => {
    service.control.addFault({ operation: 'T2', kind: 'drop_before', times: 2 });
    const { TxnNumber } = await shop.made();
    await expect(shop.get(TxnNumber)).rejects.toThrow();
    expect(service.control.listFaults()).toMatchObject([{ operation: 'T2', timesLeft: 1 }]);
    await expect(shop.get(TxnNumber)).rejects.toThrow();
    expect(service.control.listFaults()).toHaveLength(0);
    expect((await shop.get(TxnNumber)).APIResponse.ResponseCode).toBe(0);
  });

  it('a fault for all operations lasts until it is removed', async () => {
    service.control.addFault({ operation: '*', kind: 'drop_before' });
    for (let call = 0; call < 3; call += 1) await expect(shop.search()).rejects.toThrow();
    service.control.clearFaults();
    expect((await shop.search()).APIResponse.ResponseCode).toBe(209);
  });
});

describe('names of operations', () => {
  it.each([
    ['POST', '/webapi/v3/txns', 'T1'],
    ['POST', '/webapi/v2/txns/', 'T1'],
    ['GET', '/webapi/v3/txns/10001', 'T2'],
    ['POST', '/webapi/v3/txns/search', 'T3'],
    ['POST', '/webapi/v3/txns/processtxnauthkey', 'T4'],
    ['POST', '/webapi/v3/txns/withauthkey/a', 'T5'],
    ['POST', '/webapi/v3/txns/withauthkey/a.nv', 'T7'],
    ['GET', '/webapi/v3/txns/withauthkey/a', 'T8'],
    ['GET', '/webapi/v3/txns/iframe/a', 'T9'],
    ['POST', '/webapi/v3/txns/processiframetxn/a', 'T10'],
    ['GET', '/webapi/v3/status/', 'T11'],
    ['GET', '/pay/DEMOSHOP', 'T12'],
    ['POST', '/webapi/v3/dvtokens/', 'D1'],
    ['PUT', '/webapi/v3/dvtokens/5', 'D2'],
    ['POST', '/webapi/v3/dvtokens/txn/1', 'D3'],
    ['GET', '/webapi/v3/dvtokens/5', 'D4'],
    ['POST', '/webapi/v3/dvtokens/search', 'D5'],
    ['DELETE', '/webapi/v3/dvtokens/5', 'D6'],
    ['POST', '/webapi/v3/dvtokens/adddvtokenauthkey', 'D7'],
    ['POST', '/webapi/v3/dvtokens/updatedvtokenauthkey', 'D8'],
    ['POST', '/webapi/v3/dvtokens/withauthkey/a', 'D9'],
    ['POST', '/webapi/v3/dvtokens/withauthkey/update/a', 'D10'],
    ['POST', '/webapi/v3/dvtokens/iframe/add/a', 'D11'],
    ['GET', '/webapi/v3/dvtokens/withauthkey/a', 'D12'],
    ['GET', '/webapi/v3/dvtokens/iframe/a', 'D13'],
    ['POST', '/webapi/v3/dvtokens/iframe/a', 'D13'],
    ['GET', '/pay/DEMOSHOP.adddv', 'D14'],
  ])('%s %s is %s', (verb, path, name) => {
    expect(operationOf(verb, path)).toBe(name);
    expect(OPERATIONS).toContain(name);
  });

  it.each(['/', '/health', '/_sandbox/reset', '/webapi/v4/txns', '/webapi/v3'])(
    'GET %s is not an operation',
    (path) => {
      expect(operationOf('GET', path)).toBeUndefined();
    },
  );
});
