/**
 * P24: no input causes an unhandled error. Requests by the grammar and broken ones go over a port to a process of its
 * own. What is counted is not the status but what the handlers did: an `internal_error` in the log, an answer 999 or
 * 5xx that no fault is by its standard, an answer that does not come, the end of the process.
 */
import { Agent, request as httpRequest } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRequests, type HostileRequest, type Wire } from './hostile-requests.js';
import { growth, startSandboxChild } from './sandbox-process.js';
import { createChance, report, trials } from './trials.js';

/** In CI; `FLORIN_TRIALS=25` sends 100,000 to each version of REST. */
const COUNTS: Readonly<Record<Wire, number>> = {
  v2: 4_000,
  v3: 4_000,
  forms: 3_000,
  'SOAP 1.1': 1_000,
  'SOAP 1.2': 1_000,
};
const AT_ONCE = 8;
const HANG_MS = 1_000;
const NEVER_MS = 20_000;
const MEMORY_MIB = 16;

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly milliseconds: number;
}

/** Sends bytes as they are: `fetch` would mend the path. */
function send(url: string, agent: Agent | undefined, { method, path, headers, body }: HostileRequest): Promise<Answer> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const bytes = Buffer.from(body, 'latin1');
    const call = httpRequest(url, {
      agent: agent ?? false,
      method,
      path,
      headers: { ...headers, 'Content-Length': bytes.length },
      setHost: true,
    });
    call.setTimeout(NEVER_MS, () => call.destroy(new Error('no answer')));
    call.on('error', (error: NodeJS.ErrnoException) => {
      // A connection that was idle while this process stood still, and that the other side has ended as it should.
      const wasEnded = agent !== undefined && call.reusedSocket && ['ECONNRESET', 'EPIPE'].includes(error.code ?? '');
      if (wasEnded) resolve(send(url, undefined, { method, path, headers, body }));
      else reject(error);
    });
    call.on('response', (response) => {
      let text = '';
      response.on('data', (chunk) => (text += String(chunk)));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text, milliseconds: performance.now() - startedAt }),
      );
    });
    call.end(bytes);
  });
}

/** What answers have given so far, to be used by later requests. */
function createPools() {
  const pools: Record<string, string[]> = { txn: ['10001'], key: [], result: [], token: [], tokenKey: [] };
  const found: readonly (readonly [string, RegExp])[] = [
    ['txn', /"TxnNumber":"(\d+)"/],
    ['key', /"AuthKey":"([0-9a-f-]{36})"/],
    ['tokenKey', /"AuthKey":"([0-9a-f-]{36})"/],
    ['result', /"ResultKey":"([0-9a-f-]{36})"/],
    ['token', /"DVToken":"(\d+)"/],
  ];
  return {
    fill: (text: string) =>
      text.replace(/@@(\w+):(\d+)@@/g, (_, kind: string, index: string) => {
        const pool = pools[kind] ?? [];
        return pool[Number(index) % Math.max(1, pool.length)] ?? '0f8fad5b-d9cb-469f-a165-70867728950e';
      }),
    learn(text: string) {
      for (const [kind, pattern] of found) {
        const id = pattern.exec(text)?.[1];
        if (id !== undefined) pools[kind]?.push(id);
        // The newest are the ones that are still alive.
        if ((pools[kind]?.length ?? 0) > 100) pools[kind]?.shift();
      }
    },
  };
}

/** A path must be one that can be sent at all. */
const sendable = (path: string): string =>
  path.replace(/[^\x21-\x7e]/g, (sign) => encodeURIComponent(Buffer.from(sign).toString())).replace('#', '%23');

describe('P24: no input causes an unhandled error', () => {
  it('in REST, SOAP and forms', async () => {
    const chance = createChance();
    const folder = mkdtempSync(join(tmpdir(), 'florin-p24-'));
    const settings = { slowSeconds: 0, timeoutSeconds: 0 };
    const running = await startSandboxChild(
      { database: join(folder, 'sandbox.sqlite'), settings },
      { flags: ['--expose-gc'] },
    );
    const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
    const pools = createPools();
    const broken: string[] = [];
    const statuses = new Map<number, number>();
    let successes = 0;
    let hangs = 0;
    let sent = 0;

    async function sendOne(wire: Wire, generated: HostileRequest): Promise<void> {
      const request = { ...generated, path: sendable(pools.fill(generated.path)), body: pools.fill(generated.body) };
      const isSoap = wire.startsWith('SOAP');
      sent += 1;
      try {
        let answer = await send(running.url, agent, request);
        // A busy machine is slow now and then; a request that hangs does so each time.
        for (let tries = 1; answer.milliseconds > HANG_MS && tries < 5; tries += 1)
          answer = await send(running.url, agent, request);
        if (answer.milliseconds > HANG_MS) hangs += 1;
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        pools.learn(answer.text);
        if (answer.text.includes('"ResponseCode":0')) successes += 1;
        const isUnexpected =
          answer.status > 500 || (answer.status === 500 && !isSoap) || /"ResponseCode":999\b/.test(answer.text);
        if (isUnexpected)
          broken.push(`${answer.status} ${JSON.stringify(request).slice(0, 2_000)} ${answer.text.slice(0, 300)}`);
      } catch (error) {
        broken.push(`${String(error)} ${JSON.stringify(request).slice(0, 2_000)}`);
      }
    }

    const wires = Object.entries(COUNTS) as [Wire, number][];
    let rounds = 0;
    async function round(): Promise<void> {
      rounds += 1;
      const queue = wires.flatMap(([wire, count]) =>
        createRequests(wire, trials(count / 2), chance.seed + rounds).map((request) => ({ wire, request })),
      );
      // All wires mixed, so that keys of one are tried on another.
      for (let last = queue.length - 1; last > 0; last -= 1) {
        const other = chance.whole(0, last);
        [queue[last], queue[other]] = [queue[other]!, queue[last]!];
      }
      const sendRest = async () => {
        for (let next = queue.pop(); next; next = queue.pop()) await sendOne(next.wire, next.request);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, sendRest));
    }
    await round();
    const grown = await growth(running, MEMORY_MIB, round);
    const alive = await fetch(`${running.url}/health`);
    await running.stop();
    agent.destroy();
    rmSync(folder, { recursive: true });
    const errors = running
      .output()
      .split('\n')
      .filter((line) => /internal_error|"level":"error"|^\s+at /.test(line));
    report('P24', chance, {
      sent,
      successes,
      statuses: [...statuses]
        .sort()
        .map(([status, count]) => `${status}x${count}`)
        .join(' '),
      crashes: errors.length,
      hangs,
      'grown in MiB': grown.toFixed(1),
    });
    expect(broken.slice(0, 5)).toEqual([]);
    expect(errors.slice(0, 5)).toEqual([]);
    expect(hangs).toBe(0);
    expect(alive.status).toBe(200);
    expect(grown).toBeLessThan(MEMORY_MIB);
    // The generator reaches what lies behind the readers.
    expect(successes).toBeGreaterThan(sent / 40);
  }, 900_000);
});
