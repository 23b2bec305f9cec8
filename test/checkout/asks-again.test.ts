/** The browser is online again, or another tab has sent a card: the signer is asked, and no card is sent again. */
import { describe, expect, it } from 'vitest';
import { KINDS, prepareKind, reach } from './flow-kinds.js';
import { until } from './manual-timers.js';

describe.each(KINDS)('$name', (kind) => {
  const run = prepareKind(kind);
  const refuse = (status: number, code: string) => {
    run.server.script.authkey = { status, json: { error: { code, message: 'why' } } };
  };

  describe('a browser that is online again', () => {
    it('asks for the result at once, and sends nothing', async () => {
      const flow = await run.startLost();
      expect(flow.state.error).toBeDefined();
      expect(flow.askAgain()).toBe(true);
      expect(run.waits()).toEqual([0]);
      await run.passNextWait(flow);
      expect(flow.state.status).toBe(kind.done);
      expect([run.asked().results, run.sentWith()]).toEqual([1, ['key-1']]);
    });

    it('asks once more, not twice, while a request is pending', async () => {
      const flow = await run.startLost();
      run.server.script.result = 'hang';
      run.timers.advance(run.waits()[0] ?? 0);
      await until(() => run.asked().results === 1);
      run.answerResult('done');
      const seen: unknown[] = [];
      flow.subscribe(({ status, error }) => seen.push([status, error?.code]));
      flow.askAgain();
      run.timers.advance(0);
      await reach(flow, kind.done);
      // The aborted request is no error.
      expect(seen).toEqual([[kind.done, undefined]]);
      expect(run.asked().results).toBe(2);
    });

    it('requests the key again, although the back-off time is not over', async () => {
      const { authkey } = run.server.script;
      refuse(503, 'service_unreachable');
      const flow = run.start();
      flow.prepare();
      await until(() => run.timers.waiting().includes(1_500), 'the pause');
      run.timers.advance(1_500);
      await until(() => flow.state.error !== undefined);
      run.server.script.authkey = authkey;
      // Typing does not ask again within the back-off time.
      flow.prepare();
      expect(run.asked().keys).toBe(2);
      expect(flow.askAgain()).toBe(true);
      await reach(flow, 'ready');
      expect(flow.state.error).toBeUndefined();
      expect([run.asked().keys, run.sentWith()]).toEqual([3, []]);
    });

    it('removes the error of a submission that was not sent, and keeps the key', async () => {
      let isOnline = true;
      const flow = run.start({ isOnline: () => isOnline });
      flow.prepare();
      await reach(flow, 'ready');
      isOnline = false;
      expect(await flow.submit()).toMatchObject({ status: 'ready', error: { code: 'service_unreachable' } });
      isOnline = true;
      expect(flow.askAgain()).toBe(true);
      expect([flow.state.status, flow.state.error]).toEqual(['ready', undefined]);
      expect([run.asked().keys, run.sentWith()]).toEqual([1, []]);
      expect((await flow.submit()).status).toBe(kind.done);
      expect([flow.askAgain(), flow.state.status]).toEqual([false, kind.done]);
    });

    it.each([
      ['order_refused', 403],
      ['card_refused', 403],
      ['rate_limited', 429],
    ])('changes nothing after %s, which is no outage', async (code, status) => {
      refuse(status, code);
      const flow = run.start();
      const before = await flow.submit();
      expect(before.error).toBeDefined();
      expect(flow.askAgain()).toBe(false);
      expect(flow.state).toBe(before);
      expect(run.asked().keys).toBe(1);
    });

    it('changes nothing in a page that has started nothing, or is gone', async () => {
      const idle = run.start();
      expect([idle.askAgain(), idle.state.status]).toEqual([false, 'idle']);
      const lost = await run.startLost();
      const { state } = lost;
      lost.dispose();
      lost.askAgain();
      expect(lost.state).toBe(state);
      expect(run.timers.waiting()).toEqual([]);
      expect(run.asked().results).toBe(0);
    });
  });

  describe('a card that another tab has sent', () => {
    it('is asked about by the claim of that tab, as an earlier attempt', async () => {
      const flow = run.start();
      flow.resume(true, 'claim-2');
      expect(flow.state).toEqual({ status: 'unknown', keyWasUsed: true });
      await run.passNextWait(flow);
      expect(flow.state.status).toBe(kind.done);
      expect([run.bodies(/result$/), run.sentWith()]).toEqual([[{ claim: 'claim-2' }], []]);
    });

    it('may still arrive: for ten seconds the signer is not believed when it finds nothing', async () => {
      run.answerResult('open');
      const flow = run.start();
      flow.resume(true, 'claim-2');
      const began = run.timers.now();
      while (flow.state.status === 'unknown') await run.passNextWait(flow);
      expect(flow.state.status).toBe('idle');
      expect(run.timers.now() - began).toBeGreaterThanOrEqual(10_000);
    });
  });
});
