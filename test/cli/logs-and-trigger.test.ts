/** `florin logs tail` and `florin trigger` against a real sandbox. docs/guides/cli.md. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandbox, type RunningSandbox } from '../../src/sandbox/node/start-sandbox.js';
import { waitForOutput } from '../support/process-output.js';
import { spawnFlorin, waitForEnd } from './florin-process.js';

const TOKEN = 'control token of the test';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ controlApi: { token: TOKEN } });
});
afterAll(() => sandbox.close());

const start = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  spawnFlorin(args, undefined, { FLORIN_BASE_URL: sandbox.url, FLORIN_CONTROL_TOKEN: TOKEN, ...env });
const florin = (...args: readonly string[]) => waitForEnd(start(args));

describe('florin trigger', () => {
  it('makes a payment that the bank declines, and a refund', async () => {
    const declined = await florin('trigger', 'declined');
    expect({ code: declined.code, err: declined.err }).toEqual({ code: 0, err: '' });
    expect(declined.out).toMatch(/declined \(5 /);
    expect((await florin('trigger', 'refund')).out).toMatch(/approved[^]*refund[^]*100\.00 AUD/);
    expect(await sandbox.control.calls.count({ operation: 'T1', amount: 10_000, txnCode: '0' })).toBe(1);
  });

  it('prints the page of a challenge, which opens', async () => {
    const { out } = await florin('trigger', 'challenge');
    expect((await fetch(out.trim())).status).toBe(200);
  });

  it('makes a webhook that is due a minute later', async () => {
    expect((await florin('trigger', 'late-webhook')).err).toContain('needs --webhook-url');
    await florin('trigger', 'late-webhook', '--webhook-url', 'http://127.0.0.1:9/hook');
    const [webhook] = await sandbox.control.listWebhooks();
    expect(webhook).toMatchObject({ url: 'http://127.0.0.1:9/hook', state: 'waiting', attempts: 0 });
    expect((webhook?.dueAt ?? 0) - (webhook?.createdAt ?? 0)).toBe(60_000);
  });

  it('ends when a clock that stands still delays an answer', async () => {
    const { control } = sandbox;
    control.freezeClock();
    for (const [operation, code] of [
      ['T4', 4],
      ['T5', 5],
    ] as const) {
      control.addFault({ operation, kind: 'delay', times: 1 });
      const ended = await florin('trigger', 'declined', '--timeout', '1');
      expect([ended.code, ended.out]).toEqual([code, '']);
      expect(ended.err).toContain('within 1 seconds');
    }
    control.runClock();
  });

  it('pays at no service without a control API', async () => {
    const before = await sandbox.control.calls.count();
    const { code } = await waitForEnd(start(['trigger', 'declined'], { FLORIN_CONTROL_TOKEN: 'x'.repeat(20) }));
    expect([code, await sandbox.control.calls.count()]).toEqual([3, before]);
    expect((await florin('trigger', 'steal')).err).toContain('Allowed choices are declined, challenge, refund');
  });
});

describe('florin logs tail', () => {
  it('prints the calls, and follows new ones', async () => {
    const child = start(['logs', 'tail', '--operation', 'T11']);
    const ended = waitForEnd(child);
    const printed = waitForOutput(child, /T11 GET \/webapi\/v3\/status 200, code 1/);
    await fetch(`${sandbox.url}/webapi/v3/status`);
    await printed;
    child.kill('SIGINT');
    await ended;
    const { out, code } = await florin('logs', 'tail', '--no-follow', '--json', '--operation', 'T11');
    expect([code, (JSON.parse(out) as { operation: string }).operation]).toEqual([0, 'T11']);
  });

  it('reports a sandbox that ends', async () => {
    const other = await startSandbox({ controlApi: { token: TOKEN } });
    const child = start(['logs', 'tail'], { FLORIN_BASE_URL: other.url });
    const ended = waitForEnd(child);
    const printed = waitForOutput(child, /T11/);
    await fetch(`${other.url}/webapi/v3/status`);
    await printed;
    await other.close();
    expect(await ended).toMatchObject({ code: 4, err: expect.stringContaining('does not answer') });
  });
});
