// @ts-check
/**
 * `npm run dev`: the demo with the browser code of `src/`. Vite serves the two script tags as modules and reloads the page
 * when a file changes. The script of the frame page is inlined, so it is built again before the reload.
 */
import { fileURLToPath } from 'node:url';
import { build as buildAll } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { writeLanguages } from './languages.mjs';
import { isProgram } from './process.mjs';
import { readArguments, readPort } from './script-arguments.mjs';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
/** The path at which Vite serves `src/`. The shop serves all other paths. */
const BASE = '/src/';
/** The script tags of the shop's pages, and the modules that replace them. */
const ENTRIES = new Map([
  ['/florin/florin.js', 'widget/florin.ts'],
  ['/florin/florin-isolated.js', 'widget/isolated.ts'],
]);

const HELP = `  A change in these reloads the page: src/widget, elements, languages, checkout, channel, core, frame.
  Restart after a change in these: src/signer, sandbox, service, wire, pages; demo; the page with the classic script tag.
`;

/**
 * Starts the demo with Vite in front of the shop. Expects a finished build.
 * @param {import('../demo/start.js').DemoOptions} [options]
 * @returns {Promise<import('../demo/start.js').Demo>}
 */
export async function startDev(options) {
  // Imported here, because a fresh clone has neither when this file is loaded.
  const { build, createServer } = await import('vite');
  /** @type {typeof import('../demo/start.js')} */
  const { startDemo } = await import(new URL('../build/demo/start.js', import.meta.url).href);
  const demo = await startDemo(options);
  const configFile = `${ROOT}vite.config.ts`;

  const vite = await createServer({
    ...{ configFile, mode: 'page', root: `${ROOT}src`, base: BASE, appType: 'custom', clearScreen: false },
    // Lit and Comlink have few modules. Without pre-bundling there is no stale cache.
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: { server: demo.shopServer }, fs: { allow: [ROOT] } },
  });
  vite.watcher.on('change', (file) => {
    try {
      if (/languages[/\\][\w-]+\.json$/.test(file)) writeLanguages();
    } catch (error) {
      // The file is incomplete. The next change writes it.
      console.error(`${file}: ${String(error)}`);
    }
  });
  const [showShop] = demo.shopServer.listeners('request');
  demo.shopServer.removeAllListeners('request').on('request', (request, response) => {
    const [path = ''] = request.url?.split('?') ?? [];
    const entry = ENTRIES.get(path);
    if (entry) {
      response.setHeader('content-type', 'text/javascript');
      response.end(`import '${BASE}@vite/client';\nimport '${BASE}${entry}';\n`);
    } else if (path.startsWith(BASE)) vite.middlewares(request, response);
    else showShop?.call(demo.shopServer, request, response);
  });

  const frame = await build({ configFile, mode: 'frame', root: ROOT, logLevel: 'warn', build: { watch: {} } });
  if (!('on' in frame)) throw new Error('Vite does not watch the frame');
  await new Promise((resolve) => {
    frame.on('event', ({ code }) => {
      if (code === 'END') vite.ws.send({ type: 'full-reload' });
      if (code === 'END' || code === 'ERROR') resolve(code);
    });
  });

  return {
    ...demo,
    async close() {
      await Promise.all([frame.close(), vite.close()]);
      await demo.close();
    },
  };
}

if (isProgram(import.meta.url)) {
  const { values } = readArguments('npm run dev [-- --port 4000]', { port: { type: 'string' } });
  const shopPort = readPort(values['port']);
  await ensureInstalled();
  await buildAll();
  /** @type {typeof import('../demo/start.js')} */
  const { runUntilStopped } = await import(new URL('../build/demo/start.js', import.meta.url).href);
  runUntilStopped(await startDev({ shopPort }));
  console.log(HELP);
}
