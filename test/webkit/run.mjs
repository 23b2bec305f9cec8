// @ts-check
/**
 * Florin in WebKit, the engine of Safari: `node test/webkit/run.mjs`, outside of `npm test`, after `node tools/build.mjs`.
 * A purchase in each way on the running demo, in Debian's WebKitGTK: `apt-get install webkit2gtk-driver xvfb`. Words of a
 * title choose walks. Ends with `N passed, N failed`.
 */
import { startDemo } from '../../build/demo/start.js';
import { WALKS } from './walks.mjs';
import { WebKit } from './web-driver.mjs';

const wanted = process.argv.slice(2).join(' ');
let passed = 0;
let failed = 0;
// Shop and service are of two sites, as they are in life.
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
    // A profile for each: none sees what another has left behind.
    const webkit = await WebKit.start({ isDark });
    if (passed + failed === 0) console.log(`WebKitGTK ${webkit.version}`);
    try {
      await walk(webkit, demo);
      passed++;
      console.log(`  ✓ ${title} (${((performance.now() - startedAt) / 1000).toFixed(1)}s)`);
    } catch (error) {
      failed++;
      console.log(`  ✘ ${title}\n${error instanceof Error ? error.stack : error}`);
    } finally {
      await webkit.close();
    }
  }
} finally {
  await demo.close();
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
