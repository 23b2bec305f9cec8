import { describe, expect, it } from 'vitest';
import { CARD, prepareRun, reach } from './checkout-run.js';
import { until } from './manual-timers.js';
import { type Call, grant } from './scripted-server.js';

const run = prepareRun();
const SURCHARGES = { VC: 199, MC: 199, AX: 348, DC: 0, JC: 0 };
const aud = (minor: number) => ({ minor, currency: 'AUD' });

/** A signer with surcharges: prices the key for the card type that it is asked with. */
function priced(base = 19900) {
  return ({ body }: Call) => {
    const { cardType = '' } = body as { cardType?: keyof typeof SURCHARGES | '' };
    const minor = cardType ? (SURCHARGES[cardType] ?? 0) : 0;
    return {
      json: grant(run.server.url, {
        amount: aud(base + minor),
        surcharges: SURCHARGES,
        ...(minor > 0 && { surcharge: aud(minor) }),
      }),
    };
  };
}
const askedFor = () =>
  run.server
    .callsTo('authkey')
    .filter(({ path }) => path === '/pay/authkey')
    .map(({ body }) => (body as { cardType?: string }).cardType);
const submissions = () => run.server.callsTo('withauthkey').length;

describe('the price of a card', () => {
  it('requests a new key for a card with another surcharge, before the card is sent', async () => {
    run.server.script.authkey = priced();
    const checkout = run.start();
    checkout.prepare();
    await reach(checkout, 'ready');
    expect(checkout.state).toMatchObject({ amount: aud(19900), surcharges: SURCHARGES });
    await checkout.submit(CARD, { cardType: 'VC', amount: aud(20099) });
    expect(checkout.trace).toEqual(['keying', 'ready', 'keying', 'ready', 'submitting', 'confirming', 'approved']);
    expect(askedFor()).toEqual([undefined, 'VC']);
    expect(checkout.state).toMatchObject({ amount: aud(20099), surcharge: aud(199) });
  });

  it('asks once when the card is known from the start, and keeps the key for a card of the same surcharge', async () => {
    run.server.script.authkey = priced();
    const checkout = run.start();
    checkout.prepare('VC');
    await reach(checkout, 'ready');
    await checkout.submit(CARD, { cardType: 'MC', amount: aud(20099) });
    expect(askedFor()).toEqual(['VC']);
    expect(checkout.state.status).toBe('approved');
  });

  it('requests a new key when the options of the key have changed, before the card is sent', async () => {
    run.server.script.authkey = ({ body }) => {
      const { references } = body as { references: { crn2: string } };
      const submitUrl = `${run.server.url}/webapi/v3/txns/withauthkey/key-${references.crn2}`;
      return { json: { ...grant(run.server.url), submitUrl } };
    };
    let references = { crn2: 'A' };
    const checkout = run.start({ asks: () => ({ references }) });
    checkout.prepare();
    await reach(checkout, 'ready');
    references = { crn2: 'B' };
    await checkout.submit(CARD);
    const requests = run.server.callsTo('authkey').filter(({ path }) => path === '/pay/authkey');
    expect(requests.map(({ body }) => body)).toMatchObject([
      { references: { crn2: 'A' } },
      { references: { crn2: 'B' } },
    ]);
    expect(run.server.callsTo('withauthkey').map(({ path }) => path)).toEqual([expect.stringContaining('key-B')]);
    expect(checkout.state.status).toBe('approved');
  });

  it('removes a surcharge for a card without one', async () => {
    run.server.script.authkey = priced();
    const checkout = run.start();
    checkout.prepare('AX');
    await reach(checkout, 'ready');
    await checkout.submit(CARD, { cardType: '', amount: aud(19900) });
    expect(askedFor()).toEqual(['AX', 'other']);
    expect(checkout.state.surcharge).toBeUndefined();
    expect(checkout.state.status).toBe('approved');
  });

  it('sends nothing when the amount is not the one that was shown', async () => {
    const checkout = run.start();
    const state = await checkout.submit(CARD, { amount: aud(18900) });
    expect(state).toMatchObject({ status: 'ready', amount: aud(19900), error: { code: 'amount_changed' } });
    expect(submissions()).toBe(0);
    await checkout.submit(CARD, { amount: aud(19900) });
    expect(checkout.state.status).toBe('approved');
    expect(submissions()).toBe(1);
  });

  it('treats another currency as another amount', async () => {
    const checkout = run.start();
    const state = await checkout.submit(CARD, { amount: { minor: 19900, currency: 'NZD' } });
    expect(state.error?.code).toBe('amount_changed');
    expect(submissions()).toBe(0);
  });

  it('requests a key for the changed cart, and uses it', async () => {
    const checkout = run.start();
    checkout.prepare();
    await reach(checkout, 'ready');
    run.server.script.authkey = { json: grant(run.server.url, { amount: aud(25000) }) };
    await checkout.refresh();
    expect(checkout.state).toMatchObject({ status: 'ready', amount: aud(25000) });
    await checkout.submit(CARD, { amount: aud(25000) });
    expect(checkout.state.status).toBe('approved');
  });

  it('requests again when the cart changes during the request', async () => {
    const checkout = run.start();
    checkout.prepare();
    run.server.script.authkey = { json: grant(run.server.url, { amount: aud(25000) }) };
    await checkout.refresh();
    expect(askedFor()).toHaveLength(2);
    expect(checkout.state.amount).toEqual(aud(25000));
  });

  it('requests nothing for a cart that changes before the shopper starts, or after a submission', async () => {
    const checkout = run.start();
    await checkout.refresh();
    expect(run.server.calls).toEqual([]);
    const sent = new Promise<void>((resolve) =>
      checkout.subscribe(({ status }) => status === 'submitting' && resolve()),
    );
    const paying = checkout.submit(CARD);
    await sent;
    await checkout.refresh();
    await paying;
    await checkout.refresh();
    expect(askedFor()).toHaveLength(1);
    expect(submissions()).toBe(1);
  });

  it.each([{ surcharge: { minor: 1.5, currency: 'AUD' } }, { surcharges: { VC: '199' } }])(
    'takes nothing half-read: %j',
    async (changes) => {
      run.server.script.authkey = { json: grant(run.server.url, changes) };
      const checkout = run.start();
      const paying = checkout.submit(CARD);
      await until(() => run.timers.waiting().includes(1_500));
      run.timers.advance(1_500);
      await paying;
      expect(checkout.state).toMatchObject({ status: 'idle', error: { code: 'signer_unreachable' } });
      expect(submissions()).toBe(0);
    },
  );
});
