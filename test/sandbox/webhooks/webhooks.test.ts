import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RestCaller } from '../rest-caller.js';
import { overPort, stoppedClock, type ServiceUnderTest } from '../service-under-test.js';
import { startReceiver, type Receiver } from './receiver.js';

const HOUR = 3_600;

describe('webhooks', () => {
  let receiver: Receiver;
  let service: ServiceUnderTest;
  let shop: RestCaller;

  beforeEach(async () => {
    receiver = await startReceiver();
    service = await overPort.open();
    shop = new RestCaller(service);
  });

  afterEach(async () => {
    await service.close();
    await receiver.close();
  });

  async function pay(card: object = {}, terms: object = {}): Promise<string> {
    const key = await shop.key(terms, { WebHookUrl: `${receiver.url}/hook?order=1042` });
    const { APIResponse, ResultKey } = await shop.submit(key, card);
    expect(APIResponse.ResponseCode).toBe(0);
    return ResultKey as string;
  }

  it('a browser payment is sent as its TxnResp, once, with the documented headers', async () => {
    const { TxnResp } = await shop.result(await pay());
    await expect.poll(() => receiver.received.length).toBe(1);
    const [call] = receiver.received;
    expect(call).toMatchObject({
      method: 'POST',
      path: '/hook?order=1042',
      headers: { 'content-type': 'application/json; charset=utf-8', expect: '100-continue' },
    });
    expect(call?.body).toEqual(TxnResp);
    expect(call?.text).not.toContain('5123456789012346');
    await service.control.advanceClock(25 * HOUR);
    expect(receiver.received).toHaveLength(1);
  });

  it('a webhook that is resent during an attempt is sent again, however that attempt ends', async () => {
    receiver.answerWith(() => 'hang');
    const hanging = await overPort.open({ settings: { webhookTimeoutSeconds: 1 } });
    shop = new RestCaller(hanging);
    await pay();
    await expect.poll(() => receiver.received.length).toBe(1);
    const [webhook] = await hanging.control.listWebhooks();
    await hanging.control.resendWebhook(webhook?.id ?? 0);
    receiver.answerWith(() => 200);
    await expect.poll(() => receiver.received.length, { timeout: 5_000 }).toBe(2);
    await hanging.control.webhooksSettled();
    const { state, tries } = await hanging.control.getWebhook(webhook?.id ?? 0);
    expect([state, tries.map(({ outcome }) => outcome)]).toEqual(['delivered', ['timed_out', 'acknowledged']]);
    await hanging.close();
  });

  it('a declined payment is sent too', async () => {
    await pay({}, { Amount: 19_951 });
    await expect.poll(() => receiver.received.length).toBe(1);
    expect(receiver.received[0]?.body).toMatchObject({ ResponseCode: '5', BankResponseCode: '51' });
  });

  it('a key of version 2 gets a webhook of version 2', async () => {
    const v2 = new RestCaller(service, 'v2');
    const key = await v2.key({}, { WebHookUrl: receiver.url });
    const { ResultKey } = await v2.submit(key);
    await expect.poll(() => receiver.received.length).toBe(1);
    expect(receiver.received[0]?.body).toEqual((await v2.result(ResultKey)).TxnResp);
    expect(receiver.received[0]?.body).not.toHaveProperty('StatementDescriptor');
  });

  it('a server call, a key without WebHookUrl and a field error send none', async () => {
    await shop.made();
    await shop.submit(await shop.key());
    await shop.submit(await shop.key({}, { WebHookUrl: receiver.url }), { CardNumber: '1' });
    await service.control.advanceClock(2 * HOUR);
    expect(receiver.received).toHaveLength(0);
  });

  it.each([200, 201, 204, 299])('status %i acknowledges', async (status) => {
    receiver.answerWith(() => status);
    await pay();
    await expect.poll(() => receiver.received.length).toBe(1);
    await service.control.advanceClock(25 * HOUR);
    expect(receiver.received).toHaveLength(1);
  });

  it.each([301, 302, 307, 308, 400, 404, 500, 503])(
    'status %i is retried, and no redirect is followed',
    async (status) => {
      receiver.answerWith(() => status);
      await pay();
      await expect.poll(() => receiver.received.length).toBe(1);
      receiver.answerWith(() => 200);
      await service.control.advanceClock(HOUR - 1);
      expect(receiver.received).toHaveLength(1);
      await service.control.advanceClock(1);
      expect(receiver.received).toHaveLength(2);
      expect(receiver.received[1]?.text).toBe(receiver.received[0]?.text);
      expect(receiver.received.every(({ path }) => path === '/hook?order=1042')).toBe(true);
    },
  );

  it('a dropped connection is retried', async () => {
    receiver.answerWith(() => 'drop');
    await pay();
    await expect.poll(() => receiver.received.length).toBe(1);
    receiver.answerWith(() => 200);
    await service.control.advanceClock(HOUR);
    expect(receiver.received).toHaveLength(2);
  });

  it('at most four are in flight to one target', async () => {
    await receiver.close();
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    receiver = await startReceiver(() => 200, answered);
    for (let payment = 0; payment < 12; payment += 1) await pay();
    await expect.poll(() => receiver.received.length).toBe(4);
    answer();
    await expect.poll(() => receiver.received.length).toBe(12);
    expect(receiver.most()).toBe(4);
  });

  it('twice, late, before the response and never, by the card holder’s name', async () => {
    await pay({ CardHolderName: 'WEBHOOK TWICE' });
    await expect.poll(() => receiver.received.length).toBe(2);
    await pay({ CardHolderName: 'Webhook Late' });
    await pay({ CardHolderName: 'WEBHOOK NEVER' });
    await pay();
    await expect.poll(() => receiver.received.length).toBe(3);
    await service.control.advanceClock(59);
    expect(receiver.received).toHaveLength(3);
    await service.control.advanceClock(1);
    expect(receiver.received).toHaveLength(4);
    await pay({ CardHolderName: 'WEBHOOK FIRST' });
    expect(receiver.received).toHaveLength(5);
  });

  it('a scenario of the sandbox applies to all payments', async () => {
    service.control.setWebhookScenario({ copies: 3, beforeAnswer: true });
    await pay();
    expect(receiver.received).toHaveLength(3);
    service.control.setWebhookScenario({});
    await pay();
    await expect.poll(() => receiver.received.length).toBe(4);
  });
});

