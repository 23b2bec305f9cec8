/**
 * P17: every transaction with a WebHookUrl is reported at least once, whatever happens to sender
 * and receiver.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { startSandboxProcess } from '../cli/florin-process.js';
import { TOKEN, callControl } from '../sandbox/control/control-caller.js';
import { RestCaller } from '../sandbox/rest-caller.js';
import { startReceiver } from '../sandbox/webhooks/receiver.js';
import { createChance, report, trials, type Chance } from './trials.js';

const CLIENTS = 4;
/** Real time here, so the retry hours are seconds. */
const SETTINGS = {
  webhookRetry: { retrySeconds: 1, retryForSeconds: 3_600 },
  webhookLeaseSeconds: 2,
  webhookTimeoutSeconds: 1,
};

function serviceAt(url: string): ConstructorParameters<typeof RestCaller>[0] {
  const service = { fetch: (path: string, init?: RequestInit) => fetch(url + path, init) };
  return service as ConstructorParameters<typeof RestCaller>[0];
}

/** Pays with keys that have a WebHookUrl until there are enough, or the connection breaks. */
async function load(url: string, hook: string, isEnough: () => boolean, onPaid: () => void): Promise<void> {
  const caller = new RestCaller(serviceAt(url));
  while (!isEnough()) {
    await caller.submit(await caller.key({}, { WebHookUrl: hook }));
    onPaid();
  }
}

/**
 * 30 % are refused and 10 % not answered, so that some are in progress whenever the sender is
 * killed.
 */
function createMoods(chance: Chance): () => number | 'hang' {
  return () => {
    const mood = chance.next();
    if (mood < 0.1) return 'hang';
    return mood < 0.4 ? 500 : 200;
  };
}

describe('P17: every webhook arrives', () => {
  it('while the receiver fails and the sender is killed', async () => {
    const chance = createChance();
    const kills = trials(5);
    const folder = mkdtempSync(join(tmpdir(), 'florin-webhooks-'));
    const config = join(folder, 'sandbox.json');
    const database = join(folder, 'sandbox.sqlite');
    writeFileSync(config, JSON.stringify({ port: 0, database, controlToken: TOKEN, settings: SETTINGS }));
    const heard = new Map<string, number>();
    const moodOf = createMoods(chance);
    const receiver = await startReceiver(({ body }) => {
      const mood = moodOf();
      const txnNumber = String(body.TxnNumber);
      if (mood === 200) heard.set(txnNumber, (heard.get(txnNumber) ?? 0) + 1);
      return mood;
    });
    let running = await startSandboxProcess(['--config', config]);
    for (let kill = 0; kill < kills; kill += 1) {
      let paid = 0;
      const isEnough = (): boolean => paid >= 40;
      const clients = Array.from({ length: CLIENTS }, () =>
        load(running.url, receiver.url, isEnough, () => (paid += 1)).catch(() => undefined),
      );
      while (paid < chance.whole(10, 30)) await pause(5);
      await running.stop('SIGKILL');
      await Promise.all(clients);
      running = await startSandboxProcess(['--config', config]);
    }
    const service = serviceAt(running.url);
    const waiting = async (): Promise<number> =>
      (await callControl(service, 'GET', '/webhooks?state=waiting&limit=1')).body.length as number;
    await expect.poll(waiting, { timeout: 300_000, interval: 250 }).toBe(0);
    const { TxnRespList } = await new RestCaller(service).search();
    const made = (TxnRespList as { TxnNumber: string }[]).map(({ TxnNumber }) => TxnNumber);
    const missing = made.filter((txnNumber) => !heard.has(txnNumber));
    const twice = [...heard.values()].filter((count) => count > 1).length;
    await running.stop();
    await receiver.close();
    rmSync(folder, { recursive: true });
    report('P17', chance, { kills, transactions: made.length, missing: missing.length, twice });
    expect(missing).toEqual([]);
    expect(made.length).toBeGreaterThanOrEqual(kills * 10);
  }, 600_000);
});
