import { describe, expect, it } from 'vitest';
import { CARD, prepareRun, reach } from './checkout-run.js';
import { until } from './manual-timers.js';
import { approved, CLAIM, declined, ORDER, simple, submitted } from './scripted-server.js';

const run = prepareRun();

describe('a reloaded page', () => {
  const submittedBefore = (seconds: number, more = {}) =>
    run.storage.set(
      `florin:${ORDER}`,
      JSON.stringify({ claim: CLAIM, submittedAt: run.timers.now() - seconds * 1000, ...more }),
    );

  it('fetches the result of a submission', async () => {
    submittedBefore(5);
    const checkout = run.start();
    checkout.resume();
    expect(checkout.state.status).toBe('unknown');
    run.timers.advance(0);
    await reach(checkout, 'approved');
    expect(checkout.state.submittedAt).toBeDefined();
    expect(run.server.callsTo('withauthkey')).toHaveLength(0);
  });

  it('opens the form when nothing was found, and gets the same key by asking', async () => {
    submittedBefore(60);
    run.server.script.result = { json: simple('open') };
    const checkout = run.start();
    checkout.resume();
    run.timers.advance(0);
    await reach(checkout, 'idle');
    run.server.script.result = { json: approved() };
    await checkout.submit(CARD);
    expect(checkout.state.status).toBe('approved');
  });

  it('shows an approval that was known before without navigating', async () => {
    submittedBefore(600, { settled: true });
    const checkout = run.start();
    checkout.resume();
    run.timers.advance(0);
    await reach(checkout, 'approved');
    expect(checkout.state.submittedAt).toBeUndefined();
  });

  it.each([206, 207])('after %i still reports that the result is of an earlier payment', async (code) => {
    const before = run.start();
    run.server.script.submit = { json: submitted(code, { ResultKey: null }) };
    await before.submit(CARD);
    before.dispose();
    expect(run.record()).toEqual({ claim: CLAIM, submittedAt: run.timers.now(), keyWasUsed: true });
    run.server.script.result = { json: simple('pending') };
    const checkout = run.start();
    checkout.resume();
    expect(checkout.state).toMatchObject({ status: 'unknown', keyWasUsed: true });
    run.timers.advance(0);
    await until(() => checkout.state.result?.status === 'pending');
    expect(checkout.state.keyWasUsed).toBe(true);
    run.server.script.result = { json: declined() };
    run.timers.advance(4_000);
    await reach(checkout, 'declined');
    expect(checkout.state.keyWasUsed).toBe(true);
    expect(run.record()).toEqual({ claim: CLAIM });
  });

  it('does not report an earlier payment after a lost answer', async () => {
    const before = run.start();
    run.server.script.submit = 'drop';
    await before.submit(CARD);
    before.dispose();
    run.server.script.result = { json: declined() };
    const checkout = run.start();
    checkout.resume();
    run.timers.advance(0);
    await reach(checkout, 'declined');
    expect(checkout.state.keyWasUsed).toBeUndefined();
  });

  it('starts again when no card was submitted', () => {
    run.storage.set(`florin:${ORDER}`, JSON.stringify({ claim: CLAIM }));
    const checkout = run.start();
    checkout.resume();
    expect(checkout.state.status).toBe('idle');
  });

  it.each(['', '{', '[]', 'null', '{"claim":1,"submittedAt":2}'])('ignores a damaged record %j', (text) => {
    run.storage.set(`florin:${ORDER}`, text);
    const checkout = run.start();
    checkout.resume();
    expect(checkout.state.status).toBe('idle');
  });
});

describe('the back-forward cache', () => {
  it('after 3-D Secure asks the signer', async () => {
    const visited: string[] = [];
    const checkout = run.start({ navigate: (url) => visited.push(url) });
    run.server.script.submit = { json: submitted(300, { RedirectionUrl: 'https://acs.bank.example/step' }) };
    await checkout.submit(CARD);
    expect(checkout.state.status).toBe('challenging');
    expect(visited).toEqual(['https://acs.bank.example/step']);
    checkout.restore();
    expect(checkout.state.status).toBe('unknown');
    run.timers.advance(0);
    await reach(checkout, 'approved');
  });

  it('in the middle of a submission asks the signer, and the late answer changes nothing', async () => {
    const checkout = run.start();
    run.server.script.submit = 'hang';
    void checkout.submit(CARD);
    await until(() => run.server.callsTo('withauthkey').length === 1);
    checkout.restore();
    expect(checkout.state.status).toBe('unknown');
    run.timers.advance(0);
    await reach(checkout, 'approved');
  });

  it('while ready asks for the key again, so that a payment in another tab is seen', async () => {
    const checkout = run.start();
    checkout.prepare();
    await reach(checkout, 'ready');
    checkout.restore();
    expect(checkout.state.status).toBe('idle');
    run.server.script.authkey = { json: approved() };
    checkout.prepare();
    await reach(checkout, 'approved');
    expect(run.server.callsTo('withauthkey')).toHaveLength(0);
  });

  it('does not disturb a finished payment', async () => {
    const checkout = run.start();
    await checkout.submit(CARD);
    checkout.restore();
    expect(checkout.state.status).toBe('approved');
  });
});

describe('another tab', () => {
  it('that has paid the order is seen when the key is asked for', async () => {
    run.server.script.authkey = { json: approved() };
    const checkout = run.start();
    await checkout.submit(CARD);
    expect(checkout.state.status).toBe('approved');
    expect(run.server.callsTo('withauthkey')).toHaveLength(0);
  });

  it('with an attempt in progress makes this one wait', async () => {
    run.server.script.authkey = { json: simple('pending') };
    const checkout = run.start();
    await checkout.submit(CARD);
    expect(checkout.state).toMatchObject({ status: 'unknown' });
    expect(checkout.state.submittedAt).toBeUndefined();
    run.timers.advance(4_000);
    await reach(checkout, 'approved');
  });
});
