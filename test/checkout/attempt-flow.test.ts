/** An attempt from the first input to its end, for each kind of attempt. */
import { describe, expect, it, vi } from 'vitest';
import { KINDS, prepareKind, reach } from './flow-kinds.js';
import { until } from './manual-timers.js';
import { CLAIM, RESULT_KEY, submitted } from './scripted-server.js';

describe.each(KINDS)('$name', (kind) => {
  const run = prepareKind(kind);

  describe('an attempt', () => {
    it('requests and stores nothing before the shopper starts', async () => {
      const flow = run.start();
      flow.resume();
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(run.server.calls).toEqual([]);
      expect(run.storage.size).toBe(0);
      expect(run.timers.waiting()).toEqual([]);
    });

    it('goes from the first input to the signer’s result', async () => {
      const flow = await run.startReady();
      await flow.submit();
      expect(flow.trace).toEqual(['keying', 'ready', 'submitting', 'confirming', kind.done]);
      expect(flow.state.result).toEqual(kind.result('done'));
      expect(run.bodies(/^\/pay\/\w+key$/)).toEqual([kind.request]);
      expect(run.bodies(/withauthkey/)).toEqual([kind.submission]);
      expect(run.bodies(/result$/)).toEqual([{ claim: CLAIM, resultKey: RESULT_KEY }]);
    });

    it('gets its key first when the shopper presses the button without an input event', async () => {
      const flow = run.start();
      await flow.submit();
      expect(flow.trace).toEqual(['keying', 'ready', 'submitting', 'confirming', kind.done]);
      expect(run.bodies(/^\/pay\/\w+key$/)).toEqual([kind.pressed]);
    });

    it('sends the input to the service only: the signer, the state and the storage have no digit of it', async () => {
      const flow = run.start();
      await flow.submit();
      const digits = /4987654|80417726|123/;
      expect(JSON.stringify(run.bodies(/withauthkey/))).toMatch(digits);
      expect(JSON.stringify(run.bodies(/^\/pay\//))).not.toMatch(digits);
      expect(JSON.stringify([...run.storage])).not.toMatch(digits);
      expect(JSON.stringify(flow.state)).not.toMatch(/4987654|80417726/);
    });

    it('never exposes its key', async () => {
      const flow = await run.startReady();
      expect(JSON.stringify(flow.state)).not.toContain('key-1');
    });

    it('notifies a listener until it is removed', async () => {
      const flow = run.start();
      const seen: string[] = [];
      const remove = flow.subscribe(({ status }) => seen.push(status));
      flow.prepare();
      await reach(flow, 'ready');
      remove();
      await flow.submit();
      expect(seen).toEqual(['keying', 'ready']);
    });

    it('gets another key when the options of the key have changed, and only while its key is unused', async () => {
      const flow = run.start();
      await flow.refresh();
      expect(run.asked().keys).toBe(0);
      flow.prepare();
      await flow.refresh();
      expect(flow.trace).toEqual(['keying', 'ready', 'keying', 'ready']);
      await flow.submit();
      await flow.refresh();
      expect([run.sentWith(), run.asked().keys]).toEqual([['key-2'], 2]);
    });

    it('waits for the key that is requested already, and is sent with it', async () => {
      const flow = run.start();
      flow.prepare();
      expect(flow.state.status).toBe('keying');
      expect((await flow.submit()).status).toBe(kind.done);
      expect([run.asked().keys, run.sentWith()]).toEqual([1, ['key-1']]);
    });

    it('does not end when its key expires during the submission', async () => {
      run.server.script.authkey = { json: { ...kind.grant(run.server.url), expiresInSeconds: 30 } };
      run.server.script.submit = 'hang';
      const flow = run.start();
      const submitting = flow.submit();
      await until(() => run.sentWith().length === 1);
      run.timers.advance(30_000);
      expect(flow.state.status).toBe('submitting');
      run.timers.advance(30_000);
      expect((await submitting).status).toBe('unknown');
    });

    it('requests no second key while it has one, however much is typed', async () => {
      const flow = await run.startReady();
      for (let keystroke = 0; keystroke < 5; keystroke += 1) flow.prepare();
      expect([flow.trace, run.asked().keys]).toEqual([['keying', 'ready'], 1]);
    });

    it('is sent with its key when the options of the key change at the same moment', async () => {
      const flow = run.start();
      const [state] = await Promise.all([flow.submit(), flow.refresh()]);
      expect(state.status).toBe(kind.done);
      expect([run.sentWith(), run.asked().keys]).toEqual([['key-1'], 1]);
    });

    it('is sent when the options have changed while the key was requested', async () => {
      const flow = run.start();
      flow.prepare();
      const refreshed = flow.refresh();
      expect((await flow.submit()).status).toBe(kind.done);
      await refreshed;
      expect([run.sentWith(), run.asked().keys]).toEqual([['key-1'], 1]);
    });

    it('has no 3-D Secure to continue if none was opened', async () => {
      const flow = await run.startLost();
      expect((await flow.continueChallenge()).status).toBe('unknown');
      expect(run.asked().results).toBe(0);
    });

    it('does nothing after it was disposed', async () => {
      const flow = await run.startReady();
      flow.dispose();
      flow.prepare();
      flow.resume();
      flow.restore();
      await flow.refresh();
      await flow.submit();
      expect([flow.trace, run.asked().keys, run.sentWith()]).toEqual([['keying', 'ready'], 1, []]);
      expect(run.timers.waiting()).toEqual([]);
    });

    it('is disposed by its signal', async () => {
      const life = new AbortController();
      const flow = run.start({ isOnline: () => true, signal: life.signal });
      life.abort();
      await flow.submit();
      expect([run.server.calls, flow.state.status]).toEqual([[], 'idle']);
    });

    it('does not listen to its signal after it was disposed', () => {
      const { signal } = new AbortController();
      const added = vi.spyOn(signal, 'addEventListener');
      const removed = vi.spyOn(signal, 'removeEventListener');
      run.start({ isOnline: () => true, signal }).dispose();
      expect(added.mock.calls).toHaveLength(1);
      expect(removed.mock.calls).toEqual(added.mock.calls);
    });
  });

  describe('a field that the service refuses', () => {
    it.each(kind.fields)('with %i is named %s, and the same key works for the corrected input', async (code, field) => {
      const flow = run.start();
      run.server.script.submit = { json: submitted(code, { ResultKey: null }) };
      expect(await flow.submit()).toMatchObject({
        status: 'ready',
        refusedField: field,
        error: { code: 'field_invalid' },
      });
      expect(run.record()).toEqual({ claim: CLAIM });
      run.server.script.submit = { json: submitted(0) };
      expect((await flow.submit()).status).toBe(kind.done);
      expect(flow.state.refusedField).toBeUndefined();
      expect(run.sentWith()).toEqual(['key-1', 'key-1']);
    });

    it('is not a field of the form: the attempt fails, and the shopper may try again', async () => {
      const flow = run.start();
      run.server.script.submit = { json: submitted(110, { ResultKey: null }) };
      expect(await flow.submit()).toMatchObject({ status: 'failed', error: { code: 'api_rejected', apiCode: 110 } });
      expect(run.record()).toEqual({ claim: CLAIM });
      run.server.script.submit = { json: submitted(0) };
      expect((await flow.submit()).status).toBe(kind.done);
      expect(run.sentWith()).toEqual(['key-1', 'key-2']);
    });
  });

  describe('an answer of the signer to a request for a key', () => {
    it.each([
      ['no claim', { claim: '' }],
      ['no key', { authKey: '' }],
      ['no address', { submitUrl: undefined }],
      ['no expiry', { expiresInSeconds: '1800' }],
      ['another status', { status: 'given' }],
    ])('with %s is not used, and nothing is sent', async (_title, changes) => {
      run.server.script.authkey = { json: { ...kind.grant(run.server.url), ...changes } };
      const flow = run.start();
      const submitting = flow.submit();
      await until(() => run.timers.waiting().includes(1_500), 'the pause');
      run.timers.advance(1_500);
      expect(await submitting).toMatchObject({ status: 'idle', error: { code: 'signer_unreachable' } });
      expect(run.sentWith()).toEqual([]);
    });
  });
});
