import { describe, expect, it } from 'vitest';
import { CARD, prepareRun, reach } from './checkout-run.js';
import { until } from './manual-timers.js';
import { approved, CLAIM, declined, receipt, RESULT_KEY, simple, submitted } from './scripted-server.js';

const run = prepareRun();

describe('a lost answer', () => {
  it.each([
    ['a broken connection', 'drop'],
    ['206', { json: submitted(206, { ResultKey: null }) }],
    ['207', { json: submitted(207, { ResultKey: null }) }],
    ['900', { json: submitted(900, { ResultKey: null }) }],
    ['a page of some proxy', { text: '<html>' }],
  ] as const)('%s is unknown, and the signer finds the payment', async (_title, script) => {
    const checkout = run.start();
    run.server.script.submit = script;
    await checkout.submit(CARD);
    expect(checkout.state).toMatchObject({ status: 'unknown', error: { code: 'result_unknown' } });
    run.timers.advance(2_000);
    await reach(checkout, 'approved');
    expect(run.server.callsTo('result')[0]?.body).toEqual({ claim: CLAIM });
    expect(run.server.callsTo('withauthkey')).toHaveLength(1);
  });

  it('is unknown after the 60 seconds of the wire', async () => {
    const checkout = run.start();
    run.server.script.submit = 'hang';
    const paying = checkout.submit(CARD);
    await until(() => run.server.callsTo('withauthkey').length === 1);
    run.timers.advance(60_000);
    await paying;
    expect(checkout.state.status).toBe('unknown');
  });

  it('allows no payment while it is unknown', async () => {
    const checkout = run.start();
    run.server.script.submit = 'drop';
    await checkout.submit(CARD);
    await checkout.submit(CARD);
    checkout.prepare();
    expect(checkout.state.status).toBe('unknown');
    expect(run.server.callsTo('withauthkey')).toHaveLength(1);
  });

  it('is polled at growing intervals', async () => {
    const checkout = run.start();
    run.server.script.submit = 'drop';
    run.server.script.result = { json: { ...simple('pending'), retryAfterSeconds: 0 } };
    await checkout.submit(CARD);
    const started = run.timers.started();
    const waits: number[] = [];
    for (let turn = 1; turn <= 12; turn += 1) {
      const wait = Math.min(...run.timers.waiting());
      waits.push(wait / 1000);
      run.timers.advance(wait);
      // One for the call, and when its answer is there one for the next.
      await until(() => run.timers.started() === started + 2 * turn);
      expect(run.server.callsTo('result')).toHaveLength(turn);
    }
    expect(waits).toEqual([2, 3, 5, 8, 13, 20, 30, 30, 30, 30, 60, 60]);
  });

  it('waits for the signer’s retryAfterSeconds', async () => {
    const checkout = run.start();
    run.server.script.submit = 'drop';
    run.server.script.result = { json: { ...simple('pending'), retryAfterSeconds: 45 } };
    await checkout.submit(CARD);
    run.timers.advance(2_000);
    await until(() => run.timers.waiting().includes(45_000));
  });

  it('becomes ready with the same key when the signer finds nothing', async () => {
    const checkout = run.start();
    run.server.script.submit = { json: submitted(900, { ResultKey: null }) };
    run.server.script.result = { json: simple('open') };
    await checkout.submit(CARD);
    run.timers.advance(2_000);
    await reach(checkout, 'ready');
    expect(checkout.state.result?.status).toBe('open');
    expect(run.record()).toEqual({ claim: CLAIM });
    run.server.script.submit = { json: submitted(0) };
    run.server.script.result = { json: approved() };
    await checkout.submit(CARD);
    expect(checkout.state.status).toBe('approved');
    const [first, second] = run.server.callsTo('withauthkey');
    expect(first?.path).toBe(second?.path);
  });

  it('ignores "nothing found" while the card may still arrive', async () => {
    const checkout = run.start();
    run.server.script.submit = 'drop';
    run.server.script.result = { json: simple('open') };
    await checkout.submit(CARD);
    const started = run.timers.started();
    // One for each call, and when its answer is there one for the next, unless it was the last.
    const isAnswered = () => (run.timers.started() - started) % 2 === 0 || checkout.state.status === 'ready';
    const advance = async (milliseconds: number) => {
      run.timers.advance(milliseconds);
      await new Promise((resolve) => setTimeout(resolve, 10));
      await until(isAnswered, 'an answer');
    };
    await advance(2_000);
    expect(run.server.callsTo('result')).toHaveLength(1);
    expect(checkout.state.status).toBe('unknown');
    for (let second = 0; second < 12; second += 1) await advance(1_000);
    await reach(checkout, 'ready');
  });

  it.each(['declined', 'failed'] as const)('ends in %s when that is what the signer finds', async (status) => {
    const checkout = run.start();
    run.server.script.submit = 'drop';
    run.server.script.result = { json: { ...declined(), status, receipt: receipt(status) } };
    await checkout.submit(CARD);
    run.timers.advance(2_000);
    await reach(checkout, status);
  });

  it.each([206, 207])(
    'after %i what is found is said to be of an earlier payment, until the next try',
    async (code) => {
      const checkout = run.start();
      run.server.script.submit = { json: submitted(code, { ResultKey: null }) };
      run.server.script.result = { json: { ...simple('pending'), retryAfterSeconds: 3 } };
      await checkout.submit(CARD);
      expect(checkout.state).toMatchObject({ status: 'unknown', keyWasUsed: true });
      run.timers.advance(2_000);
      await until(() => checkout.state.result?.status === 'pending');
      expect(checkout.state.keyWasUsed).toBe(true);
      run.server.script.result = { json: declined() };
      run.timers.advance(3_000);
      await reach(checkout, 'declined');
      expect(checkout.state.keyWasUsed).toBe(true);
      run.server.script.submit = { json: submitted(0) };
      await checkout.submit(CARD);
      expect(checkout.state.status).toBe('declined');
      expect(checkout.state.keyWasUsed).toBeUndefined();
    },
  );

  it('ends in expired when nothing was found and the key has expired', async () => {
    const checkout = run.start();
    run.server.script.submit = 'drop';
    run.server.script.result = { json: simple('expired') };
    await checkout.submit(CARD);
    run.timers.advance(2_000);
    await reach(checkout, 'expired');
    run.server.script.submit = { json: submitted(0) };
    run.server.script.result = { json: approved() };
    await checkout.submit(CARD);
    expect(checkout.state.status).toBe('approved');
  });

  it('stays unknown when the shop has to review it, and stops polling', async () => {
    const checkout = run.start();
    run.server.script.result = { json: simple('review') };
    await checkout.submit(CARD);
    expect(checkout.state).toMatchObject({ status: 'unknown', result: { status: 'review' } });
    run.timers.advance(600_000);
    await checkout.submit(CARD);
    expect(run.server.callsTo('withauthkey')).toHaveLength(1);
    expect(run.server.callsTo('result')).toHaveLength(1);
  });

  it('keeps polling while the signer cannot be reached', async () => {
    const checkout = run.start();
    run.server.script.submit = 'drop';
    run.server.script.result = 'drop';
    await checkout.submit(CARD);
    run.timers.advance(2_000);
    await until(() => run.server.callsTo('result').length >= 1);
    await until(() => run.timers.waiting().includes(3_000));
    run.server.script.result = { json: approved() };
    run.timers.advance(3_000);
    await reach(checkout, 'approved');
  });

  it('stays unknown when the signer does not know the claim', async () => {
    const checkout = run.start();
    run.server.script.submit = 'drop';
    run.server.script.result = { status: 403, json: { error: { code: 'claim_refused', message: '' } } };
    await checkout.submit(CARD);
    run.timers.advance(2_000);
    await until(() => checkout.state.error?.code === 'claim_refused');
    expect(checkout.state.status).toBe('unknown');
    expect(run.timers.waiting().filter((wait) => wait < 100_000)).toEqual([]);
  });

  it('of the signer itself is unknown, not failed', async () => {
    const checkout = run.start();
    run.server.script.result = 'drop';
    await checkout.submit(CARD);
    expect(checkout.state.status).toBe('unknown');
    run.server.script.result = { json: approved() };
    run.timers.advance(2_000);
    await reach(checkout, 'approved');
    expect(run.server.callsTo('result').at(-1)?.body).toEqual({ claim: CLAIM, resultKey: RESULT_KEY });
  });
});
