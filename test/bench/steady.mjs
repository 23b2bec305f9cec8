/**
 * Measures memory, handles and times of the sandbox under a long load:
 * `npm run build && node test/bench/steady.mjs [minutes] [pairs a second]`. One hour and 200 pairs a second by default. A pair is
 * a payment and its look-up; they begin at a fixed rate, however slow the answers are. Prints a line for each minute, then the
 * growth of memory in ten minutes. The first fifth of the run warms up: caches and the request log fill. Ends with 1 when memory
 * or handles grow, or an answer was wrong.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { at, call, rssMiB, sandboxOn, start } from './pairs.mjs';

const MINUTES = Number(process.argv[2] ?? 60);
const RATE = Number(process.argv[3] ?? 200);
if (!(MINUTES >= 5)) throw new RangeError('Give at least 5 minutes');
/** MiB in ten minutes. */
const MOST_GROWTH = 1;
const MOST_HANDLES = 5;

const folder = mkdtempSync(join(tmpdir(), 'florin-steady-'));
const server = sandboxOn(() => join(folder, 'sandbox.sqlite'));
const { child, url } = await start(server);
const agent = new Agent({ keepAlive: true, maxSockets: 32 });
const handles = () => readdirSync(`/proc/${child.pid}/fd`).length;

let times = [];
let wrong = 0;
async function pair(amount) {
  const startedAt = performance.now();
  try {
    const id = server.create[2](await call(url, agent, 'POST', server.create[0], server.create[1](amount)));
    const read = server.read[1](await call(url, agent, 'GET', server.read[0](id)));
    if (read !== amount) throw new Error(`read ${read}`);
  } catch (error) {
    wrong += 1;
    console.error(`a pair of ${amount}: ${error.message}`);
  }
  times.push(performance.now() - startedAt);
}

/** Least squares: how much the value grows for each step. */
function slopeOf(values) {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const covariance = values.reduce((sum, value, index) => sum + (index - middle) * (value - mean), 0);
  return covariance / values.reduce((sum, _, index) => sum + (index - middle) ** 2, 0);
}

const minutes = [];
try {
  let begun = 0;
  const startedAt = performance.now();
  for (let minute = 1; minute <= MINUTES; minute += 1) {
    times = [];
    while (performance.now() < startedAt + minute * 60_000) {
      for (const due = ((performance.now() - startedAt) / 1_000) * RATE; begun < due; begun += 1)
        void pair(((begun % 900) + 1) * 100);
      await pause(5);
    }
    const sorted = times.toSorted((one, other) => one - other);
    minutes.push({ rss: rssMiB(child), handles: handles() });
    console.log(
      `minute ${minute}: ${sorted.length} pairs, p50 ${at(sorted, 0.5).toFixed(1)} ms, p99 ${at(sorted, 0.99).toFixed(1)} ms, ${minutes.at(-1).rss.toFixed(1)} MiB, ${minutes.at(-1).handles} handles, wrong ${wrong}`,
    );
  }
} finally {
  agent.destroy();
  child.kill();
  await new Promise((resolve) => child.once('close', resolve));
  rmSync(folder, { recursive: true });
}
const warm = minutes.slice(Math.ceil(MINUTES / 5));
const growth = slopeOf(warm.map(({ rss }) => rss)) * 10;
const more = warm.at(-1).handles - warm[0].handles;
console.log(
  `memory in ten minutes: ${growth.toFixed(2)} MiB (at most ${MOST_GROWTH}); handles: ${more} more (at most ${MOST_HANDLES}); wrong ${wrong}`,
);
process.exitCode = growth > MOST_GROWTH || more > MOST_HANDLES || wrong > 0 ? 1 : 0;
