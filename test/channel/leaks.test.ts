import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundle } from './bundle.js';
import type {} from './pages/shop-page.js';
import { type Web, startWeb } from './web.js';

const SHOP = 'http://shop.test';
const PAY = 'http://pay.test';
const CYCLES = 200;

let web: Web;
let page: Page;
let devtools: CDPSession;

beforeAll(async () => {
  web = await startWeb();
  web.put('/shop.js', await bundle('test/channel/pages/shop-page.ts'));
  web.put('/frame.js', await bundle('test/channel/pages/frame-page.ts'));
  web.put(`${PAY}/frame`, `<!doctype html><script>parents = ['${SHOP}']</script><script src="/frame.js"></script>`);
  web.put(`${SHOP}/`, '<!doctype html><script src="/shop.js"></script><main></main>');
  page = await web.newPage();
  await page.goto(`${SHOP}/`);
  devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
}, 60_000);
afterAll(() => web.close());

/** Mounts a frame with a link and a watch, uses it and removes it; many times, ten at once. */
const cycle = (times: number) =>
  page.evaluate(
    async ([src, origin, rounds]) => {
      const once = async () => {
        const host = document.createElement('div');
        const root = host.attachShadow({ mode: 'open' });
        const iframe = document.createElement('iframe');
        iframe.src = String(src);
        host.append(iframe);
        root.append(document.createElement('slot'));
        document.querySelector('main')!.append(host);
        const stop = new AbortController();
        const link = shop.connect(iframe, String(origin));
        shop.watchStyles(root, { signal: stop.signal, onChange: () => undefined });
        while (link.frames.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
        await link.frame.configure({ locale: 'en' });
        await link.frame.check();
        stop.abort();
        link.stop();
        host.remove();
        shop.links.length = 0;
      };
      for (let round = 0; round < Number(rounds); round += 10) await Promise.all(Array.from({ length: 10 }, once));
    },
    [`${PAY}/frame`, PAY, times],
  );

async function measure(): Promise<Record<string, number>> {
  await page.waitForTimeout(500);
  for (let round = 0; round < 3; round++) await devtools.send('HeapProfiler.collectGarbage');
  const { metrics } = await devtools.send('Performance.getMetrics');
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
}

describe('a link and a watch that have ended', () => {
  it(`leave nothing in memory, ${CYCLES} times`, async () => {
    await cycle(50);
    const before = await measure();
    await cycle(CYCLES);
    let after = await measure();
    const kept = (name: string) => (after[name] ?? 0) - (before[name] ?? 0);
    // A busy browser collects garbage later; leaks stay.
    const isFree = () => ['JSEventListeners', 'Frames', 'Documents'].every((name) => kept(name) <= 0);
    for (let tries = 0; tries < 20 && !isFree(); tries += 1) after = await measure();
    const kiloBytes = kept('JSHeapUsedSize') / 1024 / CYCLES;
    console.log(
      `leaks: ${CYCLES} cycles, ${kiloBytes.toFixed(2)} kB each, listeners ${kept('JSEventListeners')}, ` +
        `documents ${kept('Documents')}, frames ${kept('Frames')}, nodes ${kept('Nodes')}`,
    );
    expect(kiloBytes).toBeLessThan(10);
    expect(kept('JSEventListeners')).toBeLessThanOrEqual(0);
    expect(kept('Frames')).toBeLessThanOrEqual(0);
    expect(kept('Documents')).toBeLessThanOrEqual(0);
    expect(page.frames()).toHaveLength(1);
  }, 120_000);
});
