/**
 * Protection against paying or storing twice, sending to a wrong address, and too many requests to the signer, for each kind of
 * attempt. The tests use only answers of signer and service.
 */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Flow, KINDS, prepareKind } from './flow-kinds.js';
import { until } from './manual-timers.js';
import { CLAIM, submitted } from './scripted-server.js';

const KEY_LIFE = 1_800_000;
const MARGIN = 5_000;

afterEach(() => vi.unstubAllGlobals());

describe.each(KINDS)('$name', (kind) => {
  const run = prepareKind(kind);

  /** The same key would be safe, but for the next one the signer is asked first. */
  async function expectAnotherKey(flow: Flow) {
    run.answerResult('done');
    expect((await flow.submit()).status).toBe(kind.done);
    expect(run.sentWith()).toEqual(['key-1', 'key-2']);
  }

  describe('a key', () => {
    it.each([
      ['its whole life', KEY_LIFE],
      ['all but its last seconds, in which it could end on the way,', KEY_LIFE - MARGIN],
    ])('is replaced after %s before anything is sent, also by a machine that was asleep', async (_title, age) => {
      const flow = await run.startReady();
      run.timers.sleep(age);
      expect((await flow.submit()).status).toBe(kind.done);
      expect(run.sentWith()).toEqual(['key-2']);
    });

    it('is used until its last seconds', async () => {
      const flow = await run.startReady();
      run.timers.sleep(KEY_LIFE - MARGIN - 1);
      expect((await flow.submit()).status).toBe(kind.done);
      expect(run.sentWith()).toEqual(['key-1']);
    });

    it.each(['http://pay.example/x', 'ftp://pay.example/x', 'javascript:alert(1)', '/withauthkey/x', ''])(
      'whose address is %o gets nothing to send',
      async (submitUrl) => {
        const grant = kind.grant(run.server.url);
        const addresses: string[] = [];
        vi.stubGlobal('fetch', spyOnFetch(addresses));
        run.server.script.authkey = { json: { ...grant, submitUrl } };
        const flow = run.start();
        void flow.submit();
        // A payment repeats the request after a pause when the answer is invalid.
        await until(() => flow.state.error !== undefined || run.timers.waiting().includes(1_500));
        run.timers.advance(1_500);
        await until(() => flow.state.error !== undefined);
        expect(['failed', 'idle']).toContain(flow.state.status);
        expect(addresses.filter((address) => !address.startsWith(run.server.signerUrl))).toEqual([]);
      },
    );

    it('whose address is not https is a configuration error', async () => {
      run.server.script.authkey = { json: { ...kind.grant(run.server.url), submitUrl: 'http://pay.example/x' } };
      const flow = run.start();
      expect((await flow.submit()).error).toMatchObject({ code: 'configuration_invalid' });
    });

    it('is used once for several clicks', async () => {
      const flow = run.start();
      const presses = await Promise.all(Array.from({ length: 5 }, () => flow.submit()));
      // Each click resolves with the result, not with an intermediate state.
      for (const state of [...presses, await flow.submit()]) expect(state.status).toBe(kind.done);
      expect([run.asked(), run.sentWith()]).toEqual([{ keys: 1, results: 1 }, ['key-1']]);
    });

    it('that has made a transaction is not used again, whatever the signer answers', async () => {
      run.answerResult('open');
      const flow = run.start();
      expect((await flow.submit()).status).toBe('unknown');
      while (flow.state.status === 'unknown') await run.passNextWait(flow);
      expect(flow.state.status).toBe('idle');
      await expectAnotherKey(flow);
    });

    it.each([206, 207])('that the service refuses with %i is not used again', async (code) => {
      run.server.script.submit = { json: submitted(code, { ResultKey: null }) };
      run.answerResult('open');
      const flow = run.start();
      expect((await flow.submit()).status).toBe('unknown');
      while (flow.state.status === 'unknown') await run.passNextWait(flow);
      expect(flow.state.status).toBe('idle');
      run.server.script.submit = { json: submitted(0) };
      await expectAnotherKey(flow);
    });

    it('expires in an open page, and the next click requests another', async () => {
      const flow = await run.startReady();
      expect(flow.key?.claim).toBe(CLAIM);
      run.timers.advance(KEY_LIFE - MARGIN);
      expect(flow.state.status).toBe('expired');
      // The element that opens the service's frame uses this key.
      expect(flow.key).toBeUndefined();
      expect((await flow.submit()).status).toBe(kind.done);
      expect(run.sentWith()).toEqual(['key-2']);
    });

    it('is not used again after the signer has reported another status than open', async () => {
      const flow = await run.startLost();
      run.answerResult('pending');
      await run.passNextWait(flow);
      expect(flow.state.result?.status).toBe('pending');
      run.answerResult('open');
      while (flow.state.status === 'unknown') await run.passNextWait(flow);
      expect(flow.state.status).toBe('idle');
      await expectAnotherKey(flow);
    });

    it('that was requested when the page entered the back-forward cache is not used again', async () => {
      const flow = await run.startReady();
      run.server.script.submit = 'hang';
      run.answerResult('open');
      void flow.submit();
      await until(() => run.sentWith().length === 1);
      flow.restore();
      run.server.script.submit = { json: submitted(0) };
      while (flow.state.status === 'unknown') await run.passNextWait(flow);
      expect(flow.state.status).toBe('idle');
      await expectAnotherKey(flow);
    });
  });

  describe('a key that the signer does not grant', () => {
    const refuse = (status: number, code: string) => {
      run.server.script.authkey = { status, json: { error: { code, message: 'why' } } };
    };

    it('is requested once more when the signer does not answer, before the shopper sees an error', async () => {
      refuse(503, 'service_unreachable');
      const flow = run.start();
      const submitting = flow.submit();
      await until(() => run.timers.waiting().includes(1_500), 'the pause');
      run.timers.advance(1_500);
      expect(await submitting).toMatchObject({ status: 'idle', error: { code: 'service_unreachable' } });
      expect(run.asked().keys).toBe(2);
    });

    it.each([
      ['card_refused', 403],
      ['shopper_refused', 401],
    ])('for %s leaves the form open, because the shopper can help', async (code, status) => {
      refuse(status, code);
      const flow = run.start();
      expect(await flow.submit()).toMatchObject({ status: 'idle', error: { code, audience: 'shopper' } });
      expect(run.asked().keys).toBe(1);
    });

    it.each([
      ['order_refused', 404],
      ['origin_refused', 403],
      ['bad_request', 400],
    ])('for %s fails, because only the shop can help', async (code, status) => {
      refuse(status, code);
      const flow = run.start();
      expect(await flow.submit()).toMatchObject({ status: 'failed', error: { audience: 'merchant' } });
      expect(run.sentWith()).toEqual([]);
    });
  });

  describe('an answer after the page entered the back-forward cache', () => {
    it('changes nothing: a key', async () => {
      run.server.script.authkey = 'hang';
      const flow = run.start();
      flow.prepare();
      await until(() => run.asked().keys === 1);
      flow.restore();
      expect(flow.state.status).toBe('idle');
      await until(() => run.server.aborted() === 1, 'the abort');
      // An aborted request is no failure: the next input asks at once.
      flow.prepare();
      await until(() => run.asked().keys === 2);
    });

    it('changes nothing: a result', async () => {
      run.server.script.result = 'hang';
      const flow = run.start();
      const submitting = flow.submit();
      await until(() => run.asked().results === 1);
      flow.restore();
      expect((await submitting).status).toBe('unknown');
      expect(flow.state.error).toBeUndefined();
      run.answerResult('done');
      await run.passNextWait(flow);
      expect(flow.state.status).toBe(kind.done);
      expect(run.sentWith()).toEqual(['key-1']);
    });

    it('is aborted, and leaves no timer, when the page is gone', async () => {
      run.server.script.submit = 'hang';
      const flow = run.start();
      const submitting = flow.submit();
      await until(() => run.sentWith().length === 1);
      flow.dispose();
      await until(() => run.server.aborted() === 1, 'the abort');
      await submitting;
      expect(flow.trace.at(-1)).toBe('submitting');
      expect(run.timers.waiting()).toEqual([]);
      expect(run.record()).toMatchObject({ submittedAt: expect.any(Number) as number });
    });
  });

  describe('the record of the attempt', () => {
    it('is written when something is sent, not when a key is held', async () => {
      const flow = await run.startReady();
      expect([...run.storage]).toEqual([]);
      run.server.script.submit = 'drop';
      await flow.submit();
      expect([...run.storage.values()].join()).toContain('submittedAt');
    });

    it('works without storage', async () => {
      const throws = () => {
        throw new DOMException('blocked', 'SecurityError');
      };
      const flow = run.start({ storage: { getItem: throws, setItem: throws } });
      flow.resume();
      expect((await flow.submit()).status).toBe(kind.done);
    });
  });

  describe('a browser that is offline', () => {
    it('sends nothing, and the same key works later', async () => {
      let isOnline = false;
      const flow = run.start({ isOnline: () => isOnline });
      expect(await flow.submit()).toMatchObject({ status: 'ready', error: { code: 'service_unreachable' } });
      expect(run.sentWith()).toEqual([]);
      expect([...run.storage.values()].join()).not.toContain('submittedAt');
      isOnline = true;
      expect((await flow.submit()).status).toBe(kind.done);
      expect(run.sentWith()).toEqual(['key-1']);
    });

    it('is detected by the browser’s own setting', async () => {
      vi.stubGlobal('navigator', { onLine: false });
      const flow = run.start({});
      expect(await flow.submit()).toMatchObject({ status: 'ready', error: { code: 'service_unreachable' } });
      vi.stubGlobal('navigator', { onLine: true });
      expect((await flow.submit()).status).toBe(kind.done);
    });
  });

  describe('"nothing found"', () => {
    it('is ignored while the submission may still arrive; then the same key works', async () => {
      const flow = await run.startLost();
      run.answerResult('open');
      let passed = 0;
      while (flow.state.status === 'unknown') passed += await run.passNextWait(flow);
      expect(passed).toBe(10_000);
      expect(flow.state.status).toBe('ready');
      run.answerResult('done');
      expect((await flow.submit()).status).toBe(kind.done);
      expect(run.sentWith()).toEqual(['key-1', 'key-1']);
    });

    it('is ignored after a reload, too', async () => {
      (await run.startLost()).dispose();
      run.answerResult('open');
      const flow = run.start();
      flow.resume();
      let passed = 0;
      while (flow.state.status === 'unknown') passed += await run.passNextWait(flow);
      expect(passed).toBe(10_000);
      expect(flow.state.status).toBe('idle');
      await expectAnotherKey(flow);
    });
  });

  describe('the signer', () => {
    it('is polled at growing intervals, at most once a minute', async () => {
      const flow = await run.startLost();
      run.server.script.result = 'drop';
      const waits: number[] = [];
      for (let turn = 0; turn < 12; turn += 1) waits.push((await run.passNextWait(flow)) / 1000);
      expect(waits).toEqual([2, 3, 5, 8, 13, 20, 30, 30, 30, 30, 60, 60]);
      expect(run.asked().results).toBe(12);
    });

    it('is asked one question at a time, and not before its retryAfterSeconds', async () => {
      const flow = await run.startLost();
      run.answerResult('pending');
      for (let turn = 0; turn < 2; turn += 1) {
        await run.passNextWait(flow);
        expect(flow.state).toMatchObject({ status: 'unknown', result: { status: 'pending', retryAfterSeconds: 4 } });
        expect(run.waits()).toEqual([turn === 0 ? 4_000 : 5_000]);
      }
    });

    it('is asked after a minute when its retryAfterSeconds is longer', async () => {
      const flow = await run.startLost();
      run.server.script.result = { json: { ...kind.result('pending'), retryAfterSeconds: 600 } };
      await run.passNextWait(flow);
      expect(run.waits()).toEqual([60_000]);
    });

    it.each(['done', 'review', 'expired'] as const)('is not asked again after %s', async (status) => {
      const flow = await run.startLost();
      run.answerResult(status);
      await run.passNextWait(flow);
      expect(flow.state.result).toBeDefined();
      expect(run.waits()).toEqual([]);
    });

    it('is not asked again after "nothing found", once that counts', async () => {
      const flow = await run.startLost();
      run.answerResult('open');
      while (flow.state.status === 'unknown') await run.passNextWait(flow);
      expect(run.waits()).toEqual([]);
    });

    it('is not asked again when it does not know the claim, and nothing is sent again', async () => {
      const flow = await run.startLost();
      run.server.script.result = { status: 403, json: { error: { code: 'claim_refused', message: '' } } };
      await run.passNextWait(flow);
      expect(flow.state).toMatchObject({ status: 'unknown', error: { code: 'claim_refused' } });
      expect(run.waits()).toEqual([]);
      await flow.submit();
      expect(run.sentWith()).toEqual(['key-1']);
    });

    it('is not asked by a page that is gone', async () => {
      const flow = await run.startLost();
      flow.dispose();
      expect(run.waits()).toEqual([]);
    });

    it('is not asked for a key by typing for ten seconds after it refused one; the button asks', async () => {
      run.server.script.authkey = { status: 429, json: { error: { code: 'rate_limited', message: '' } } };
      const flow = run.start();
      const strokes = async () => {
        for (let stroke = 0; stroke < 5; stroke += 1) flow.prepare();
        await until(() => flow.state.status === 'idle' && flow.state.error !== undefined);
      };
      await strokes();
      expect(run.asked().keys).toBe(1);
      run.timers.advance(9_999);
      await strokes();
      expect(run.asked().keys).toBe(1);
      await flow.submit();
      expect(run.asked().keys).toBe(2);
      run.timers.advance(10_000);
      await strokes();
      expect(run.asked().keys).toBe(3);
    });
  });
});

/** Records the called addresses, and sends nothing. */
function spyOnFetch(addresses: string[]): typeof fetch {
  const { fetch } = globalThis;
  return (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    addresses.push(address);
    return address.startsWith('http://127.0.0.1:') ? fetch(input, init) : Promise.reject(new TypeError('not called'));
  };
}
