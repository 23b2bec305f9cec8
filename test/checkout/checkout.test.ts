/** Features of payments only: an amount, declines, and an order that another tab can pay. */
import { describe, expect, it } from 'vitest';
import { CARD, prepareRun, reach } from './checkout-run.js';
import { until } from './manual-timers.js';
import { approved, CLAIM, declined, grant, receipt, simple, submitted } from './scripted-server.js';

const run = prepareRun();
const keyCalls = () => run.server.callsTo('authkey').filter(({ path }) => path === '/pay/authkey').length;

describe('the state of a payment', () => {
  it('has the amount of its key', async () => {
    const checkout = run.start();
    checkout.prepare();
    await reach(checkout, 'ready');
    expect(checkout.state).toEqual({ status: 'ready', amount: { minor: 19900, currency: 'AUD' }, testMode: false });
  });

  it('has the action of its key', async () => {
    run.server.script.authkey = { json: grant(run.server.url, { action: 'preauth' }) };
    const checkout = run.start();
    checkout.prepare();
    await reach(checkout, 'ready');
    expect(checkout.state.action).toBe('preauth');
  });
});

describe('a decline', () => {
  it('allows another card with a new key', async () => {
    const checkout = run.start();
    run.server.script.result = { json: declined() };
    await checkout.submit(CARD);
    expect(checkout.state).toMatchObject({ status: 'declined', result: { advice: 'another_card' } });
    run.server.script.result = { json: approved() };
    checkout.prepare();
    await reach(checkout, 'ready');
    await checkout.submit(CARD);
    expect(checkout.state.status).toBe('approved');
    expect(keyCalls()).toBe(2);
  });

  it('leaves no record of a submission, so that a reload starts again', async () => {
    const checkout = run.start();
    run.server.script.result = { json: declined() };
    await checkout.submit(CARD);
    expect(run.record()).toEqual({ claim: CLAIM });
  });

  it.each(['declined', 'failed'] as const)('is found after a lost answer: %s', async (status) => {
    const checkout = run.start();
    run.server.script.submit = 'drop';
    run.server.script.result = { json: { ...declined(), status, receipt: receipt(status) } };
    await checkout.submit(CARD);
    run.timers.advance(2_000);
    await reach(checkout, status);
    expect(keyCalls()).toBe(1);
  });

  it.each([206, 207])('that is found after %i is of an earlier payment, until the next try', async (code) => {
    const checkout = run.start();
    run.server.script.submit = { json: submitted(code, { ResultKey: null }) };
    run.server.script.result = { json: declined() };
    await checkout.submit(CARD);
    run.timers.advance(2_000);
    await reach(checkout, 'declined');
    expect(checkout.state.keyWasUsed).toBe(true);
    run.server.script.submit = { json: submitted(0) };
    await checkout.submit(CARD);
    expect(checkout.state.status).toBe('declined');
    expect(checkout.state.keyWasUsed).toBeUndefined();
  });
});

describe('a key', () => {
  it.each([
    ['no amount', { amount: undefined }],
    ['an amount with a fraction', { amount: { minor: 1.5, currency: 'AUD' } }],
    ['no order', { order: '' }],
  ])('with %s sends no card', async (_title, changes) => {
    run.server.script.authkey = { json: grant(run.server.url, changes) };
    const checkout = run.start();
    const paying = checkout.submit(CARD);
    await until(() => run.timers.waiting().includes(1_500), 'the pause');
    run.timers.advance(1_500);
    expect(await paying).toMatchObject({ status: 'idle', error: { code: 'signer_unreachable' } });
    expect(run.server.callsTo('withauthkey')).toHaveLength(0);
  });
});

describe('a reloaded page', () => {
  it('shows an approval that was known before, without the time that makes a page navigate', async () => {
    const storage = JSON.stringify({ claim: CLAIM, submittedAt: run.timers.now() - 600_000, settled: true });
    run.storage.set(run.recordName, storage);
    const checkout = run.start();
    checkout.resume();
    run.timers.advance(0);
    await reach(checkout, 'approved');
    expect(checkout.state.submittedAt).toBeUndefined();
  });

  it('shows the approval of the page before it', async () => {
    await run.start().submit(CARD);
    expect(run.record()).toEqual({ claim: CLAIM, submittedAt: run.timers.now(), settled: true });
    const checkout = run.start();
    checkout.resume();
    run.timers.advance(0);
    await reach(checkout, 'approved');
    expect(run.server.callsTo('withauthkey')).toHaveLength(1);
  });
});

describe('another tab', () => {
  it('that has paid the order is seen when the key is requested', async () => {
    run.server.script.authkey = { json: approved() };
    const checkout = run.start();
    await checkout.submit(CARD);
    expect(checkout.state.status).toBe('approved');
    expect(run.server.callsTo('withauthkey')).toHaveLength(0);
  });

  it('that has paid while the page was in the back-forward cache is seen', async () => {
    const checkout = run.start();
    checkout.prepare();
    await reach(checkout, 'ready');
    checkout.restore();
    run.server.script.authkey = { json: approved() };
    checkout.prepare();
    await reach(checkout, 'approved');
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
