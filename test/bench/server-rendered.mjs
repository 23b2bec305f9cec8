/**
 * Ready to type on a slow phone: the form that a server has rendered, beside native inputs, in turns in one run:
 * `npm run build && node test/bench/server-rendered.mjs [rounds]`. Method: docs/guides/budgets.md. Ends with 1 when it is over
 * the limit.
 */
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { serve } from '@hono/node-server';
import { render } from '@lit-labs/ssr';
import { collectResult } from '@lit-labs/ssr/lib/render-result.js';
import { html } from 'lit';
import { build } from 'vite';
import { launch, measureLoad, median } from './budget-browser.mjs';
import { addressOf, brotli, startBudgetShop } from './budget-shop.mjs';

const ROUNDS = Number(process.argv[2] ?? 5);
const MOST = 1.2;
const WAYS = ['native', 'server rendered'];

/** One tag, as a shop imports it. */
const PAGE = "import 'florin/hydrate'; import 'florin/elements/florin-checkout';";

/** The script that takes the form over, as a shop's bundler builds it. */
async function buildScripts() {
  const { output } = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'page',
        resolveId: (id) => (id === 'page.js' ? id : undefined),
        load: (id) => (id === 'page.js' ? PAGE : undefined),
      },
    ],
    build: {
      write: false,
      rolldownOptions: {
        input: 'page.js',
        output: { entryFileNames: 'shop.js', chunkFileNames: '[name].js' },
      },
    },
  });
  return output.map(({ fileName, code }) => [
    `/${fileName}`,
    { type: 'text/javascript', bytes: brotli(Buffer.from(code)) },
  ]);
}

/** The pages of the benchmark's shop, and the page with native inputs again, with the rendered form in their place. */
async function startShop() {
  await import(new URL('dist/elements/define.js', `file://${process.cwd()}/`).href);
  const shop = await startBudgetShop();
  const native = await fetch(shop.url + addressOf('native')).then((answer) => answer.text());
  const form = await collectResult(render(html`<florin-checkout signer-url="/pay" order="1000-1"></florin-checkout>`));
  const rendered = native
    .replace(/<native-form>.*<\/native-form>/s, () => form)
    .replace('<main>', '<script type="module" src="/shop.js"></script><main>');
  const text = 'text/html; charset=utf-8';
  const files = new Map([
    [addressOf('native'), { type: text, bytes: brotli(Buffer.from(native)) }],
    [addressOf('server rendered'), { type: text, bytes: brotli(Buffer.from(rendered)) }],
    ...(await buildScripts()),
  ]);
  const answer = ({ url }) => {
    const file = files.get(new URL(url).pathname);
    if (!file) return new Response('', { status: 404 });
    return new Response(file.bytes, { headers: { 'content-type': file.type, 'content-encoding': 'br' } });
  };
  const server = serve({ fetch: answer, port: 0, hostname: '127.0.0.1' });
  await once(server, 'listening');
  return {
    url: `http://localhost:${server.address().port}`,
    sizes: [...files].slice(0, 3).map(([name, { bytes }]) => `${name} ${bytes.length}`),
    async close() {
      server.closeAllConnections();
      server.close();
      await shop.close();
    },
  };
}

const shop = await startShop();
const browser = await launch();
try {
  const loads = Object.fromEntries(WAYS.map((way) => [way, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const way of WAYS) loads[way].push(await measureLoad(browser, shop, way));
  }
  const of = (way, name) => median(loads[way].map((each) => each[name]));
  console.log(`Ready to type on a slow phone, median of ${ROUNDS}; load average ${loadavg()[0].toFixed(1)}`);
  console.log(`bytes, brotli: ${shop.sizes.join(', ')}`);
  for (const way of WAYS) {
    const all = loads[way].map(({ ready }) => ready.toFixed(0)).join(' ');
    console.log(`${way.padEnd(16)} ${of(way, 'ready').toFixed(0)} ms (${all}), layout shift ${of(way, 'shift')}`);
  }
  const ratio = of('server rendered', 'ready') / of('native', 'ready');
  const isFine = ratio <= MOST && of('server rendered', 'shift') === 0;
  console.log(`${isFine ? 'ok  ' : 'OVER'}  ${ratio.toFixed(2)} of ${MOST} times native inputs`);
  process.exitCode = isFine ? 0 : 1;
} finally {
  await browser.close();
  await shop.close();
}
