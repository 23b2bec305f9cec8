/** A card that is typed elsewhere: the checkout lets its holder send it, and believes only "nothing was sent" by a throw. */
import { describe, expect, it } from 'vitest';
import type { SendCard } from '../../src/checkout/submit-card.js';
import { FlorinError, type FlorinErrorCode } from '../../src/core/errors.js';
import { prepareRun, reach } from './checkout-run.js';
import { AUTH_KEY, CLAIM, grant, RESULT_KEY } from './scripted-server.js';

const run = prepareRun();
const throwing =
  (code: FlorinErrorCode): SendCard =>
  () =>
    Promise.reject(new FlorinError(code, 'not sent'));

describe('a card in another document', () => {
  it('is sent by its holder, with the whole grant', async () => {
    run.server.script.authkey = { json: grant(run.server.url, { signedKey: 'signed' }) };
    const checkout = run.start();
    const keys: unknown[] = [];
    await checkout.submit((key) => {
      keys.push([key.authKey, key.signedKey]);
      return Promise.resolve({ kind: 'finished', resultKey: RESULT_KEY });
    });
    expect(keys).toEqual([[AUTH_KEY, 'signed']]);
    expect(run.server.callsTo('withauthkey')).toEqual([]);
    expect(checkout.state.status).toBe('approved');
  });

  it.each([
    ['field_invalid', 'ready'],
    ['frame_unreachable', 'ready'],
    ['key_expired', 'expired'],
    ['key_refused', 'failed'],
    ['configuration_invalid', 'failed'],
  ] as const)('was not sent when its holder throws %s: %s', async (code, status) => {
    const checkout = run.start();
    await checkout.submit(throwing(code));
    expect(checkout.state).toMatchObject({ status, error: { code } });
    expect(checkout.state.submittedAt).toBeUndefined();
    expect(run.record()).toEqual({ claim: CLAIM });
  });

  it('can be sent with the same key when the frame had only been away', async () => {
    const checkout = run.start();
    await checkout.submit(throwing('frame_unreachable'));
    await checkout.submit(() => Promise.resolve({ kind: 'finished', resultKey: RESULT_KEY }));
    expect(checkout.state.status).toBe('approved');
    expect(run.server.callsTo('authkey')).toHaveLength(1);
  });

  it('gets another key when the holder found the first one expired', async () => {
    const checkout = run.start();
    await checkout.submit(throwing('key_expired'));
    await checkout.submit(() => Promise.resolve({ kind: 'finished', resultKey: RESULT_KEY }));
    expect(run.server.callsTo('authkey')).toHaveLength(2);
  });

  it('is sent with another key, asked for once, when the frame was loaded anew and refuses the first', async () => {
    const checkout = run.start();
    checkout.prepare();
    const sends = [
      throwing('key_refused'),
      () => Promise.resolve({ kind: 'finished', resultKey: RESULT_KEY } as const),
    ];
    await checkout.submit((...call) => sends.shift()!(...call));
    expect(checkout.state.status).toBe('approved');
    expect(run.server.callsTo('authkey')).toHaveLength(2);
    expect(checkout.trace).not.toContain('failed');
  });

  it('is refused for good when the frame refuses the second key too', async () => {
    const checkout = run.start();
    let sent = 0;
    await checkout.submit((...call) => {
      sent++;
      return throwing('key_refused')(...call);
    });
    expect(checkout.state).toMatchObject({ status: 'failed', error: { code: 'key_refused' } });
    expect([sent, run.server.callsTo('authkey').length]).toEqual([2, 2]);
  });

  it('may have been sent when its holder answers that it does not know', async () => {
    const checkout = run.start();
    void checkout.submit(() => Promise.resolve({ kind: 'lost' }));
    await reach(checkout, 'unknown');
    expect(run.record()).toMatchObject({ claim: CLAIM, submittedAt: expect.any(Number) as number });
  });
});
