/** 3-D Secure in the flow: it has five ends, and none of them is a failure by itself. Invariant 13. */
import { describe, expect, it } from 'vitest';
import type { ChallengeEnd } from '../../src/checkout/challenge-step.js';
import type { CheckoutOptions } from '../../src/checkout/contract.js';
import { CARD, prepareRun, reach } from './checkout-run.js';
import { until } from './manual-timers.js';
import { approved, CLAIM, declined, ORDER, receipt, simple, submitted } from './scripted-server.js';

const run = prepareRun();

const failed = (authentication: string) => ({
  status: 'failed',
  order: ORDER,
  claim: CLAIM,
  advice: 'another_card',
  receipt: { ...receipt('failed'), authentication },
});

/** A checkout with 3-D Secure, which ends as the test decides. */
function challenged(changes: Partial<CheckoutOptions> = {}, address?: string) {
  const opened: { url: string; signal: AbortSignal; end(how: ChallengeEnd): void; fail(): void }[] = [];
  const visited: string[] = [];
  const RedirectionUrl = address ?? `${run.server.url}/3ds/1`;
  run.server.script.submit = { json: submitted(300, { RedirectionUrl }) };
  const checkout = run.start({
    navigate: (url) => visited.push(url),
    challenge: (url, signal) =>
      new Promise((resolve, reject) => {
        opened.push({ url, signal, end: resolve, fail: () => reject(new Error('no dialog')) });
      }),
    ...changes,
  });
  const open = () => until(() => opened.length > 0, 'the step');
  return { checkout, opened, visited, open };
}

/** Where the browser keeps the last step. */
const STEP = 'florin::challenge';
const stepOf = () => JSON.parse(run.storage.get(STEP) || 'null') as unknown;

