/**
 * Every budget of the browser kit in one run, beside native inputs: `npm run build && node test/bench/budgets.mjs
 * [rounds] [mounts]`. With `--against
 * COMMIT` the time to type alone, of that commit and of this tree in turns. Method: docs/guides/budgets.md. CI holds the sizes by tools/check-sizes.mjs; the rest is for people to read, since it depends on the machine. Ends with 1 when something is over.
 */
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { compareWith } from './budget-against.mjs';
import { launch, measureLoad, measureMounts, measurePayment, measureWork, median } from './budget-browser.mjs';
import { brotli, readBuilt, startBudgetShop } from './budget-shop.mjs';

const { values, positionals } = parseArgs({ options: { against: { type: 'string' } }, allowPositionals: true });
const ROUNDS = Number(positionals[0] ?? 7);
const MOUNTS = Number(positionals[1] ?? 1_000);
const IDLE_SECONDS = 10;
const LIMITS = {
  ready: 1_500,
  readyRatio: 1.1,
  key: 1,
  settle: 60,
  kept: 10,
};

let isOver = false;

/** One line: what it is, what it may be, and the share of it that is used. A limit of 0 has no share. */
function tell(what, value, limit, unit, digits = 0) {
  const rounded = Number(value.toFixed(digits));
  const isFine = rounded <= limit;
  isOver ||= !isFine;
  const share = limit > 0 ? `${(value / limit).toFixed(2)}x` : '-';
  console.log(
    `${isFine ? 'ok  ' : 'OVER'}  ${what.padEnd(58)} ${value.toFixed(digits).padStart(8)} of ${String(limit).padStart(6)} ${unit.padEnd(5)} ${share.padStart(6)}`,
  );
}

const remark = (text) => console.log(`      ${text}`);

function tellLoad() {
  const [load] = loadavg();
  const cores = availableParallelism();
  remark(
    `load average ${load.toFixed(1)} on ${cores} processors${load > cores ? ': busy, so times of the clock are too long' : ''}`,
  );
}

const sizeOf = (name) => brotli(readBuilt(name)).length;
const sumOf = (names) => names.reduce((sum, name) => sum + sizeOf(name), 0);

/** The limits of files are those of tools/check-sizes.mjs. This prints what a whole payment loads. */
function tellPayment(files) {
  console.log(`\nLoaded by a payment in frame isolation on localhost: ${sumOf(files)} bytes in the page, brotli 11`);
  for (const name of files) remark(`${String(sizeOf(name)).padStart(6)}  ${name}`);
  remark(`${String(sizeOf('florin-frame.js')).padStart(6)}  florin-frame.js, in the frame`);
}

/** Ways take turns, so that a busy machine is busy for all. */
async function inTurns(ways, measure) {
  const results = Object.fromEntries(ways.map((way) => [way, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const way of ways) results[way].push(await measure(way));
  }
  return (way, name) => median(results[way].map((each) => each[name]));
}

async function tellLoads(browser, shop) {
  console.log(
    `\nReady to type: slow phone (562.5 ms for each request, 1,475 kbit/s, processor x4), median of ${ROUNDS}`,
  );
  tellLoad();
  const of = await inTurns(['native', 'page', 'frame', 'frame by script'], (way) => measureLoad(browser, shop, way));
  for (const way of ['native', 'page', 'frame', 'frame by script']) {
    remark(
      `${way}: ${of(way, 'documents')} document(s), ${of(way, 'untilReady')} requests until it is ready, ${of(way, 'requests')} in all, ${(of(way, 'bytes') / 1_000).toFixed(1)} kB`,
    );
  }
  remark(`native inputs: ${of('native', 'ready').toFixed(0)} ms`);
  tell('page isolation', of('page', 'ready'), LIMITS.ready, 'ms');
  tell('frame isolation, the frame in the HTML', of('frame', 'ready'), LIMITS.ready, 'ms');
  tell('... times the same form in the page', of('frame', 'ready') / of('page', 'ready'), LIMITS.readyRatio, '', 2);
  remark(`frame isolation, the frame made by the script: ${of('frame by script', 'ready').toFixed(0)} ms`);
  tell('layout shift, page isolation', of('page', 'shift'), 0, '', 4);
  tell('layout shift, frame isolation', of('frame', 'shift'), 0, '', 4);
  tell('layout shift, the frame made by the script', of('frame by script', 'shift'), 0, '', 4);
}

async function tellWork(browser, shop) {
  console.log(`\nWork, in milliseconds of the processor, all frames in one process, median of ${ROUNDS}`);
  tellLoad();
  const ways = ['native', 'native in a frame', 'page', 'frame'];
  const of = await inTurns(ways, (way) => measureWork(browser, shop, way, IDLE_SECONDS));
  remark(
    `native inputs: ${of('native', 'settle').toFixed(0)} to settle, ${of('native', 'keyScript').toFixed(2)} of script and ${of('native', 'keyTask').toFixed(1)} in all for each key, ${of('native', 'idleWork').toFixed(1)} in ${IDLE_SECONDS} idle seconds`,
  );
  remark(`native inputs in a frame: ${of('native in a frame', 'settle').toFixed(0)} to settle`);
  for (const way of ['page', 'frame']) {
    tell(
      `${way} isolation: to settle, over native inputs`,
      of(way, 'settle') - of('native', 'settle'),
      LIMITS.settle,
      'ms',
    );
    tell(`${way} isolation: script for each key`, of(way, 'keyScript'), LIMITS.key, 'ms', 2);
    tell(`${way} isolation: timers that fire in ${IDLE_SECONDS} idle seconds`, of(way, 'idleTimers'), 0, '');
    remark(
      `${of(way, 'keyTask').toFixed(1)} in all for each key, ${of(way, 'idleWork').toFixed(1)} in ${IDLE_SECONDS} idle seconds`,
    );
  }
}

async function tellMounts(browser, shop) {
  console.log(`\nKept after ${MOUNTS} mounts and unmounts, each with its price from the signer`);
  for (const isolation of ['page', 'frame']) {
    const kept = await measureMounts(browser, shop, isolation, MOUNTS);
    tell(`${isolation} isolation: frames`, kept.frames, 0, '');
    tell(`${isolation} isolation: listeners`, Math.max(0, kept.listeners), 0, '');
    tell(`${isolation} isolation: memory for each`, Math.max(0, kept.heap) / 1_024, LIMITS.kept, 'kB', 2);
    remark(
      `${kept.drawn} were whole when they were taken out; ${kept.documents} documents and ${kept.nodes} nodes more`,
    );
  }
}

if (values.against) process.exit((await compareWith(values.against, ROUNDS)) ? 0 : 1);

const shop = await startBudgetShop();
const browser = await launch();
try {
  console.log(`Florin's budgets in ${browser.version()}`);
  tellPayment(await measurePayment(browser, shop));
  await tellLoads(browser, shop);
  await tellWork(browser, shop);
  await tellMounts(browser, shop);
} finally {
  await browser.close();
  await shop.close();
}
process.exitCode = isOver ? 1 : 0;
