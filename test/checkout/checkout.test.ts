import { describe, expect, it } from 'vitest';
import { CARD, prepareRun, reach } from './checkout-run.js';
import { until } from './manual-timers.js';
import { approved, CLAIM, declined, grant, RESULT_KEY, submitted } from './scripted-server.js';

const run = prepareRun();

describe('a payment', () => {
  it('requests and stores nothing before the shopper starts', async () => {
    const checkout = run.start();
    checkout.resume();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(run.server.calls).toEqual([]);
    expect(run.storage.size).toBe(0);
    expect(run.timers.waiting()).toEqual([]);
  });

  it('goes from the first input to the receipt', async () => {
    const checkout = run.start();
    checkout.prepare();
    await reach(checkout, 'ready');
    expect(checkout.state.amount).toEqual({ minor: 19900, currency: 'AUD' });
    await checkout.submit(CARD);
    expect(checkout.state.status).toBe('approved');
    expect(checkout.state.result).toEqual(approved());
    expect(checkout.trace).toEqual(['keying', 'ready', 'submitting', 'confirming', 'approved']);
    expect(run.server.callsTo('result')[0]?.body).toEqual({ claim: CLAIM, resultKey: RESULT_KEY });
  });

  it('gets the key first when the shopper pays without an input event', async () => {
    const checkout = run.start();
    await checkout.submit(CARD);
    expect(checkout.trace).toEqual(['keying', 'ready', 'submitting', 'confirming', 'approved']);
  });

  it('sends the card once for seven clicks', async () => {
    const checkout = run.start();
    await Promise.all(Array.from({ length: 7 }, () => checkout.submit(CARD)));
    expect(run.server.callsTo('withauthkey')).toHaveLength(1);
    expect(run.server.callsTo('authkey').filter((call) => call.path === '/pay/authkey')).toHaveLength(1);
  });

  it('does not pay again after it was approved', async () => {
    const checkout = run.start();
    await checkout.submit(CARD);
    await checkout.submit(CARD);
    expect(run.server.callsTo('withauthkey')).toHaveLength(1);
  });

  it('sends the card to the service only, and the signer never sees a digit', async () => {
    const checkout = run.start();
    await checkout.submit(CARD);
    // Without the host, whose port has by chance any four digits.
    const toSigner = JSON.stringify(run.server.calls.filter((call) => call.path.startsWith('/pay/'))).replaceAll(
      new URL(run.server.url).host,
      '',
    );
    expect(toSigner).not.toContain('4987');
    expect([...run.storage.values()].join()).not.toMatch(/4987|123/);
    expect(JSON.stringify(checkout.state)).not.toContain('49876');
  });

  it('never exposes its key', async () => {
    const checkout = run.start();
    checkout.prepare();
    await reach(checkout, 'ready');
    expect(JSON.stringify(checkout.state)).not.toContain('11111111-2222');
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
    expect(run.server.callsTo('authkey').filter((call) => call.path === '/pay/authkey')).toHaveLength(2);
  });

  it('leaves no record of a submission, so that a reload starts again', async () => {
    const checkout = run.start();
    run.server.script.result = { json: declined() };
    await checkout.submit(CARD);
    expect(run.record()).toEqual({ claim: CLAIM });
  });
});

describe('a field error of the service', () => {
  it.each([
    [112, 'number'],
    [113, 'name'],
    [114, 'expiry'],
    [115, 'cvn'],
  ] as const)('%i goes to the field %s, and the same key pays', async (code, field) => {
    const checkout = run.start();
    run.server.script.submit = { json: submitted(code, { ResultKey: null }) };
    await checkout.submit(CARD);
    expect(checkout.state).toMatchObject({ status: 'ready', refusedField: field, error: { code: 'field_invalid' } });
    run.server.script.submit = { json: submitted(0) };
    await checkout.submit(CARD);
    expect(checkout.state.status).toBe('approved');
    const [first, second] = run.server.callsTo('withauthkey');
    expect(first?.path).toBe(second?.path);
  });

  it('110 is not a field error: the shopper cannot correct it', async () => {
    const checkout = run.start();
    run.server.script.submit = { json: submitted(110, { ResultKey: null }) };
    await checkout.submit(CARD);
    expect(checkout.state).toMatchObject({ status: 'failed', error: { code: 'api_rejected', apiCode: 110 } });
  });
});

describe('3-D Secure', () => {
  it.each(['http://acs.bank.example/', 'javascript:alert(1)', '/relative'])(
    'does not open %s',
    async (RedirectionUrl) => {
      const visited: string[] = [];
      const checkout = run.start({ navigate: (url) => visited.push(url) });
      run.server.script.submit = { json: submitted(300, { RedirectionUrl }) };
      await checkout.submit(CARD);
      expect(visited).toEqual([]);
      expect(checkout.state.status).toBe('unknown');
    },
  );
});

