// @ts-check
/**
 * Florin in WebKit, the engine of Safari: `npm run proof -- webkit`, or `node test/webkit/run.mjs` after `npm run build`.
 * A purchase in each way on the running demo, in Debian's WebKitGTK: `apt-get install webkit2gtk-driver xvfb`. Arguments
 * choose walks by parts of their titles. Ends with `N passed, N failed`, and writes `test-results/webkit.json`, which `npm run proof` adds up.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { startDemo } from '../../build/demo/start.js';
import { WALKS } from './walks.mjs';
import { WebKit } from './web-driver.mjs';

const wanted = process.argv.slice(2).join(' ');
let passed = 0;
/** @type {string[]} */
const names = [];
// Shop and service are on two sites, as in production.
const demo = await startDemo({
  shopPort: 0,
  sandboxPort: 0,
  framePort: 0,
  database: ':memory:',
  sandboxName: 'localhost',
  print: () => {},
});
try {
  for (const { title, isDark, walk } of WALKS.filter((each) => each.title.includes(wanted))) {
    const startedAt = performance.now();
    // A profile for each, so that none sees data of another.
    const webkit = await WebKit.start({ isDark });
    if (passed + names.length === 0) console.log(`WebKitGTK ${webkit.version}`);
    try {
      await walk(webkit, demo);
      passed++;
      console.log(`  ✓ ${title} (${((performance.now() - startedAt) / 1000).toFixed(1)}s)`);
    } catch (error) {
      names.push(title);
      console.log(`  ✘ ${title}\n${error instanceof Error ? error.stack : error}`);
    } finally {
      await webkit.close();
    }
  }
} finally {
  await demo.close();
}
const failed = names.length;
mkdirSync('test-results', { recursive: true });
writeFileSync('test-results/webkit.json', `${JSON.stringify({ passed, failed, names })}\n`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
