/** A page that is loaded again, or comes back from the back-forward cache, for each kind of attempt. */
import { describe, expect, it } from 'vitest';
import { KINDS, prepareKind, reach } from './flow-kinds.js';
import { until } from './manual-timers.js';
import { CLAIM, submitted } from './scripted-server.js';

describe.each(KINDS)('$name', (kind) => {
  const run = prepareKind(kind);

  describe('a reloaded page', () => {
    const submittedBefore = (seconds: number) =>
      run.storage.set(run.recordName, JSON.stringify({ claim: CLAIM, submittedAt: run.timers.now() - seconds * 1000 }));

    it('fetches the result of a submission, and sends nothing', async () => {
      submittedBefore(5);
      const flow = run.start();
      flow.resume();
      expect(flow.state).toEqual({ status: 'unknown', submittedAt: run.timers.now() - 5_000 });
      await run.passNextWait(flow);
      expect(flow.state).toMatchObject({ status: kind.done, submittedAt: run.timers.now() - 5_000 });
      expect([run.bodies(/result$/), run.sentWith()]).toEqual([[{ claim: CLAIM }], []]);
    });

    it('finds a submission of the page before it', async () => {
      (await run.startLost()).dispose();
      const flow = run.start();
      flow.resume();
      expect(flow.state.status).toBe('unknown');
      await run.passNextWait(flow);
      expect(flow.state.status).toBe(kind.done);
      expect(run.sentWith()).toEqual(['key-1']);
    });

    it('opens the form when the signer finds nothing', async () => {
      submittedBefore(60);
      run.answerResult('open');
      const flow = run.start();
      flow.resume();
      await run.passNextWait(flow);
      expect(flow.state).toMatchObject({ status: 'idle', result: { status: 'open' } });
      run.answerResult('done');
      expect((await flow.submit()).status).toBe(kind.done);
    });

    it('opens the form in ten seconds when the clock was put back since the submission', async () => {
      submittedBefore(-3_600);
      run.answerResult('open');
      const flow = run.start();
      flow.resume();
      const asksAt = [];
      for (let asked = 0; asked < 4; asked += 1) asksAt.push(await run.passNextWait(flow));
      expect(asksAt).toEqual([0, 2_000, 3_000, 5_000]);
      expect(flow.state).toMatchObject({ status: 'idle', result: { status: 'open' } });
    });

    it.each([
      [true, 'idle'],
      [false, 'unknown'],
    ])('believes at once that nothing was done only if it had opened another page: %s', async (isAway, status) => {
      const before = run.start();
      const leave = () => new Promise<never>(() => undefined);
      void before.submit(leave, { isAway });
      await reach(before, 'submitting');
      before.dispose();
      run.answerResult('open');
      const flow = run.start();
      flow.resume();
      await run.passNextWait(flow);
      expect(flow.state.status).toBe(status);
    });

    it.each([206, 207])('after %i still reports that the result is of an earlier attempt', async (code) => {
      const before = run.start();
      run.server.script.submit = { json: submitted(code, { ResultKey: null }) };
      await before.submit();
      before.dispose();
      expect(run.record()).toEqual({ claim: CLAIM, submittedAt: run.timers.now(), keyWasUsed: true });
      run.answerResult('pending');
      const flow = run.start();
      flow.resume();
      expect(flow.state).toMatchObject({ status: 'unknown', keyWasUsed: true });
      await run.passNextWait(flow);
      expect(flow.state).toMatchObject({ result: { status: 'pending' }, keyWasUsed: true });
      run.answerResult('expired');
      await run.passNextWait(flow);
      expect(flow.state).toMatchObject({ status: 'expired', keyWasUsed: true });
      expect(run.record()).toEqual({ claim: CLAIM });
    });

    it('does not report an earlier attempt after a lost answer', async () => {
      (await run.startLost()).dispose();
      const flow = run.start();
      flow.resume();
      await run.passNextWait(flow);
      expect(flow.state.status).toBe(kind.done);
      expect(flow.state.keyWasUsed).toBeUndefined();
    });

    it.each(['', '{', '[]', 'null', '{"claim":1,"submittedAt":2}', `{"claim":"${CLAIM}"}`])(
      'starts again with the record %j: nothing was submitted',
      (text) => {
        run.storage.set(run.recordName, text);
        const flow = run.start();
        flow.resume();
        expect(flow.state).toEqual({ status: 'idle' });
        expect(run.timers.waiting()).toEqual([]);
      },
    );

    it('changes nothing once the shopper has started', async () => {
      const flow = await run.startReady();
      submittedBefore(5);
      flow.resume();
      expect(flow.state.status).toBe('ready');
      expect([run.waits(), run.asked().results]).toEqual([[], 0]);
    });
  });

  describe('the back-forward cache', () => {
    it('in the middle of a submission asks the signer, and the late answer changes nothing', async () => {
      const flow = run.start();
      run.server.script.submit = 'hang';
      const submitting = flow.submit();
      await until(() => run.sentWith().length === 1);
      flow.restore();
      expect((await submitting).status).toBe('unknown');
      expect(flow.state.error).toBeUndefined();
      await run.passNextWait(flow);
      expect(flow.state.status).toBe(kind.done);
      expect(run.sentWith()).toEqual(['key-1']);
    });

    it('while ready drops the key, so that the signer is asked again', async () => {
      const flow = await run.startReady();
      flow.restore();
      expect(flow.state.status).toBe('idle');
      expect(run.waits()).toEqual([]);
      flow.prepare();
      await reach(flow, 'ready');
      await flow.submit();
      expect(run.sentWith()).toEqual(['key-2']);
    });

    it('does not affect an attempt whose result is already requested', async () => {
      const flow = await run.startLost();
      const { state } = flow;
      flow.restore();
      expect(flow.state).toBe(state);
      expect(run.waits()).toEqual([2_000]);
    });

    it('does not affect a finished attempt', async () => {
      const flow = run.start();
      await flow.submit();
      flow.restore();
      expect(flow.state.status).toBe(kind.done);
      expect(run.waits()).toEqual([]);
    });
  });
});
