import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createClock } from '../../src/sandbox/clock.js';
import type { LogEntry } from '../../src/sandbox/log.js';
import { CARD, RestCaller } from './rest-caller.js';
import { TARGETS, inProcess, stoppedClock } from './service-under-test.js';

describe.each(TARGETS)('control, $target', ({ open }) => {
  it('expires unused keys only', async () => {
    const service = await open();
    const v3 = new RestCaller(service);
    const { ResultKey } = await v3.submit(await v3.key());
    const open1 = await v3.key();
    expect(await service.control.expireAuthKeys()).toBe(1);
    expect((await v3.submit(open1)).APIResponse.ResponseCode).toBe(207);
    expect((await v3.result(ResultKey)).APIResponse.ResponseCode).toBe(0);
    expect((await v3.submit(await v3.key())).APIResponse.ResponseCode).toBe(0);
    await service.close();
  });

  it('unavailable: every call is 900 and does nothing', async () => {
    const service = await open();
    const v3 = new RestCaller(service);
    const key = await v3.key();
    service.control.setUnavailable(true);
    const down = { ResponseCode: 900, ResponseText: 'One or more sub-systems are currently unavailable' };
    expect(await v3.process()).toEqual({ APIResponse: down, TxnResp: null });
    expect(await v3.submit(key)).toEqual({ APIResponse: down, RedirectionUrl: null, ResultKey: null });
    expect(await v3.search()).toEqual({ APIResponse: down, TxnRespList: null });
    expect(await v3.server('GET', '/status/')).toEqual({ APIResponse: down });
    service.control.setUnavailable(false);
    expect((await v3.search()).TxnRespList).toHaveLength(0);
    expect((await v3.submit(key)).APIResponse.ResponseCode).toBe(0);
    await service.close();
  });

  it('gives the next browser payment the effect of a name, once', async () => {
    const service = await open();
    const v3 = new RestCaller(service);
    const { control } = service;
    const resultCode = async (): Promise<string> => {
      const { ResultKey } = await v3.submit(await v3.key(), { CardHolderName: 'Jane Citizen' });
      return (await v3.result(ResultKey)).TxnResp.ResponseCode;
    };
    control.setNextPayment('ANTI FRAUD RULE');
    expect(control.nextPayment()).toBe('ANTI FRAUD RULE');
    // A server's own payment and a refused field do not use it up.
    expect((await v3.process()).TxnResp.ResponseCode).toBe('0');
    expect((await v3.submit(await v3.key(), { CardNumber: '4987' })).APIResponse.ResponseCode).toBe(112);
    expect(await resultCode()).toBe('PT_V18');
    expect(control.nextPayment()).toBeNull();
    expect(await resultCode()).toBe('0');
    control.setNextPayment('3DS CHALLENGE');
    expect((await v3.submit(await v3.key())).APIResponse.ResponseCode).toBe(300);
    control.setNextPayment('NO FUNDS');
    control.setNextPayment(null);
    expect(await resultCode()).toBe('0');
    expect(() => control.setNextPayment('NOBODY')).toThrow('holderName must be one of');
    await service.close();
  });

  it('dropping: nothing is done; answer_lost: it is done without a response', async () => {
    const service = await open();
    const v3 = new RestCaller(service);
    service.control.setAvailability('dropping');
    await expect(v3.process({ Crn1: 'dropped' })).rejects.toThrow();
    service.control.setAvailability('answer_lost');
    await expect(v3.process({ Crn1: 'lost' })).rejects.toThrow();
    service.control.setAvailability('normal');
    expect((await v3.search({ Crn1: 'dropped' })).TxnRespList).toHaveLength(0);
    expect((await v3.search({ Crn1: 'lost' })).TxnRespList).toHaveLength(1);
    await service.close();
  });

  it('the clock only goes forward, and a restart does not turn it back', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'florin-'));
    const database = join(folder, 'sandbox.sqlite');
    const first = await open({ database });
    const key = await new RestCaller(first).key();
    await first.control.advanceClock(1_800);
    for (const seconds of [-1, Number.NaN, Number.POSITIVE_INFINITY]) {
      await expect(first.control.advanceClock(seconds)).rejects.toThrow(RangeError);
    }
    await first.close();
    const second = await open({ database, clock: stoppedClock() });
    expect((await new RestCaller(second).submit(key)).APIResponse.ResponseCode).toBe(207);
    expect((await new RestCaller(second).made()).ProcessedDateTime).toBe('2026-03-04T12:30:00.0000000');
    await second.close();
    rmSync(folder, { recursive: true });
  });

  it('the clock stands still, and goes back to the real one without what was made ahead of it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'florin-'));
    const database = join(folder, 'sandbox.sqlite');
    const service = await open({ database, clock: createClock() });
    const { control } = service;
    const v3 = new RestCaller(service);
    control.freezeClock();
    const stood = control.now();
    await control.advanceClock(1_800);
    await v3.made();
    expect(control.now()).toBe(stood + 1_800_000);
    control.runClock();
    expect(control.now()).toBeGreaterThanOrEqual(stood + 1_800_000);
    expect((await v3.search()).TxnRespList).toHaveLength(1);
    const key = await v3.key();
    await control.useRealClock();
    expect(control.now()).toBeLessThanOrEqual(Date.now());
    expect((await v3.submit(key)).APIResponse.ResponseCode).toBe(206);
    expect((await v3.search()).TxnRespList).toHaveLength(0);
    // Nothing is ahead any more, so nothing is deleted.
    await v3.made();
    control.freezeClock();
    await control.useRealClock();
    expect((await v3.search()).TxnRespList).toHaveLength(1);
    await service.close();
    const second = await open({ database, clock: createClock() });
    expect(second.control.now()).toBeLessThanOrEqual(Date.now());
    await second.close();
    rmSync(folder, { recursive: true });
  });

  it('keeps nothing ahead of the real clock of payments that are made while it turns back', async () => {
    const service = await open({ clock: createClock() });
    const v3 = new RestCaller(service);
    await service.control.advanceClock(32_400);
    await v3.made();
    const paying = Array.from({ length: 30 }, () => v3.made({ Crn1: 'in flight' }));
    await Promise.all([service.control.useRealClock(), ...paying]);
    const { TxnRespList } = await v3.search();
    const dates = (TxnRespList as { ProcessedDateTime: string }[]).map(({ ProcessedDateTime }) => ProcessedDateTime);
    const { ProcessedDateTime: last } = await v3.made();
    expect(dates.filter((date) => date > last)).toEqual([]);
    await service.close();
  });

  it('times in decimals of their units are stored by every database', async () => {
    const service = await open({ settings: { authKeyMinutes: 0.07, resultKeyHours: 1.0000001 } });
    const v3 = new RestCaller(service);
    service.control.setWebhookScenario({ delaySeconds: 0.0005 });
    await service.control.advanceClock(1.0005);
    await v3.made();
    const submitted = await v3.submit(await v3.key({}, { WebHookUrl: 'http://127.0.0.1:1/' }));
    expect(submitted.APIResponse.ResponseCode).toBe(0);
    await service.control.advanceClock(1.0005);
    expect(Number.isInteger(service.control.now())).toBe(true);
    await service.close();
  });

  it('closing ends a delay and lets the call finish', async () => {
    const service = await open();
    const v3 = new RestCaller(service);
    const late = v3.made({ Amount: 11_199, Crn1: 'late' });
    await expect.poll(async () => (await v3.search({ Crn1: 'late' })).TxnRespList.length).toBe(1);
    await Promise.all([service.close(), expect(late).resolves.toMatchObject({ BankResponseCode: '68' })]);
  });

  it('logs calls without card data, keys or credentials, and an unknown error by the id of its answer', async () => {
    const entries: LogEntry[] = [];
    const service = await open({ log: (entry) => entries.push(entry) });
    const v3 = new RestCaller(service);
    const key = await v3.key();
    await v3.submit(key, {}, { Crn2: 'x' });
    await v3.process({ CardDetails: { ...CARD, CardNumber: '4111111111111111' }, TestMode: false });
    expect(entries).toHaveLength(3);
    expect(entries[1]).toMatchObject({
      event: 'call',
      verb: 'POST',
      path: '/webapi/v3/txns/withauthkey/:authKey',
      ResponseCode: 0,
    });
    const text = JSON.stringify(entries);
    for (const secret of [key, v3.authorization, 'Demo-Password-1', '5123456789012346', '4111111111111111', '512345']) {
      expect(text).not.toContain(secret);
    }
    await service.close();
  });
});

describe('an unknown error', () => {
  it('is answered with 999 and the id of its log entry, and its message is in neither', async () => {
    const entries: LogEntry[] = [];
    const service = await inProcess.open({
      log: (entry) => entries.push(entry),
      clock: {
        ...stoppedClock(),
        // It works again for the answer's own Date.
        now: () => {
          if (entries.some(({ event }) => event === 'internal_error')) return 0;
          throw new Error('planted 5123456789012346');
        },
      },
    });
    const answer = await new RestCaller(service).process();
    expect(answer.TxnResp).toBeNull();
    expect(answer.APIResponse.ResponseCode).toBe(999);
    const id = /^Fatal error \(([0-9a-f-]{36})\)$/.exec(answer.APIResponse.ResponseText)?.[1];
    const error = entries.find(({ event }) => event === 'internal_error');
    expect(error).toMatchObject({ level: 'error', id, kind: 'Error' });
    expect(JSON.stringify([answer, entries])).not.toContain('planted');
    await service.close();
  });
});
