/** Opens a store of 0.1.0: every key, token and payment in it still works. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../../src/sandbox/node/open-store.js';
import { createSandbox } from '../../../src/sandbox/sandbox.js';
import type { Delivery } from '../../../src/sandbox/webhooks/delivery.js';
import { STORED_FACTS, STORED_IN, type StoredFiles } from '../../support/stored-files.js';
import { OfficeCaller } from '../office-caller.js';
import { press, resultOf } from '../challenge-caller.js';
import { FormCaller, readRedirect } from '../form-caller.js';
import { overPort, START, stoppedClock, type ServiceUnderTest } from '../service-under-test.js';
import { batchFile, contentIn, detail, FileCaller } from '../soap/file-caller.js';
import { textIn } from '../soap/soap-caller.js';

const HOUR = 3_600;
const facts = STORED_FACTS.sandbox;
const SUCCESS = { ResponseCode: 0, ResponseText: 'Success' };

describe.each(STORED_IN)('a sandbox on a store of 0.1.0, in %s', { timeout: 60_000 }, (_kind, open) => {
  let stored: StoredFiles;
  let database: string;
  let service: ServiceUnderTest;
  let api: FormCaller;
  let deliveries: Delivery[];

  async function start(): Promise<void> {
    service = await overPort.open({
      database,
      clock: stoppedClock(START + 1_000),
      deliverWebhook: (delivery) => {
        deliveries.push(delivery);
        return Promise.resolve({ end: 'status', status: 200 });
      },
    });
    api = new FormCaller(service);
  }

  beforeAll(async () => {
    stored = await open();
  }, 120_000);
  afterAll(() => stored.remove());
  beforeEach(async () => {
    deliveries = [];
    database = (await stored.copy()).sandbox;
    await start();
  });
  afterEach(() => service.close());

  it('accepts a card with a key from before, once, by JSON or by a form', async () => {
    const { ResultKey } = await api.submit(facts.authKey);
    expect((await api.result(ResultKey)).TxnResp).toMatchObject({ ResponseCode: '0', Crn1: 'unused', Amount: 19_900 });
    expect((await api.submit(facts.authKey)).APIResponse.ResponseCode).toBe(207);
    await service.close();
    database = (await stored.copy()).sandbox;
    await start();
    const redirect = readRedirect(await api.webform(facts.authKey));
    expect((await api.result(redirect['ResultKey'] ?? '')).TxnResp).toMatchObject({ ResponseCode: '0' });
  });

  it('answers an unread result key, and every transaction', async () => {
    expect((await api.result(facts.resultKey)).TxnResp).toMatchObject({
      ResponseCode: '0',
      Crn1: 'result not asked for',
      CardDetails: { MaskedCardNumber: '512345...346' },
    });
    expect((await api.get(facts.declined)).TxnResp).toMatchObject({ ResponseCode: '2', Crn1: 'declined' });
    const { TxnRespList } = await api.search({ Crn1: 'payment' });
    expect(TxnRespList).toMatchObject([{ TxnNumber: facts.payment, ResponseCode: '0' }]);
  });

  it('captures a preauth, refunds a payment, and continues the numbers', async () => {
    const captured = await api.follow('capture', { TxnNumber: facts.preauth }, 19_900);
    const refunded = await api.follow('refund', { TxnNumber: facts.payment }, 19_900);
    const over = await api.follow('refund', { TxnNumber: facts.payment }, 1);
    expect([captured.ResponseCode, refunded.ResponseCode]).toEqual(['0', '0']);
    expect(over.ResponseCode).not.toBe('0');
    const made = [captured, refunded, over].map(({ TxnNumber }) => Number(TxnNumber));
    expect(Math.min(...made)).toBeGreaterThan(Math.max(Number(facts.preauth), Number(facts.payment)));
    expect(new Set(made).size).toBe(3);
  });

  it('pays by saved tokens, of a card and of an account, and not by one that was deleted', async () => {
    const byCard = await api.made({ CardDetails: { CardNumber: facts.token } });
    expect(byCard).toMatchObject({ ResponseCode: '0', CardType: 'MC' });
    expect((await api.made({ CardDetails: { CardNumber: facts.account } })).ResponseCode).toBe('0');
    const gone = await api.made({ CardDetails: { CardNumber: facts.deleted } });
    expect(gone).toMatchObject({
      ResponseCode: 'PT_T2',
      CardDetails: { MaskedCardNumber: expect.stringMatching(/^599999\.\.\.\d{3}$/) },
    });
    const { DVTokenRespList } = await api.searchTokens();
    expect(DVTokenRespList).toHaveLength(2 + 1);
    const added = await api.added();
    expect([facts.token, facts.account, facts.deleted]).not.toContain(added.DVToken);
  });

  it('stores and changes cards with the keys for that', async () => {
    const added = await api.submitToken(facts.addKey);
    expect(added.APIResponse).toEqual(SUCCESS);
    expect((await api.tokenResult(added.ResultKey)).DVTokenResp).toMatchObject({ CardType: 'MC', Crn1: 'unused' });
    const CardDetails = { ExpiryDateMonth: '11', ExpiryDateYear: '43' };
    expect((await api.submitUpdate(facts.updateKey, { CardDetails })).APIResponse).toEqual(SUCCESS);
    expect((await api.token(facts.token)).DVTokenResp).toMatchObject({ CardDetails: { ExpiryDate: '1143' } });
  });

  it('processes the stored input of a frame', async () => {
    const paid = await api.processFrame(facts.frameKey);
    expect((await api.result(paid.ResultKey)).TxnResp).toMatchObject({ ResponseCode: '0', Crn1: 'in a frame' });
    const added = await api.processTokenFrame('add', facts.addFrameKey);
    expect((await api.tokenResult(added.ResultKey)).DVTokenResp).toMatchObject({ CardType: 'MC' });
  });

  it('ends a challenge from before', async () => {
    expect((await resultOf(api, facts.challenge)).ResponseCode).toBe('P');
    await press(service, facts.challenge.path, 'approve');
    expect(await resultOf(api, facts.challenge)).toMatchObject({ ResponseCode: '0', Crn1: 'challenge' });
  });

  it('sends a webhook that was due, once', async () => {
    await service.control.advanceClock(3 * HOUR);
    await service.control.webhooksSettled();
    expect(deliveries.map(({ url }) => url)).toEqual(['https://shop.example/hook']);
    expect(JSON.parse(deliveries[0]?.body ?? '')).toMatchObject({ Crn1: 'webhook', ResponseCode: '0' });
    const [webhook] = await service.control.listWebhooks();
    expect(webhook).toMatchObject({ state: 'delivered' });
  });

  it('has the files of a batch, and takes the next', async () => {
    const files = await FileCaller.open(service);
    expect(contentIn(await files.download())).toMatch(/^01,.*\n50,,batch 1,.*\n50,,batch 2,.*\n99,4,2000,0\n$/);
    await files.submit(batchFile([detail({ crn1: 'batch 3' })]), 'b.csv');
    await files.finished();
    const next = await files.download('b.csv');
    expect(textIn(next, 'Filename')).toBe('b-r.csv');
    expect(contentIn(next)).toContain('Approved');
  });

  it('refunds a payment in the back office with a reason, and lists it as an action', async () => {
    await service.close();
    const sandbox = createSandbox({
      store: await openStore({ database, seed: [] }),
      clock: stoppedClock(START + 1_000),
    });
    const office = new OfficeCaller(sandbox);
    await office.signIn();
    const refund = { amount: 100, reason: 'wrong size' };
    const { body } = await office.call('POST /transactions/:txnNumber/refund', refund, [facts.payment]);
    expect(body).toMatchObject({ status: 'approved', reason: 'wrong size' });
    const page = (await office.call('GET /transactions/:txnNumber', undefined, [facts.payment])).body;
    expect(page.transaction).toMatchObject({ status: 'partly_refunded', reason: null });
    const { actions } = (await office.call('POST /actions/search', {})).body;
    expect(actions).toMatchObject([{ username: 'demo-admin', subject: facts.payment }]);
    await sandbox.close();
    await start();
  });

  it('opens again after today’s code has written into it', async () => {
    const { ResultKey } = await api.submit(facts.authKey);
    await service.close();
    await start();
    expect((await api.result(ResultKey)).TxnResp).toMatchObject({ ResponseCode: '0', Crn1: 'unused' });
    expect((await api.get(facts.payment)).TxnResp).toMatchObject({ TxnNumber: facts.payment });
  });
});
