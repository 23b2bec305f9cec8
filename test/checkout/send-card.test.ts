/** Input that is typed in another document, which submits it. Only an exception of it means that nothing was sent. */
import { describe, expect, it } from 'vitest';
import type { Grant, SendTyped } from '../../src/checkout/attempt-kind.js';
import { FlorinError, type FlorinErrorCode } from '../../src/core/errors.js';
import { KINDS, prepareKind, reach } from './flow-kinds.js';
import { CLAIM, RESULT_KEY } from './scripted-server.js';

const throwing =
  (code: FlorinErrorCode): SendTyped<Grant> =>
  () =>
    Promise.reject(new FlorinError(code, 'not sent'));
const finishing: SendTyped<Grant> = () => Promise.resolve({ kind: 'finished', resultKey: RESULT_KEY });

describe.each(KINDS)('$name: input in another document', (kind) => {
  const run = prepareKind(kind);

  it('is sent by that document, with the whole grant', async () => {
    run.server.script.authkey = { json: { ...kind.grant(run.server.url), authKey: 'key-1', signedKey: 'signed' } };
    const flow = run.start();
    const keys: unknown[] = [];
    await flow.submit((key: Grant) => {
      keys.push([key.authKey, key.signedKey]);
      return Promise.resolve({ kind: 'finished', resultKey: RESULT_KEY });
    });
    expect(keys).toEqual([['key-1', 'signed']]);
    expect(run.sentWith()).toEqual([]);
    expect(flow.state.status).toBe(kind.done);
  });

  it.each([
    ['field_invalid', 'ready'],
    ['frame_unreachable', 'ready'],
    ['key_expired', 'expired'],
    ['key_refused', 'failed'],
    ['configuration_invalid', 'failed'],
  ] as const)('was not sent when its holder throws %s: %s', async (code, status) => {
    const flow = run.start();
    expect(await flow.submit(throwing(code))).toMatchObject({ status, error: { code } });
    expect(flow.state.submittedAt).toBeUndefined();
    expect(run.record()).toEqual({ claim: CLAIM });
  });

  it.each([
    ['frame_unreachable', 1],
    ['key_expired', 2],
  ] as const)('can be sent after %s, with key %i', async (code, keys) => {
    const flow = run.start();
    await flow.submit(throwing(code));
    expect((await flow.submit(finishing)).status).toBe(kind.done);
    expect(run.asked().keys).toBe(keys);
  });

  it('is sent with another key, requested once, when the frame was loaded again and refuses the first', async () => {
    const flow = await run.startReady();
    const sends = [throwing('key_refused'), finishing];
    const keys: string[] = [];
    await flow.submit((key: Grant, exchange: Parameters<SendTyped<Grant>>[1]) => {
      keys.push(key.authKey);
      return sends.shift()!(key, exchange);
    });
    expect(flow.state.status).toBe(kind.done);
    expect(keys).toEqual(['key-1', 'key-2']);
    expect(flow.trace).not.toContain('failed');
  });

  it('is refused for good when the frame refuses the second key too', async () => {
    const flow = run.start();
    let sent = 0;
    await flow.submit((...call: Parameters<SendTyped<Grant>>) => {
      sent++;
      return throwing('key_refused')(...call);
    });
    expect(flow.state).toMatchObject({ status: 'failed', error: { code: 'key_refused' } });
    expect([sent, run.asked().keys]).toEqual([2, 2]);
  });

  it('may have been sent when the page entered the back-forward cache, whatever that document throws then', async () => {
    const flow = run.start();
    const submitting = flow.submit(
      (_key: Grant, { signal }: Parameters<SendTyped<Grant>>[1]) =>
        new Promise<never>((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new FlorinError('frame_unreachable', 'gone')));
        }),
    );
    await reach(flow, 'submitting');
    flow.restore();
    expect((await submitting).status).toBe('unknown');
    expect(flow.state.error).toBeUndefined();
    expect(run.record()).toMatchObject({ claim: CLAIM, submittedAt: expect.any(Number) as number });
  });

  it('fails when that document throws an error of another kind', async () => {
    const flow = run.start();
    expect(await flow.submit(() => Promise.reject(new TypeError('x')))).toMatchObject({
      status: 'failed',
      error: { code: 'internal_error', cause: expect.any(TypeError) as TypeError },
    });
  });

  it('may have been sent when that document answers that it does not know', async () => {
    const flow = run.start();
    expect((await flow.submit(() => Promise.resolve({ kind: 'lost' }))).status).toBe('unknown');
    expect(run.record()).toMatchObject({ claim: CLAIM, submittedAt: expect.any(Number) as number });
  });
});
