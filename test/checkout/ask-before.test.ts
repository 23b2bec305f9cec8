/** The state of an order before anything is typed, in a tab that has sent nothing itself. */
import { describe, expect, it } from 'vitest';
import { CARD, prepareRun, reach } from './checkout-run.js';
import { until } from './manual-timers.js';
import { approved, CLAIM, declined, ORDER, simple } from './scripted-server.js';

const run = prepareRun();
const STEP = { claim: CLAIM, url: 'https://pay.example/3ds', isOfService: true, endsAt: 600_000 };
const waitsForShopper = () => ({ ...simple('pending'), waitsFor: 'shopper', endsInSeconds: 500 });

/** A page whose question is answered with this. */
async function ask(json: object) {
  run.server.script.order = { json };
  const checkout = run.start();
  await checkout.askBefore();
  return checkout;
}

describe('a page that asks before anything is typed', () => {
  it('names the order, and gets no key', async () => {
    const { state } = await ask({ status: 'payable' });
    expect(state).toEqual({ status: 'idle' });
    expect(run.server.calls.map(({ path, body }) => [path, body])).toEqual([['/pay/order', { order: ORDER }]]);
  });

  it('shows the price of each card type, and asks again when the cart has changed, without a key', async () => {
    const price = { amount: { minor: 19_900, currency: 'AUD' }, surcharges: { AX: 200 } };
    const checkout = await ask({ status: 'payable', price });
    expect(checkout.state).toEqual({ status: 'idle', ...price });
    const less = { amount: { minor: 9900, currency: 'AUD' } };
    run.server.script.order = { json: { status: 'payable', price: less } };
    await checkout.refresh();
    expect(checkout.state).toMatchObject({ status: 'idle', ...less });
    expect(run.server.calls.map(({ path }) => path)).toEqual(['/pay/order', '/pay/order']);
  });

  it('shows the answer of the last question, and nothing of an answer but the price', async () => {
    const price = (minor: number) => ({ amount: { minor, currency: 'AUD' }, surcharges: { AX: 1 } });
    run.server.script.order = { json: { status: 'payable', price: { ...price(100), status: 'approved', result: {} } } };
    const checkout = run.start();
    const first = checkout.askBefore();
    run.server.script.order = { json: { status: 'payable', price: price(200) } };
    const second = checkout.refresh();
    run.server.script.order = { json: { status: 'payable', price: price(300) } };
    await Promise.all([first, second, checkout.refresh()]);
    expect(checkout.state).toEqual({ status: 'idle', ...price(300) });
    run.server.script.order = { json: { status: 'payable' } };
    await checkout.refresh();
    expect(checkout.state).toEqual({ status: 'idle' });
  });

  it('pays no other amount than the one that it shows', async () => {
    const checkout = await ask({ status: 'payable', price: { amount: { minor: 100, currency: 'AUD' } } });
    expect(await checkout.submit(CARD)).toMatchObject({ status: 'ready', error: { code: 'amount_changed' } });
    expect(run.server.callsTo('withauthkey')).toEqual([]);
    expect((await checkout.submit(CARD)).status).toBe('approved');
  });

  it.each([
    ['no currency', { amount: { minor: 19_900 } }],
    ['a surcharge that is no number', { amount: { minor: 19_900, currency: 'AUD' }, surcharges: { AX: '200' } }],
    ['text', '$199.00'],
    ['null', null],
  ])('shows no price of %s', async (_what, price) => {
    expect((await ask({ status: 'payable', price })).state).toEqual({ status: 'idle' });
  });

  it('shows that the order was paid elsewhere, as a known result that redirects nobody', async () => {
    const { state } = await ask(approved());
    expect(state).toEqual({ status: 'approved', result: approved() });
  });

  it('shows why the last attempt failed and the price, and pays with the next one', async () => {
    const price = { amount: { minor: 19_900, currency: 'AUD' } };
    const checkout = await ask({ ...declined(), price });
    expect(checkout.state).toMatchObject({ status: 'declined', result: declined(), ...price });
    expect((await checkout.submit(CARD)).status).toBe('approved');
  });

  it('follows a payment that is being checked, and sends no card', async () => {
    const checkout = await ask(simple('pending'));
    expect(checkout.state.status).toBe('unknown');
    expect((await checkout.submit(CARD)).status).toBe('unknown');
    await until(() => run.timers.waiting().length > 0, 'the next question');
    run.timers.advance(4_000);
    await reach(checkout, 'approved');
    expect(run.server.callsTo('withauthkey')).toEqual([]);
  });

  it('shows a payment in review', async () => {
    expect((await ask(simple('review'))).state).toEqual({ status: 'unknown', result: simple('review') });
  });

  it('continues the bank’s step that another tab of the browser has begun', async () => {
    run.storage.set('florin::challenge', JSON.stringify(STEP));
    run.server.script.order = { json: waitsForShopper() };
    const opened: unknown[] = [];
    const checkout = run.start({ challenge: async (url, _signal, endsAt) => (opened.push([url, endsAt]), 'returned') });
    await checkout.askBefore();
    expect(checkout.state).toMatchObject({ status: 'unknown', challenge: 'left' });
    // As a page that has just learnt the result: it redirects.
    expect(await checkout.continueChallenge()).toMatchObject({ status: 'approved', submittedAt: run.timers.now() });
    expect(opened).toEqual([[STEP.url, STEP.endsAt]]);
  });

  it('continues a step whose time cannot be read', async () => {
    run.storage.set('florin::challenge', JSON.stringify({ ...STEP, endsAt: { valueOf: 1, toString: 1 } }));
    expect((await ask(waitsForShopper())).state).toMatchObject({ status: 'unknown', challenge: 'left' });
  });

  it.each([
    ['in another browser', undefined],
    ['while the last step of this browser is that of another order', { ...STEP, claim: 'another' }],
  ])('cannot continue a step that was begun %s', async (_where, step) => {
    run.storage.set('florin::challenge', JSON.stringify(step ?? null));
    const { state } = await ask(waitsForShopper());
    expect(state).toEqual({ status: 'unknown', result: waitsForShopper() });
  });

  it.each([
    ['a refusal', { status: 403, json: { error: { code: 'order_refused', message: '' } } }],
    ['an older signer', { status: 404, json: { error: { code: 'bad_request', message: '' } } }],
    ['an answer of another shape', { json: { status: 'approved', order: ORDER, claim: CLAIM } }],
    ['a broken connection', 'drop' as const],
  ])('stays as it is after %s', async (_what, reply) => {
    run.server.script.order = reply;
    const checkout = run.start();
    await checkout.askBefore();
    expect(checkout.state).toEqual({ status: 'idle' });
  });

  it('changes nothing for somebody who has begun to type', async () => {
    run.server.script.order = { json: approved() };
    const checkout = run.start();
    const asked = checkout.askBefore();
    checkout.prepare();
    await asked;
    await reach(checkout, 'ready');
    expect(checkout.trace).toEqual(['keying', 'ready']);
    await checkout.askBefore();
    expect(checkout.state.status).toBe('ready');
    expect(run.server.callsTo('order')).toHaveLength(1);
  });

  it('changes nothing for somebody who has typed without getting a key', async () => {
    run.server.script.order = { json: declined() };
    const checkout = run.start();
    await checkout.askBefore(() => false);
    expect(checkout.state).toEqual({ status: 'idle' });
    expect(run.server.callsTo('order')).toHaveLength(1);
  });

  it('asks nothing in a tab that follows its own attempt', async () => {
    run.storage.set(run.recordName, JSON.stringify({ claim: CLAIM, submittedAt: run.timers.now() }));
    const checkout = run.start();
    checkout.resume();
    await checkout.askBefore();
    expect(run.server.callsTo('order')).toEqual([]);
  });
});
