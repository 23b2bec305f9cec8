/**
 * P28: slow clients are disconnected, and others are served meanwhile. Here the limits are a tenth of the usual ones;
 * `FLORIN_TRIALS=10 npm run proof -- test/promises/p28-slow-clients.test.ts` uses the usual ones.
 * test/sandbox/node/start-sandbox.test.ts shows that these are 10 and 20 seconds.
 */
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { credentials } from '../sandbox/rest-caller.js';
import { open } from './raw-client.js';
import { serviceAt, startSandboxChild } from './sandbox-process.js';
import { RestCaller } from '../sandbox/rest-caller.js';
import { trials } from './trials.js';

const TENTH = Math.min(10, trials(1));
const LIMITS = {
  headerMs: Math.min(10_000, 2_000 * TENTH),
  requestMs: Math.min(20_000, 3_000 * TENTH),
  readingMs: 2_000 * TENTH,
  idleMs: 500 * TENTH,
  checkMs: 100 * TENTH,
};
const EACH = 124;
/** An answer that nobody reads costs as much as any other. */
const EACH_UNREAD = 4;
/** More than the system keeps for who does not read. */
const UNREAD_ANSWERS = 100;
/** A busy machine looks late. */
const SLACK_MS = 15_000;

const AUTHORIZED = `Host: x\r\nAuthorization: ${credentials()}\r\n`;

/** The first bytes of each kind of slow client, how it continues, and its limit. */
const KINDS: Readonly<
  Record<
    string,
    { readonly says: string; readonly goesOn: string; readonly limitMs: number; readonly isReading: boolean }
  >
> = {
  'never says anything': { says: '', goesOn: '', limitMs: LIMITS.headerMs, isReading: true },
  'sends a header byte by byte': {
    says: 'GET /health HTTP/1.1\r\nHost: x\r\nX: ',
    goesOn: 'y',
    limitMs: LIMITS.headerMs,
    isReading: true,
  },
  'sends a body byte by byte': {
    says: `POST /webapi/v3/txns/ HTTP/1.1\r\n${AUTHORIZED}Content-Length: 100000\r\n\r\n{`,
    goesOn: ' ',
    limitMs: LIMITS.requestMs,
    isReading: true,
  },
  'stays after its answer': {
    says: 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n',
    goesOn: '',
    limitMs: LIMITS.idleMs,
    isReading: true,
  },
  'does not read its answers': {
    says: `POST /webapi/v3/txns/search HTTP/1.1\r\n${AUTHORIZED}Content-Length: 18\r\n\r\n{"SearchInput":{}}`.repeat(
      40,
    ),
    goesOn: '',
    limitMs: LIMITS.readingMs + LIMITS.idleMs,
    isReading: false,
  },
};

/** Resolves when the other side has ended the connection, with the time that it took. */
function waitForCut(socket: Socket, { says, goesOn, isReading, limitMs }: (typeof KINDS)[string]): Promise<number> {
  const startedAt = performance.now();
  if (isReading) socket.resume();
  else socket.pause();
  socket.write(says);
  const drip = setInterval(() => goesOn && socket.write(goesOn), 100);
  return new Promise((resolve) => {
    const end = (): void => {
      clearInterval(drip);
      socket.destroy();
      resolve(performance.now() - startedAt);
    };
    socket.on('close', () => setTimeout(end));
    socket.on('error', end);
    // A connection that is not read is not seen to end. Read late, it must end before all answers have come.
    if (isReading) return;
    let seen = '';
    socket.on('data', (chunk: Buffer) => (seen += chunk.toString('latin1')));
    socket.once('close', () => {
      if (seen.split('HTTP/1.1 200').length > UNREAD_ANSWERS) resolve(Infinity);
    });
    setTimeout(() => socket.resume(), limitMs + LIMITS.checkMs);
  });
}

const at99 = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;

describe('P28: slow clients are cut off', () => {
  it('each kind within its limit, while others are served', async () => {
    const running = await startSandboxChild({ clientLimits: LIMITS });
    const caller = new RestCaller(serviceAt(running.url));
    async function probe(isOver: () => boolean): Promise<number[]> {
      const times: number[] = [];
      while (!isOver() || times.length < 50) {
        const startedAt = performance.now();
        expect((await caller.process()).APIResponse.ResponseCode).toBe(0);
        times.push(performance.now() - startedAt);
      }
      return times;
    }
    const quiet = at99(await probe(() => true));
    const cuts = Object.entries(KINDS).flatMap(([name, kind]) =>
      Array.from({ length: kind.isReading ? EACH : EACH_UNREAD }, async () => ({
        name,
        kind,
        took: await waitForCut(await open(running.url), kind),
      })),
    );
    let isOver = false;
    const all = Promise.all(cuts).then((ended) => {
      isOver = true;
      return ended;
    });
    const busy = await probe(() => isOver);
    const ended = await all;
    await running.stop();
    const slowest = Object.keys(KINDS).map((name) => {
      const times = ended.filter((cut) => cut.name === name).map(({ took }) => took);
      return `${name} ${(Math.max(...times) / 1_000).toFixed(1)} s`;
    });
    console.log(
      `P28: ${ended.length} connections; cut at the latest: ${slowest.join(', ')}; ${busy.length} payments meanwhile, p99 ${at99(busy).toFixed(0)} ms beside ${quiet.toFixed(0)} ms`,
    );
    const late = ended.filter(({ kind, took }) => took > kind.limitMs + LIMITS.checkMs + SLACK_MS);
    expect(late.slice(0, 3).map(({ name, took }) => `${name}: ${Math.round(took)} ms`)).toEqual([]);
    expect(ended).toHaveLength(500);
  }, 180_000);
});
