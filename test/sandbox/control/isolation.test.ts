import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEMO_MERCHANT } from '../../../src/sandbox/merchant.js';
import { RestCaller, credentials } from '../rest-caller.js';
import { START, TARGETS, type ServiceUnderTest } from '../service-under-test.js';
import { SoapCaller, textIn } from '../soap/soap-caller.js';
import { TOKEN, callControl } from './control-caller.js';

const RUNS = Array.from({ length: 100 }, (_, index) => index);
const NAMES = [
  ['NO FUNDS', '5'],
  ['DO NOT HONOR', '2'],
  ['ANTI FRAUD RULE', 'PT_V18'],
  [null, '0'],
] as const;

describe.each(TARGETS)('a hundred parallel tests on one sandbox, $target', ({ open }) => {
  let service: ServiceUnderTest;

  beforeEach(async () => {
    const seed = RUNS.map((run) => ({ ...DEMO_MERCHANT, number: numberOf(run), shortName: `RUN${run}` }));
    service = await open({ seed, controlApi: { token: TOKEN, hosts: ['sandbox.test'] } });
  });

  afterEach(() => service.close());

  const numberOf = (run: number): string => String(7_000 + run);
  const callerOf = (run: number): RestCaller =>
    new RestCaller(service, 'v3', credentials('demo-api', numberOf(run), 'Demo-Password-1'));
  const paySoap = (run: number): Promise<string> =>
    new SoapCaller(service).pay({ TestMode: true }, { merchantNumber: numberOf(run) });
  /** Whole amounts are approved. */
  const amountOf = (run: number): number => 10_000 + run * 100;

  async function payInBrowser(run: number): Promise<string> {
    const shop = callerOf(run);
    const { ResultKey } = await shop.submit(await shop.key({ Amount: amountOf(run) }));
    return ((await shop.result(ResultKey)).TxnResp as { ResponseCode: string }).ResponseCode;
  }

  async function amounts(run: number): Promise<number[]> {
    const { TxnRespList } = await callerOf(run).search();
    return (TxnRespList as { Amount: number }[]).map(({ Amount }) => Amount);
  }

  it('each sees only its own next answers, by the object and over HTTP', async () => {
    await Promise.all(
      RUNS.map(async (run) => {
        const merchant = numberOf(run);
        for (let round = 0; round < 3; round += 1) {
          const [holderName, code] = NAMES[(run + round) % NAMES.length] ?? NAMES[3];
          if (run % 2 === 0) service.control.setNextPayment(holderName, { merchant });
          else await callControl(service, 'PUT', '/next-payment', { merchant, holderName });
          expect(service.control.nextPayment({ merchant })).toBe(holderName);
          expect(await payInBrowser(run)).toBe(code);
          expect(await payInBrowser(run)).toBe('0');
        }
        expect(await amounts(run)).toEqual(Array.from({ length: 6 }, () => amountOf(run)));
      }),
    );
  });

  it('each has only its own faults, of calls with credentials, with a key, and by SOAP', async () => {
    const { control } = service;
    await Promise.all(
      RUNS.map(async (run) => {
        const merchant = numberOf(run);
        const shop = callerOf(run);
        const status = 500 + run;
        const key = await shop.key();
        const fault = {
          operation: run % 2 === 0 ? 'T1' : 'T5',
          kind: 'error_before',
          status,
          times: 2,
          merchant,
        } as const;
        if (run % 4 < 2) control.addFault(fault);
        else expect((await callControl(service, 'POST', '/faults', fault)).body).toMatchObject({ merchant, status });
        if (run % 3 === 0) control.addFault({ operation: 'ProcessPayment', kind: 'drop_after', times: 1, merchant });
        const statuses: number[] = [];
        for (let call = 0; call < 3; call += 1) {
          const path = run % 2 === 0 ? '/txns/' : `/txns/withauthkey/${key}`;
          statuses.push((await shop.send('POST', path, { TxnReq: {} }, { Authorization: shop.authorization })).status);
        }
        expect(statuses).toEqual([status, status, 200]);
        if (run % 3 === 0) await expect(paySoap(run)).rejects.toThrow();
        expect(textIn(await paySoap(run), 'ResponseCode')).toBe('0');
      }),
    );
    expect(control.listFaults()).toEqual([]);
  });

  it('each has its own availability, for REST, keys, pages and SOAP', async () => {
    const { control } = service;
    const states = ['normal', 'unavailable', 'dropping', 'answer_lost'] as const;
    await Promise.all(
      RUNS.map(async (run) => {
        const merchant = numberOf(run);
        const shop = callerOf(run);
        const key = await shop.key();
        const state = states[run % states.length] ?? 'normal';
        if (run % 8 < 4) control.setAvailability(state, { merchant });
        else await callControl(service, 'PUT', '/availability', { merchant, availability: state });
        expect(control.availability({ merchant })).toBe(state);
        const page = (): Promise<Response> => service.fetch(`/webapi/v3/txns/iframe/${key}`);
        const calls = [() => shop.process(), () => page(), () => paySoap(run), () => shop.submit(key)];
        const ends: unknown[] = [];
        for (const call of calls) {
          ends.push(
            await call().then(
              (answer) => (answer instanceof Response ? answer.status : (answer.APIResponse?.ResponseCode ?? answer)),
              () => 'dropped',
            ),
          );
        }
        const [rest, shown, soap, browser] = ends;
        if (state === 'normal') expect([rest, shown, browser]).toEqual([0, 200, 0]);
        else if (state === 'unavailable') expect([rest, shown, browser]).toEqual([900, 503, 900]);
        else expect(ends).toEqual(['dropped', 'dropped', 'dropped', 'dropped']);
        if (state === 'unavailable') expect(textIn(String(soap), 'ResponseCode')).toBe('ERROR');
        control.setAvailability('normal', { merchant });
        const made = { normal: 3, unavailable: 0, dropping: 0, answer_lost: 3 }[state];
        expect(await amounts(run)).toHaveLength(made);
      }),
    );
    expect(control.availability()).toBe('normal');
  });

  it('each expires its own keys, has its own webhooks, and resets itself alone', async () => {
    const { control } = service;
    await Promise.all(
      RUNS.map(async (run) => {
        const merchant = numberOf(run);
        const shop = callerOf(run);
        const isEven = run % 2 === 0;
        const key = await shop.key();
        if (isEven) expect(await control.expireAuthKeys({ merchant })).toBe(1);
        expect((await shop.submit(key)).APIResponse.ResponseCode).toBe(isEven ? 207 : 0);
        control.setWebhookScenario({ copies: 1 + (run % 3) }, { merchant });
        await shop.submit(await shop.key({}, { WebHookUrl: 'http://shop.example/hook' }));
        expect(await control.listWebhooks({ merchant })).toHaveLength(1 + (run % 3));
        control.addFault({ operation: 'T1', kind: 'drop_before', merchant });
        if (isEven) await control.reset(merchant);
        else control.clearFaults({ merchant });
        await shop.made({ Amount: amountOf(run) });
        expect(await amounts(run)).toHaveLength(isEven ? 1 : 3);
      }),
    );
  });

  it('a wrong password affects nobody: neither a fault nor the journal of the named merchant', async () => {
    const { control } = service;
    const merchant = numberOf(1);
    const stranger = new RestCaller(service, 'v3', credentials('demo-api', merchant, 'wrong'));
    control.addFault({ operation: 'T1', kind: 'error_before', times: 1, merchant });
    control.addFault({ operation: 'ProcessPayment', kind: 'drop_before', times: 1, merchant });
    expect((await stranger.process()).APIResponse.ResponseCode).toBe(1);
    const answer = await new SoapCaller(service).pay({}, { merchantNumber: merchant, password: 'wrong' });
    expect(textIn(answer, 'ResponseCode')).toBe('ERROR');
    expect(control.listFaults()).toHaveLength(2);
    expect(await control.calls.find({ merchant })).toEqual([]);
    expect(await control.calls.count()).toBe(2);
    await expect(paySoap(1)).rejects.toThrow();
    await expect(callerOf(1).process()).rejects.toThrow();
    expect(control.listFaults()).toEqual([]);
    expect(await control.calls.count({ merchant })).toBe(2);
  });

  it('a refused payment leaves the next answer to the one that is made', async () => {
    const { control } = service;
    const merchant = numberOf(1);
    const shop = callerOf(1);
    await control.changeMerchant(merchant, { settings: { references: { crn1: { isRequired: true } } } });
    for (const whose of [{ merchant }, {}]) {
      control.setNextPayment('NO FUNDS', whose);
      const key = await shop.key({ Crn1: undefined });
      expect((await shop.submit(key)).APIResponse.ResponseCode).toBe(106);
      expect(control.nextPayment(whose)).toBe('NO FUNDS');
      const { ResultKey } = await shop.submit(key, {}, { Crn1: 'order 7' });
      expect((await shop.result(ResultKey)).TxnResp.ResponseCode).toBe('5');
      expect(control.nextPayment(whose)).toBeNull();
    }
  });

  it('what is set for all affects all, and the clock is everybody’s', async () => {
    const { control } = service;
    control.setAvailability('answer_lost', { merchant: numberOf(1) });
    control.setUnavailable(true);
    expect((await callerOf(1).process()).APIResponse.ResponseCode).toBe(900);
    expect((await callerOf(2).process()).APIResponse.ResponseCode).toBe(900);
    control.setUnavailable(false);
    control.setNextPayment('NO FUNDS');
    control.setNextPayment('ANTI FRAUD RULE', { merchant: numberOf(3) });
    expect([await payInBrowser(3), await payInBrowser(3), await payInBrowser(3)]).toEqual(['PT_V18', '5', '0']);
    await control.reset();
    expect((await callerOf(1).process()).APIResponse.ResponseCode).toBe(0);
    expect(control.now()).toBe(START);
  });
});