describe('3-D Secure', () => {
  it('ends on the return address, and the signer gives the result', async () => {
    const { checkout, opened, open } = challenged();
    const paying = checkout.submit(CARD);
    await open();
    expect(checkout.state).toMatchObject({ status: 'challenging', challenge: 'open' });
    expect(opened[0]?.url).toBe(`${run.server.url}/3ds/1`);
    expect(run.server.callsTo('result')).toHaveLength(0);
    opened[0]?.end('returned');
    expect(await paying).toMatchObject({ status: 'approved', result: approved() });
    expect(checkout.trace).toEqual(['keying', 'ready', 'submitting', 'challenging', 'confirming', 'approved']);
    expect(checkout.state.challenge).toBeUndefined();
    expect(stepOf()).toBeNull();
  });

  it.each(['failed', 'not_completed'])('that has %s frees the order for another try', async (authentication) => {
    const { checkout, opened, open } = challenged();
    run.server.script.result = { json: failed(authentication) };
    const paying = checkout.submit(CARD);
    await open();
    opened[0]?.end('returned');
    expect(await paying).toMatchObject({ status: 'failed', result: { receipt: { authentication } } });
    run.server.script.submit = { json: submitted(0) };
    run.server.script.result = { json: approved() };
    expect(await checkout.submit(CARD)).toMatchObject({ status: 'approved' });
  });

  it('can be passed and the bank still declines', async () => {
    const { checkout, opened, open } = challenged();
    run.server.script.result = { json: declined() };
    const paying = checkout.submit(CARD);
    await open();
    opened[0]?.end('returned');
    expect((await paying).status).toBe('declined');
  });

  it.each(['cancelled', 'timed_out'] as const)(
    'that was %s is unknown as long as it can be passed, and can be gone on with',
    async (end) => {
      const { checkout, opened, open } = challenged();
      run.server.script.result = { json: simple('pending') };
      const paying = checkout.submit(CARD);
      await open();
      opened[0]?.end(end);
      expect(await paying).toMatchObject({ status: 'unknown', challenge: end });
      await checkout.submit(CARD);
      expect(run.server.callsTo('withauthkey')).toHaveLength(1);
      const again = checkout.continueChallenge();
      expect(checkout.state).toMatchObject({ status: 'challenging', challenge: 'open' });
      expect(opened[1]?.url).toBe(opened[0]?.url);
      run.server.script.result = { json: approved() };
      opened[1]?.end('returned');
      expect((await again).status).toBe('approved');
      expect(run.server.callsTo('withauthkey')).toHaveLength(1);
    },
  );

  it('that was passed and then closed is approved', async () => {
    const { checkout, opened, open } = challenged();
    const paying = checkout.submit(CARD);
    await open();
    opened[0]?.end('cancelled');
    expect((await paying).status).toBe('approved');
  });

  it('that was closed is polled until it expires at the bank', async () => {
    const { checkout, opened, open } = challenged();
    run.server.script.result = { json: simple('pending') };
    const paying = checkout.submit(CARD);
    await open();
    opened[0]?.end('cancelled');
    await paying;
    run.server.script.result = { json: failed('not_completed') };
    run.timers.advance(4_000);
    await reach(checkout, 'failed');
    expect(checkout.state.challenge).toBeUndefined();
    expect(await checkout.continueChallenge()).toMatchObject({ status: 'failed' });
    expect(opened).toHaveLength(1);
  });

  it('sends no request while it is open, and polling stops when it is continued', async () => {
    const { checkout, opened, open } = challenged();
    run.server.script.result = { json: simple('pending') };
    const paying = checkout.submit(CARD);
    await open();
    opened[0]?.end('cancelled');
    await paying;
    void checkout.continueChallenge();
    const { length } = run.server.callsTo('result');
    run.timers.advance(600_000);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(run.server.callsTo('result')).toHaveLength(length);
    expect(opened).toHaveLength(2);
  });

  it('opens once, however often it is continued', async () => {
    const { checkout, opened, open } = challenged();
    run.server.script.result = { json: simple('pending') };
    const paying = checkout.submit(CARD);
    await open();
    opened[0]?.end('cancelled');
    await paying;
    const again = [checkout.continueChallenge(), checkout.continueChallenge()];
    opened[1]?.end('cancelled');
    await Promise.all(again);
    expect(opened).toHaveLength(2);
  });

  it('can be continued as often as it was left', async () => {
    const { checkout, opened, open } = challenged();
    run.server.script.result = { json: simple('pending') };
    const paying = checkout.submit(CARD);
    await open();
    opened[0]?.end('cancelled');
    await paying;
    for (const turn of [1, 2]) {
      const again = checkout.continueChallenge();
      expect(opened).toHaveLength(turn + 1);
      opened[turn]?.end('cancelled');
      expect(await again).toMatchObject({ status: 'unknown', challenge: 'cancelled' });
    }
    checkout.dispose();
    await checkout.continueChallenge();
    expect(opened).toHaveLength(3);
  });

  it('is closed with the checkout', async () => {
    const { checkout, opened, visited, open } = challenged();
    const paying = checkout.submit(CARD);
    await open();
    checkout.dispose();
    expect(opened[0]?.signal.aborted).toBe(true);
    // A closed dialog rejects: the page does not navigate to the step then.
    opened[0]?.fail();
    await paying;
    expect(visited).toEqual([]);
  });
});