describe('no key', () => {
  it('offline, nothing is sent and the shopper may try again', async () => {
    let online = false;
    const checkout = run.start({ isOnline: () => online });
    await checkout.submit(CARD);
    expect(checkout.state).toMatchObject({ status: 'ready', error: { code: 'service_unreachable' } });
    expect(run.server.callsTo('withauthkey')).toHaveLength(0);
    online = true;
    await checkout.submit(CARD);
    expect(checkout.state.status).toBe('approved');
  });

  it('when the signer does not answer retries once, then reports the error', async () => {
    run.server.script.authkey = { status: 503, json: { error: { code: 'service_unreachable', message: '' } } };
    const checkout = run.start();
    const paying = checkout.submit(CARD);
    await until(() => run.timers.waiting().includes(1_500));
    run.timers.advance(1_500);
    await paying;
    expect(checkout.state).toMatchObject({ status: 'idle', error: { code: 'service_unreachable' } });
    expect(run.server.callsTo('authkey').filter((call) => call.path === '/pay/authkey')).toHaveLength(2);
  });

  it('does not request a key at each key press after a failure', async () => {
    run.server.script.authkey = { status: 429, json: { error: { code: 'rate_limited', message: '' } } };
    const checkout = run.start();
    checkout.prepare();
    await until(() => checkout.state.error !== undefined);
    for (let stroke = 0; stroke < 5; stroke += 1) checkout.prepare();
    expect(run.server.calls).toHaveLength(1);
    run.timers.advance(10_000);
    checkout.prepare();
    await until(() => run.server.calls.length === 2);
  });

  it.each([
    ['card_refused', 403],
    ['shopper_refused', 401],
  ])('%s leaves the form open under its own code, for the shopper can do something', async (code, status) => {
    run.server.script.authkey = { status, json: { error: { code, message: 'why' } } };
    const checkout = run.start();
    await checkout.submit(CARD);
    expect(checkout.state).toMatchObject({ status: 'idle', error: { code, audience: 'shopper' } });
    expect(run.server.callsTo('authkey').filter((call) => call.path === '/pay/authkey')).toHaveLength(1);
  });

  it.each([
    ['order_refused', 404],
    ['origin_refused', 403],
    ['bad_request', 400],
  ])('%s fails, because only the shop can help', async (code, status) => {
    run.server.script.authkey = { status, json: { error: { code, message: 'why' } } };
    const checkout = run.start();
    await checkout.submit(CARD);
    expect(checkout.state.status).toBe('failed');
    expect(run.server.callsTo('withauthkey')).toHaveLength(0);
  });

  it.each([
    ['an address in clear', (url: string) => grant(url, { submitUrl: 'http://pay.example/x' })],
    ['no amount', (url: string) => grant(url, { amount: undefined })],
    ['an amount with a fraction', (url: string) => grant(url, { amount: { minor: 1.5, currency: 'AUD' } })],
    ['no key', (url: string) => grant(url, { authKey: '' })],
    ['something else', () => ({ hello: 'world' })],
  ])('sends no card for a grant with %s', async (_title, json) => {
    run.server.script.authkey = { json: json(run.server.url) };
    const checkout = run.start();
    const paying = checkout.submit(CARD);
    await Promise.race([paying, until(() => run.timers.waiting().includes(1_500))]);
    run.timers.advance(1_500);
    await paying;
    expect(run.server.callsTo('withauthkey')).toHaveLength(0);
    expect(checkout.state.error).toBeDefined();
  });
});

describe('an expired key', () => {
  it('is replaced before the card goes out', async () => {
    const checkout = run.start();
    checkout.prepare();
    await reach(checkout, 'ready');
    run.timers.advance(1_795_000);
    expect(checkout.state.status).toBe('expired');
    run.server.script.authkey = {
      json: grant(run.server.url, { authKey: 'second', submitUrl: `${run.server.url}/withauthkey/second` }),
    };
    await checkout.submit(CARD);
    expect(checkout.state.status).toBe('approved');
    expect(run.server.callsTo('withauthkey')[0]?.path).toBe('/withauthkey/second');
  });
});

describe('dispose', () => {
  it('closes the connection, leaves no timer and notifies no listener', async () => {
    const checkout = run.start();
    run.server.script.submit = 'hang';
    void checkout.submit(CARD);
    await until(() => run.server.callsTo('withauthkey').length === 1);
    const said = checkout.trace.length;
    checkout.dispose();
    await until(() => run.server.aborted() === 1, 'the abort');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(checkout.trace).toHaveLength(said);
    expect(run.timers.waiting()).toEqual([]);
    expect(run.record()).toMatchObject({ claim: CLAIM, submittedAt: expect.any(Number) });
  });

  it('is called by the signal', async () => {
    const life = new AbortController();
    const checkout = run.start({ signal: life.signal });
    life.abort();
    await checkout.submit(CARD);
    expect(run.server.calls).toEqual([]);
  });
});

describe('blocked storage', () => {
  it('does not stop a payment', async () => {
    const blocked = {
      getItem: () => {
        throw new DOMException('blocked', 'SecurityError');
      },
      setItem: () => {
        throw new DOMException('blocked', 'SecurityError');
      },
    };
    const checkout = run.start({ storage: blocked });
    checkout.resume();
    await checkout.submit(CARD);
    expect(checkout.state.status).toBe('approved');
  });
});
