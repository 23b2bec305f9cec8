/**
 * A shop for budgets.mjs: the real sandbox, signer and frame page behind servers that compress as a shop's would, and one
 * page for each way of taking a card. Built code only.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { serve } from '@hono/node-server';

/** The repository. Another one, with its own `dist`, can be measured beside it. */
const HERE = new URL('../../', import.meta.url);
const MERCHANT = { merchantNumber: '5353109000000000', username: 'demo-api', password: 'Demo-Password-1' };

export const brotli = (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
export const readBuilt = (name, root = HERE) => readFileSync(new URL(`dist/browser/${name}`, root));

/** The same column, the same line below the form; the room of a form that is not there yet is reserved, as the guide says. */
const pageOf = (head, form) => `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Pay</title>
<style>body{font:16px/1.4 sans-serif;margin:16px}main{max-width:480px}label{display:block}
native-form{display:block}native-form input{display:block;box-sizing:border-box;font:inherit;height:48px;width:100%}
florin-checkout{display:block;min-height:23.5rem}florin-checkout[isolation]{min-height:27.75rem}</style>
${head}<main>${form}<p id="below">Your order goes out on Monday.</p></main>`;

const field = (id) => `<label for="${id}">${id}</label><input id="${id}" type="text" autocomplete="off">`;

/** Each way, as the HTML of its page. `{frame}` is the address of the frame page, `{order}` an order that nobody has paid yet. */
const PAGES = {
  native: pageOf(
    '',
    `<native-form>${['number', 'expiry', 'cvn', 'name'].map(field).join('')}<button>Pay</button></native-form>`,
  ),
  // What a document in a frame costs by itself: the same inputs in a page of the frame's site.
  'native in a frame': pageOf(
    '',
    '<native-form><iframe src="{native}" title="Card details" style="border:0;width:100%;height:299px"></iframe><button>Pay</button></native-form>',
  ),
  page: pageOf(
    '<script type="module" src="/florin/florin.js" data-florin-origins="{origins}"></script>',
    '<florin-checkout signer-url="/pay" order="{order}"></florin-checkout>',
  ),
  frame: pageOf(
    '<script type="module" src="/florin/florin-isolated.js" data-florin-origins="{origins}"></script>',
    `<florin-checkout isolation="frame" frame-src="{frame}" signer-url="/pay" order="{order}"><iframe slot="frame"
src="{frame}" title="Card details" allow="payment; autofill" referrerpolicy="origin"
style="border:0;display:block;width:calc(100% + 6px);height:299px;position:relative;inset:-3px"></iframe></florin-checkout>`,
  ),
  'frame by script': pageOf(
    '<script type="module" src="/florin/florin-isolated.js" data-florin-origins="{origins}"></script>',
    '<florin-checkout isolation="frame" frame-src="{frame}" signer-url="/pay" order="{order}"></florin-checkout>',
  ),
  'mount page': pageOf('<script type="module" src="/florin/florin.js" data-florin-origins="{origins}"></script>', ''),
  'mount frame': pageOf(
    '<script type="module" src="/florin/florin-isolated.js" data-florin-origins="{origins}"></script>',
    '',
  ),
};

export const addressOf = (way) => `/${way.replaceAll(' ', '-')}.html`;

async function listen(fetch) {
  const server = serve({ fetch, port: 0, hostname: '127.0.0.1' });
  await once(server, 'listening');
  return server;
}

const portOf = (server) => server.address().port;

const packed = new Map();

/** As a server with its files compressed beforehand. Every load begins with an empty cache. */
function pack(text, type, accepted, more = {}) {
  const how = /\bbr\b/.test(accepted) ? 'br' : 'gzip';
  // By what it is, not by a name: the shop's page for the frame once came in place of the frame's own page.
  const key = `${how} ${createHash('sha256').update(text).digest('hex')}`;
  if (!packed.has(key)) packed.set(key, how === 'br' ? brotli(Buffer.from(text)) : gzipSync(text, { level: 9 }));
  return new Response(packed.get(key), {
    headers: { ...more, 'content-type': type, 'content-encoding': how, 'cache-control': 'no-cache' },
  });
}

/** Starts all of it from the `dist` of `root`. The shop is of the site `localhost`, the frame of the site `127.0.0.1`. */
export async function startBudgetShop(root = HERE) {
  const [
    { startSandbox },
    { createFramePage, createMemoryStore, createSigner, generateFrameKeys },
    { readFrameScript },
  ] = await Promise.all(
    ['sandbox/node', 'signer', 'signer/node'].map((part) => import(new URL(`dist/${part}/index.js`, root))),
  );

  let orders = 0;
  const sandbox = await startSandbox({ log: () => {} });
  const frameServer = await listen((request) => serveFrame(request));
  const shopServer = await listen((request) => serveShop(request));
  const url = `http://localhost:${portOf(shopServer)}`;
  const frameSrc = `http://127.0.0.1:${portOf(frameServer)}/frame.html`;
  const { privateKey, publicKey } = await generateFrameKeys();
  const framePage = createFramePage({
    script: readFrameScript(),
    parents: [url],
    serviceOrigin: new URL(sandbox.url).origin,
    publicKeys: [publicKey],
  });
  const signer = createSigner({
    service: { baseUrl: sandbox.url, ...MERCHANT },
    store: createMemoryStore(),
    secret: 'a secret of more than thirty-two characters',
    publicUrl: `${url}/pay`,
    merchantName: 'Budget Shop',
    onPaid: () => undefined,
    priceOrder: (_request, order) => ({
      order,
      amount: { minor: Number(/^\d+/.exec(order)?.[0]), currency: 'AUD' },
      crn1: order,
      testMode: true,
    }),
    frame: { signingKey: privateKey },
    rateLimit: false,
    log: () => {},
  });

  const serveFrame = async (request) => {
    if (new URL(request.url).pathname === '/native.html') {
      return pack(PAGES.native, 'text/html; charset=utf-8', request.headers.get('accept-encoding') ?? '');
    }
    const response = await framePage.fetch(request);
    if (response.status !== 200) return response;
    const headers = Object.fromEntries(response.headers);
    // The time of the answer stands in the page: compressed anew for each second, as by a server in front of it.
    const accepted = request.headers.get('accept-encoding') ?? '';
    return pack(await response.text(), headers['content-type'], accepted, headers);
  };
  const serveShop = async (request) => {
    const { pathname } = new URL(request.url);
    const accepted = request.headers.get('accept-encoding') ?? '';
    if (pathname.startsWith('/pay/')) return signer.fetch(request);
    const [, script] = /^\/florin\/([\w-]+\.js)$/.exec(pathname) ?? [];
    if (script) return pack(readBuilt(script, root), 'text/javascript', accepted);
    const way = Object.keys(PAGES).find((each) => addressOf(each) === pathname);
    if (!way) return new Response('', { status: 404 });
    orders += 1;
    const page = PAGES[way]
      .replaceAll('{origins}', `/pay ${new URL(sandbox.url).origin} ${new URL(frameSrc).origin}`)
      .replaceAll('{frame}', frameSrc)
      .replaceAll('{native}', new URL('/native.html', frameSrc).href)
      .replaceAll('{order}', `1000-${orders}`);
    return pack(page, 'text/html; charset=utf-8', accepted);
  };

  return {
    url,
    frameSrc,
    async close() {
      for (const server of [shopServer, frameServer]) {
        server.closeAllConnections();
        server.close();
      }
      await sandbox.close();
    },
  };
}