describe('webhooks over a restart', () => {
  it('a waiting webhook is sent by the next process when it is due', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'florin-'));
    const receiver = await startReceiver(() => 500);
    const options = { database: join(folder, 'sandbox.sqlite') };
    const first = await overPort.open(options);
    const shop = new RestCaller(first);
    await shop.submit(await shop.key({}, { WebHookUrl: receiver.url }));
    await expect.poll(() => receiver.received.length).toBe(1);
    await first.close();
    receiver.answerWith(() => 200);
    const second = await overPort.open({ ...options, clock: stoppedClock() });
    await second.control.advanceClock(HOUR - 1);
    expect(receiver.received).toHaveLength(1);
    await second.control.advanceClock(1);
    expect(receiver.received).toHaveLength(2);
    await second.close();
    await receiver.close();
    rmSync(folder, { recursive: true });
  });

  it('shutdown aborts a delivery and releases it, and the next process sends it at once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'florin-'));
    const receiver = await startReceiver(() => 'hang');
    // Only the shutdown aborts it, not its own timeout.
    const options = { database: join(folder, 'sandbox.sqlite'), settings: { webhookTimeoutSeconds: 600 } };
    const first = await overPort.open(options);
    const shop = new RestCaller(first);
    await shop.submit(await shop.key({}, { WebHookUrl: receiver.url }));
    await expect.poll(() => receiver.received.length).toBe(1);
    await first.close();
    receiver.answerWith(() => 200);
    const second = await overPort.open(options);
    await expect.poll(() => receiver.received.length).toBe(2);
    await second.close();
    await receiver.close();
    rmSync(folder, { recursive: true });
  });
});