describe('the whole window', () => {
  it('is asked for again when the shopper has stopped its navigation', async () => {
    const { checkout, opened, visited, open } = challenged();
    run.server.script.result = { json: { ...simple('pending'), retryAfterSeconds: 5, waitsFor: 'shopper' } };
    const paying = checkout.submit(CARD);
    await open();
    opened[0]?.end('elsewhere');
    expect((await paying).status).toBe('challenging');
    run.timers.advance(20_000);
    await reach(checkout, 'unknown');
    expect(checkout.state).toMatchObject({ challenge: 'left', result: { waitsFor: 'shopper' } });
    void checkout.continueChallenge();
    await until(() => opened.length === 2, 'the step again');
    opened[1]?.end('elsewhere');
    await until(() => visited.length === 2, 'the window again');
  });

  it.each([
    ['when the shopper wants it', { end: 'elsewhere' as const }],
    ['when the step cannot be opened in the page', { end: undefined }],
  ])('takes the step %s', async (_when, { end }) => {
    const { checkout, opened, visited, open } = challenged();
    const paying = checkout.submit(CARD);
    await open();
    if (end) opened[0]?.end(end);
    else opened[0]?.fail();
    expect((await paying).status).toBe('challenging');
    expect(visited).toEqual([`${run.server.url}/3ds/1`]);
    // The step is open in the window: it can be opened again only after it was left.
    await checkout.continueChallenge();
    expect(visited).toHaveLength(1);
  });

  it('opens a step of another origin than the service, never in a frame', async () => {
    const { checkout, opened, visited } = challenged({}, 'https://acs.bank.example/step');
    await checkout.submit(CARD);
    expect([opened, visited]).toEqual([[], ['https://acs.bank.example/step']]);
  });

  it.each(['http://acs.bank.example/step', 'javascript:alert(1)', 'data:text/html,x', '/3ds/1'])(
    'never takes %s, and the signer is asked',
    async (url) => {
      const { checkout, opened, visited } = challenged({}, url);
      await checkout.submit(CARD);
      expect(checkout.state.status).toBe('unknown');
      expect([opened, visited]).toEqual([[], []]);
    },
  );

  it('can open the step again after the back button', async () => {
    const { checkout, visited } = challenged({ challenge: undefined });
    run.server.script.result = { json: simple('pending') };
    await checkout.submit(CARD);
    checkout.restore();
    expect(checkout.state).toMatchObject({ status: 'unknown', challenge: 'left' });
    await checkout.continueChallenge();
    expect(visited).toHaveLength(2);
  });
});

describe('the back-forward cache', () => {
  it('after 3-D Secure in the whole window asks the signer', async () => {
    const { checkout, visited } = challenged({}, 'https://acs.bank.example/step');
    await checkout.submit(CARD);
    expect(checkout.state.status).toBe('challenging');
    expect(visited).toEqual(['https://acs.bank.example/step']);
    checkout.restore();
    expect(checkout.state.status).toBe('unknown');
    run.timers.advance(0);
    await reach(checkout, 'approved');
  });
});

describe('a page that is reloaded during the step', () => {
  async function leave(): Promise<void> {
    const { checkout, open } = challenged();
    void checkout.submit(CARD);
    await open();
    checkout.dispose();
    run.server.script.result = { json: simple('pending') };
  }

  it('finds it, offers no second payment, and can continue it', async () => {
    await leave();
    const { checkout, opened, open } = challenged();
    checkout.resume();
    expect(checkout.state).toMatchObject({ status: 'unknown', challenge: 'left' });
    run.timers.advance(0);
    await until(() => checkout.state.result?.status === 'pending', 'the signer');
    const paying = checkout.continueChallenge();
    await open();
    run.server.script.result = { json: approved() };
    opened[0]?.end('returned');
    expect((await paying).status).toBe('approved');
    expect(run.server.callsTo('withauthkey')).toHaveLength(1);
  });

  it.each([
    ['of another attempt', { claim: 'another', url: 'https://pay.example/3ds', isOfService: true }],
    ['with an address that is not opened', { claim: CLAIM, url: 'http://pay.example/3ds', isOfService: true }],
    ['with a script for an address', { claim: CLAIM, url: 'javascript:alert(1)', isOfService: true }],
    ['that is damaged', '{'],
  ])('ignores a step %s', async (_what, step) => {
    await leave();
    run.storage.set(STEP, typeof step === 'string' ? step : JSON.stringify(step));
    const { checkout, opened } = challenged();
    checkout.resume();
    expect(checkout.state.challenge).toBeUndefined();
    await checkout.continueChallenge();
    expect(opened).toEqual([]);
  });

  it('works without storage', async () => {
    const { checkout, opened, open } = challenged({ storage: undefined });
    const paying = checkout.submit(CARD);
    await open();
    opened[0]?.end('returned');
    expect((await paying).status).toBe('approved');
  });
});
