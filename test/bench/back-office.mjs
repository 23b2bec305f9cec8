/**
 * How fast the back office is with 100,000 transactions stored, in a browser: `npm run build && node test/bench/back-office.mjs`.
 *
 * Not a timed test. The limits: the first view within 300 ms of the request, a filter within 200 ms, and a scroll that draws no
 * blank rows for longer than a frame or two; the bundle at most 150 kB (brotli).
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { chromium } from 'playwright';
import { createSandbox } from '../../dist/sandbox/index.js';
import { openSqliteStore, startSandbox } from '../../dist/sandbox/node/index.js';
import { fill } from './fill-transactions.mjs';

const COUNT = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? 100_000);
const RUNS = 10;
const folder = mkdtempSync(join(tmpdir(), 'florin-bench-'));
const database = join(folder, 'sandbox.sqlite');
const store = await openSqliteStore({ database });
const filling = createSandbox({ store });
await fill(filling, store, COUNT);
await filling.close();
const sandbox = await startSandbox({ database });
const browser = await chromium.launch({
  executablePath: process.env.FLORIN_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });

function report(title, times, limit) {
  const sorted = [...times].sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)];
  console.log(
    `${median.toFixed(0).padStart(5)} ms median ${sorted.at(-1).toFixed(0).padStart(5)} ms slowest, limit ${limit} ms: ${title}`,
  );
}

/** Milliseconds from the start of the navigation to the first row. */
const firstView = () =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const look = () =>
          document.querySelector('.body .row a') ? resolve(performance.now()) : requestAnimationFrame(look);
        look();
      }),
  );

await page.goto(`${sandbox.url}/backoffice/transactions`);
await page.getByLabel('User name').fill('demo-admin');
await page.getByLabel('Password', { exact: true }).fill('Demo-Admin-1');
await page.getByRole('button', { name: 'Sign in' }).click();
await page.locator('.body .row a').first().waitFor();
const views = [];
for (let run = 0; run < RUNS; run += 1) {
  await page.goto(`${sandbox.url}/backoffice/transactions`, { waitUntil: 'commit' });
  views.push(await firstView());
}
report(`first view of ${COUNT} transactions`, views, 300);

for (const [title, query] of Object.entries({
  'filter: one order': `Crn1=order+${COUNT / 2}`,
  'filter: preauths': 'Action=preauth',
  'filter: an amount': 'Amount=2500',
  'order: highest amount first': 'order=highest_first',
})) {
  const times = [];
  for (let run = 0; run < RUNS; run += 1) {
    times.push(
      await page.evaluate(async (list) => {
        const parameters = new URLSearchParams(list);
        const order = parameters.get('order') ?? 'newest_first';
        parameters.delete('order');
        const body = JSON.stringify({
          search: Object.fromEntries(parameters),
          order,
          offset: 0,
          limit: 100,
          upTo: null,
        });
        const startedAt = performance.now();
        const headers = { 'Content-Type': 'application/json' };
        const answer = await fetch('/backoffice/api/transactions/search', { method: 'POST', headers, body });
        await answer.json();
        return performance.now() - startedAt;
      }, query),
    );
  }
  report(title, times, 200);
}

for (const interval of ['hour', 'day', 'week']) {
  const times = [];
  for (let run = 0; run < RUNS; run += 1) {
    times.push(
      await page.evaluate(
        async (body) => {
          const startedAt = performance.now();
          const headers = { 'Content-Type': 'application/json' };
          const answer = await fetch('/backoffice/api/dashboard', { method: 'POST', headers, body });
          await answer.json();
          return performance.now() - startedAt;
        },
        JSON.stringify({ interval, currency: null }),
      ),
    );
  }
  report(`dashboard: by ${interval}`, times, 200);
}

/** Scrolls 20,000 pixels and counts the frames in which the window's middle shows no row at all. */
const blank = await page.evaluate(async () => {
  let frames = 0;
  let longest = 0;
  let inRow = 0;
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  for (let step = 0; step < 200; step += 1) {
    scrollBy(0, 100);
    await frame();
    frames += 1;
    const isBlank = !document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('.row');
    inRow = isBlank ? inRow + 1 : 0;
    longest = Math.max(longest, inRow);
  }
  return { frames, longest };
});
console.log(`${blank.longest} frames without a row at most, of ${blank.frames} frames of scrolling`);
const bytes = brotliCompressSync(
  readFileSync(new URL('../../dist/browser/florin-backoffice.js', import.meta.url)),
).length;
console.log(`${bytes} bytes of script (brotli), limit 150,000`);
await browser.close();
await sandbox.close();
rmSync(folder, { recursive: true });
