/** Challenges survive their process, store no card digits, and send one webhook. */
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../src/sandbox/node/open-sqlite-store.js';
import { createSandbox } from '../../src/sandbox/sandbox.js';
import type { ServiceUnderTest } from './service-under-test.js';
import { serviceAt, startSandboxChild, type SandboxChild } from '../promises/sandbox-process.js';
import { press, resultOf, startChallenge } from './challenge-caller.js';
import { TOKEN, callControl } from './control/control-caller.js';
import { RestCaller } from './rest-caller.js';
import { inProcess, stoppedClock } from './service-under-test.js';
import { startReceiver } from './webhooks/receiver.js';

const WEBHOOK = 'https://shop.example/hook';
const TEN_MINUTES = 600;

describe('a challenge and its process', { timeout: 60_000 }, () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'florin-3ds-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(['v2', 'v3'] as const)(
    'is approved, failed or timed out by the next process after kill -9; nothing on the disk has a digit; %s',
    async (version) => {
      const receiver = await startReceiver();
      const database = join(folder, `${version}.sqlite`);
      const options = { database, controlApi: { token: TOKEN } };
      const others = { RedirectionUrl: 'https://shop.example/return', WebHookUrl: receiver.url };
      let child: SandboxChild = await startSandboxChild(options);
      const first = new RestCaller(serviceAt(child.url), version);
      const approved = await startChallenge(first, {}, { Cvn: '876' }, others);
      const failed = await startChallenge(first, {}, {}, others);
      const left = await startChallenge(first, {}, {}, others);
      await child.stop('SIGKILL');

      for (const file of readdirSync(folder).filter((name) => name.startsWith(version))) {
        const bytes = readFileSync(join(folder, file)).toString('latin1');
        expect(bytes, file).not.toContain('5123456789012346');
        expect(bytes, file).not.toContain('"876"');
      }

      child = await startSandboxChild(options);
      const service = serviceAt(child.url);
      const api = new RestCaller(service, version);
      for (const challenge of [approved, failed, left]) {
        expect((await resultOf(api, challenge)).ResponseCode).toBe('P');
      }
      expect(receiver.received).toEqual([]);
      await Promise.all([press(service, approved.path, 'approve'), press(service, approved.path, 'approve')]);
      await press(service, failed.path, 'fail');
      expect(await resultOf(api, approved)).toMatchObject({ ResponseCode: '0', CVNResult: { CVNResultCode: 'P' } });
      expect((await resultOf(api, failed)).ResponseCode).toBe('F');

      // A killed process's webhook is sent again after its lease expires, which P17 tests.
      await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(2);
      await child.stop('SIGKILL');
      child = await startSandboxChild(options);
      const last = serviceAt(child.url);
      expect((await callControl(last, 'POST', '/clock', { advanceSeconds: TEN_MINUTES })).status).toBe(200);
      const again = new RestCaller(last, version);
      expect((await resultOf(again, left)).ResponseCode).toBe('PT_V11');
      expect((await resultOf(again, approved)).ResponseCode).toBe('0');
      await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(3);
      const told = new Set(receiver.received.map(({ body }) => `${body.TxnNumber} ${body.ResponseCode}`));
      const numbers = await Promise.all([approved, failed, left].map((each) => resultOf(again, each)));
      expect(told).toEqual(new Set(numbers.map((txn) => `${txn.TxnNumber} ${txn.ResponseCode}`)));
      await child.stop();
      await receiver.close();
    },
  );

  it('one webhook is queued, at the end, with the key’s version, for any number of answers', async () => {
    for (const version of ['v2', 'v3'] as const) {
      const service = await inProcess.open();
      const api = new RestCaller(service, version);
      const others = { RedirectionUrl: 'https://shop.example/return', WebHookUrl: WEBHOOK };
      const [passed, late] = [await startChallenge(api, {}, {}, others), await startChallenge(api, {}, {}, others)];
      expect(await service.control.listWebhooks()).toEqual([]);
      await Promise.all(['approve', 'approve', 'fail', 'approve'].map((each) => press(service, passed.path, each)));
      expect(await service.control.listWebhooks()).toHaveLength(1);
      await service.control.advanceClock(TEN_MINUTES);
      await resultOf(api, late);
      await press(service, late.path, 'approve');
      const webhooks = await service.control.listWebhooks();
      expect(webhooks).toHaveLength(2);
      const bodies = webhooks.map(({ body }) => JSON.parse(body));
      expect(bodies).toContainEqual(await resultOf(api, passed));
      expect(bodies).toContainEqual(await resultOf(api, late));
      await service.close();
    }
  });

  it('two processes on one database end it once', async () => {
    const database = join(folder, 'shared.sqlite');
    const open = async (): Promise<ServiceUnderTest> => {
      const clock = stoppedClock();
      const sandbox = createSandbox({ store: await openSqliteStore({ database }), clock });
      return {
        fetch: (path, init) => sandbox.fetch(new Request(`http://sandbox.test${path}`, init)),
        control: sandbox.control,
        clock,
        close: () => sandbox.close(),
      };
    };
    const services = [await open(), await open()] as const;
    const api = new RestCaller(services[0]);
    const challenge = await startChallenge(api, { Crn1: 'shared' }, {}, { WebHookUrl: WEBHOOK });
    await Promise.all(
      services.flatMap((service) => ['approve', 'fail'].map((each) => press(service, challenge.path, each))),
    );
    const { TxnRespList } = await new RestCaller(services[1]).search({ Crn1: 'shared' });
    expect(TxnRespList).toHaveLength(1);
    expect(['0', 'F']).toContain(TxnRespList[0].ResponseCode);
    expect(await resultOf(api, challenge)).toEqual(TxnRespList[0]);
    expect(await services[0].control.listWebhooks()).toHaveLength(1);
    for (const service of services) await service.close();
  });
});
