import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SandboxControl } from '../../../src/sandbox/control.js';
import { CONTROL_ROWS } from '../../../src/sandbox/control/control-rows.js';
import { createRemoteControl, type RemoteControl } from '../../../src/sandbox/control/remote-control.js';
import { RestCaller, credentials, type Json } from '../rest-caller.js';
import { EACH_TARGET, START, type ServiceUnderTest } from '../service-under-test.js';
import { TOKEN, callControl, checkAnswer } from './control-caller.js';

const SHOP = '5353109000000000';

describe.each(EACH_TARGET)('the control of another process, $target', ({ open }) => {
  let service: ServiceUnderTest;
  let shop: RestCaller;
  let control: RemoteControl;
  let object: SandboxControl;

  beforeEach(async () => {
    service = await open({
      controlApi: { token: TOKEN, hosts: ['sandbox.test'] },
      deliverWebhook: () => Promise.resolve({ end: 'status', status: 500 }),
    });
    shop = new RestCaller(service);
    object = service.control;
    control = createRemoteControl({
      url: 'http://sandbox.test/',
      token: TOKEN,
      async fetch(url, init) {
        const path = url.replace('http://sandbox.test', '');
        const response = await service.fetch(path, init);
        const body: Json = await response.clone().json();
        checkAnswer(init.method ?? '', path.replace('/_sandbox', ''), { status: response.status, body });
        return response;
      },
    });
  });

  afterEach(() => service.close());

  it('sets and reads what the object has', async () => {
    const whose = { merchant: SHOP };
    for (const each of [undefined, whose]) {
      await control.setNextPayment('NO FUNDS', each);
      expect([await control.nextPayment(each), object.nextPayment(each)]).toEqual(['NO FUNDS', 'NO FUNDS']);
      await control.setNextPayment(null, each);
      expect(await control.nextPayment(each)).toBeNull();
      await control.setUnavailable(true, each);
      expect([await control.availability(each), object.availability(each)]).toEqual(['unavailable', 'unavailable']);
      await control.setAvailability('normal', each);
      await control.setWebhookScenario({ copies: 2 }, each);
      expect(await control.webhookScenario(each)).toEqual(object.webhookScenario(each));
      const rule = await control.addFault({ operation: 'T1', kind: 'delay', seconds: 3, ...each });
      expect(await control.listFaults()).toEqual([rule]);
      expect(object.listFaults()).toEqual([rule]);
      await control.clearFaults(each);
      expect(object.listFaults()).toEqual([]);
    }
    expect(await control.availability(whose)).toBe('normal');
  });

  it('moves, freezes and turns back the clock', async () => {
    expect(await control.now()).toBe(START);
    await control.freezeClock();
    await control.advanceClock(60);
    expect([await control.now(), object.now()]).toEqual([START + 60_000, START + 60_000]);
    await control.runClock();
    await control.useRealClock();
    expect(object.now()).toBe(START);
  });

  it('adds, changes and resets merchants and users', async () => {
    const user = { username: 'u', password: 'p', permissions: ['API'] as const };
    const seed = { number: '77', shortName: 'SEVEN', name: 'Seven', defaultCurrency: 'AUD', currencies: ['AUD'] };
    await control.addMerchants([{ ...seed, users: [user] }]);
    await control.changeMerchant('77', { name: 'Seven & Co' });
    await control.saveUser('77', { username: 'a/b', password: 'q', permissions: ['API'], isActive: true });
    await control.removeUser('77', 'u');
    expect(await control.listMerchants()).toEqual(JSON.parse(JSON.stringify(await object.listMerchants())));
    const seven = new RestCaller(service, 'v3', credentials('a/b', '77', 'q'));
    await seven.made();
    await control.reset('77');
    expect((await seven.search()).TxnRespList).toEqual([]);
    await control.reset();
  });

  it('finds calls, keys and webhooks', async () => {
    const waiting = control.calls.waitFor({ merchant: SHOP, order: 'order 1' }, { count: 2, timeoutSeconds: 20 });
    await shop.key({ Crn1: 'order 1' });
    const key = await shop.key({ Crn1: 'order 1' }, { WebHookUrl: 'http://shop.example/hook' });
    expect(await waiting).toEqual(await object.calls.find({ order: 'order 1' }));
    await shop.submit(key);
    await control.webhooksSettled();
    const [webhook] = await control.listWebhooks({ merchant: SHOP, limit: 5 });
    expect(await control.getWebhook(webhook?.id ?? 0)).toMatchObject({ attempts: 1, tries: [{ status: 500 }] });
    await control.resendWebhook(webhook?.id ?? 0);
    expect(await control.expireAuthKeys({ merchant: SHOP })).toBe(1);
    expect(await control.calls.count({ key })).toBe(2);
    expect(await control.calls.find({ key, operation: 'T5' })).toHaveLength(1);
    await control.calls.reset(SHOP);
    expect(await control.calls.find()).toEqual([]);
  });

  it('rejects with the message of the sandbox', async () => {
    await expect(control.advanceClock(-1)).rejects.toThrow('clock.advanceSeconds must be a number from 0');
    await expect(control.setNextPayment('NOBODY')).rejects.toThrow('holderName must be one of');
    await expect(control.reset('1')).rejects.toThrow('There is no merchant 1');
    await expect(control.calls.waitFor({}, { timeoutSeconds: 0 })).rejects.toThrow('Only 0 of 1 such calls came');
    await expect(control.calls.find({ oder: '1' } as object)).rejects.toThrow('has no member "oder"');
    const stranger = createRemoteControl({
      ...{ url: 'http://sandbox.test', token: 'wrong' },
      fetch: (url, init) => service.fetch(url.replace('http://sandbox.test', ''), init),
    });
    await expect(stranger.now()).rejects.toThrow('must have this sandbox’s control token'.replace('’', "'"));
    const nobody = createRemoteControl({
      ...{ url: 'http://shop.test', token: TOKEN },
      fetch: () => Promise.resolve(new Response('<html>', { status: 404 })),
    });
    await expect(nobody.now()).rejects.toThrow('http://shop.test answers, but not with JSON: it is no sandbox');
  });

  it('has an OpenAPI document that is valid, has every endpoint, and says what is refused', async () => {
    const { body: document } = await callControl(service, 'GET', '/openapi.json');
    const validator = new Validator();
    expect(await validator.validate(structuredClone(document))).toEqual({ valid: true });
    const documented = Object.entries<Json>(document.paths).flatMap(([path, verbs]) =>
      Object.keys(verbs).map((verb) => `${verb.toUpperCase()} ${path}`),
    );
    const rows = CONTROL_ROWS.map(({ verb, path }) => `${verb} ${path.replace(/:(\w+)/g, '{$1}')}`);
    expect(documented.sort()).toEqual(rows.sort());
    expect(new Set(CONTROL_ROWS.map(({ name }) => name)).size).toBe(rows.length);
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'control', components: document.components });
    const accepts = (name: string, value: unknown): unknown =>
      ajv.getSchema(`control#/components/schemas/${name}`)?.(value);
    expect(accepts('AddFaultBody', { operation: 'T1', kind: 'delay', merchant: '7001' })).toBe(true);
    expect(accepts('AddFaultBody', { operation: 'T1', kind: 'dely' })).toBe(false);
    expect(accepts('AddMerchantsBody', { merchants: [{ number: '7001' }] })).toBe(true);
    expect(accepts('AddMerchantsBody', { merchants: [{ number: 'x' }] })).toBe(false);
    await shop.made();
    expect(accepts('FindCallsAnswer', await object.calls.find())).toBe(true);
    expect(accepts('ListMerchantsAnswer', JSON.parse(JSON.stringify(await object.listMerchants())))).toBe(true);
  });
});
