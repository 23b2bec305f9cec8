// How long `florin sandbox` takes from the start of its process to its first answer, and how much memory it holds when
// nobody calls: the median of some starts beside the limits of P43. Needs a build; run it on a machine that does
// nothing else. `node test/bench/start.mjs [starts]`
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const LIMIT_MS = 300;
const LIMIT_MIB = 80;
const IDLE_MS = 2_000;
const CLI = new URL('../../dist/bin/florin.js', import.meta.url).pathname;
const ARGUMENTS = [CLI, 'sandbox', '--port', '0', '--database', ':memory:'];
const starts = Number(process.argv[2] ?? 9);

/** Resident memory of a process in MiB; only Linux says it in a file. */
function residentMib(pid) {
  try {
    const [, kib] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kib) / 1_024;
  } catch {
    return Number.NaN;
  }
}

function readUrl(child) {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
      const [, url] = /sandbox ready at (http:\S+)/.exec(text) ?? [];
      if (url) resolve(url);
    });
    child.once('exit', (code) => reject(new Error(`The sandbox ended with ${code}`)));
  });
}

async function measure() {
  const startedAt = performance.now();
  const child = spawn(process.execPath, ARGUMENTS, { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const url = await readUrl(child);
    await (await fetch(`${url}/webapi/v3/status`)).arrayBuffer();
    const milliseconds = performance.now() - startedAt;
    await sleep(IDLE_MS);
    return { milliseconds, mib: residentMib(child.pid) };
  } finally {
    child.kill();
  }
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

await measure(); // Fills the machine's file cache.
const measured = [];
for (let index = 0; index < starts; index += 1) measured.push(await measure());
const milliseconds = median(measured.map((each) => each.milliseconds));
const mib = median(measured.map((each) => each.mib));
console.log(`first answer ${milliseconds.toFixed(0)} ms, ${(milliseconds / LIMIT_MS).toFixed(2)} of ${LIMIT_MS} ms`);
console.log(`idle memory ${mib.toFixed(1)} MiB, ${(mib / LIMIT_MIB).toFixed(2)} of ${LIMIT_MIB} MiB`);
