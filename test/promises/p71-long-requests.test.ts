/**
 * P71: no header, query, cookie or body occupies a process for longer than others of its length. Each public route of
 * signer, frame, sidecar and sandbox gets long texts in every place, also where it refuses them; the processor's time is
 * compared with that of an ordinary text of the same length, in the same run. Routes come from the routing tables.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OFFICE_ROWS } from '../../src/sandbox/backoffice/office-handler.js';
import { CONTROL_ROWS } from '../../src/sandbox/control/control-rows.js';
import { DEMO_MERCHANT } from '../../src/sandbox/merchant.js';
import { openStore } from '../../src/sandbox/node/open-store.js';
import { OPERATIONS } from '../../src/sandbox/openapi/document.js';
import { ROWS } from '../../src/sandbox/rest/rows.js';
import { createSandbox } from '../../src/sandbox/sandbox.js';
import { createFramePage } from '../../src/signer/frame/frame-page.js';
import { generateFrameKeys } from '../../src/signer/frame/frame-keys.js';
import { readSidecarConfig } from '../../src/signer/node/sidecar-config.js';
import { RESULT_PATH } from '../../src/signer/node/sidecar-results.js';
import { startSidecar } from '../../src/signer/node/sidecar.js';
import { ROUTES } from '../../src/signer/signer.js';
import { OPERATION_NAMES } from '../../src/wire/soap/operations.js';
import { databaseForTest } from '../sandbox/database-for-test.js';
import { OfficeCaller } from '../sandbox/office-caller.js';
import { credentials } from '../sandbox/rest-caller.js';
import { envelope, NS, SOAP_PATH } from '../sandbox/soap/soap-caller.js';
import { TOKEN } from '../sandbox/control/control-caller.js';
import { createShop, orderOf, ORIGIN } from '../signer/shop.js';
import { sidecarConfig, SECRETS } from '../signer/sidecar-process.js';
import { FILLERS, fill, longRequests, ORDINARY, type LongRoute } from './hostile-lengths.js';
import { trials } from './trials.js';

/** A text that occupies the process for so many times as long as an ordinary one is an attack: those known took 400 times. */
const MOST_TIMES = 25;
/** The first measurement of a route can meet a compilation or a collection. */
const TRIES = 4;
/** The sandbox has 170 routes, of which many share their readers. `FLORIN_TRIALS=2` gives each all texts. */
const SHARE = 4;

/** Something that serves routes. */
interface Site {
  readonly routes: readonly LongRoute[];
  /** Sends what belongs together, and waits for all work that it causes. */
  run(route: LongRoute, filler: string): Promise<void>;
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/** The routes and texts that take too long. @param share each route gets one of so many texts, the next route the next */
async function findSlow({ routes, run }: Site, share = 1): Promise<readonly string[]> {
  const slow: string[] = [];
  for (const [index, route] of routes.entries()) {
    await run(route, ORDINARY);
    const ordinary = Math.max(await timeOf(() => run(route, ORDINARY)), await timeOf(() => run(route, ORDINARY)));
    for (const filler of FILLERS.filter((_filler, at) => (at + index) % share === 0)) {
      let times = Number.POSITIVE_INFINITY;
      for (let tries = 0; tries < TRIES && times > MOST_TIMES; tries += 1) {
        times = Math.min(times, (await timeOf(() => run(route, filler))) / ordinary);
      }
      if (times > MOST_TIMES)
        slow.push(`${route.method} ${route.path} ${JSON.stringify(filler)}: ${Math.round(times)} times`);
    }
  }
  return slow;
}

async function answerAll(requests: readonly Request[], answer: (request: Request) => Promise<Response>): Promise<void> {
  for (const request of requests) await (await answer(request)).arrayBuffer();
}

const json = (write: (text: string) => unknown) => (text: string) => JSON.stringify(write(text));
const JSON_BODY = { 'content-type': 'application/json' };

/** A service that answers nothing. */
const SERVICE = {
  ...{ baseUrl: 'https://service.test', username: 'demo-api', password: 'x', merchantNumber: '5353109000000000' },
  fetch: () => Promise.resolve(new Response(null, { status: 503 })),
};

/** A page's members of the signer, each of which a route may read. */
const SIGNER_BODIES = [
  json((order) => ({ order })),
  json((claim) => ({ claim, resultKey: claim.slice(0, 40) })),
  json((resultKey) => ({ claim: 'x.y', resultKey })),
  json((card) => ({ order: '1042', card, kind: card.slice(0, 40) })),
  json((text) => ({ order: '1042', references: { crn2: text } })),
];
const signerRoutes = (base: string): readonly LongRoute[] =>
  [...ROUTES].flatMap(([path, { methods }]) =>
    methods.map((method) => ({
      ...{ method, path: base + path, bodyLength: 14_000 },
      headers: { ...JSON_BODY, origin: ORIGIN, 'sec-fetch-site': 'same-origin' },
      bodies: SIGNER_BODIES,
    })),
  );

describe('P71: no request occupies the process for long', () => {
  it.each([
    ['below the limits of calls', { rateLimit: false }],
    ['refused by them', {}],
  ] as const)(
    'of the signer, %s',
    async (_name, options) => {
      const { signer, orders } = createShop(SERVICE, {
        ...options,
        rateLimit: 'rateLimit' in options ? false : (undefined as never),
        webform: {},
        authoriseToken: () => null,
        challenge: () => false,
      });
      orders.set('1042', orderOf('1042', { shopperReferences: [{ name: 'crn2' }] }));
      const answer = (request: Request) => signer.fetch(request, { clientAddress: '192.0.2.7' });
      const routes = signerRoutes('/pay');
      const run = (route: LongRoute, filler: string) => answerAll(longRequests(ORIGIN, route, filler), answer);
      expect(await findSlow({ routes: [...routes, { method: 'GET', path: '/pay/:any' }], run })).toEqual([]);
    },
    240_000,
  );

  it('of the frame page', async () => {
    const { publicKey } = await generateFrameKeys();
    const settings = {
      ...{ script: "document.title = ''", parents: ['https://shop.example'], serviceOrigin: 'https://service.test' },
      publicKeys: [publicKey],
    };
    const pages = [createFramePage(settings), createFramePage({ ...settings, cookieDomain: 'shop.example' })];
    const routes = ['/frame.html', '/:any'].map((path) => ({ method: 'GET', path }));
    const run = async (route: LongRoute, filler: string) => {
      for (const page of pages) await answerAll(longRequests('https://card.shop.example', route, filler), page.fetch);
    };
    expect(await findSlow({ routes, run })).toEqual([]);
  }, 240_000);

  it('of the sandbox, with its request log', async () => {
    const store = await openStore({ database: databaseForTest(), seed: [DEMO_MERCHANT] });
    const sandbox = createSandbox({ store, controlApi: { token: TOKEN } });
    const office = new OfficeCaller(sandbox);
    await office.signIn();
    const authorization = credentials();
    const restBodies = [
      json((Crn1) => ({ TxnReq: { Action: 'payment', Amount: 1, Crn1 }, DVTokenReq: { Crn1 }, SearchInput: { Crn1 } })),
      json((CardNumber) => ({ TxnReq: { CardDetails: { CardNumber, Cvn: CardNumber } }, ProcessTxnData: CardNumber })),
      json((text) => ({ [text.slice(0, 14_000)]: text, RedirectionUrl: text, WebHookUrl: text })),
    ];
    const versions = ['v2', 'v3'] as const;
    const rest = versions.flatMap((version) =>
      Object.values(ROWS[version]).flatMap(({ verb, path, form }): readonly LongRoute[] => {
        const route = { method: verb, path: `/webapi/${version}${path}`, bodyLength: 60_000 };
        const isForm = form !== undefined || path.endsWith('.nv');
        return [
          { ...route, bodies: restBodies, headers: { ...JSON_BODY, authorization } },
          ...(isForm
            ? [
                {
                  ...route,
                  bodies: [(text: string) => `CardNumber=${text}&${text}=1`],
                  headers: { 'content-type': 'application/x-www-form-urlencoded' },
                },
              ]
            : []),
        ];
      }),
    );
    const soap = OPERATION_NAMES.map((name) => ({
      ...{ method: 'POST', path: SOAP_PATH, bodyLength: 60_000 },
      headers: { 'content-type': 'text/xml', soapaction: `"${NS}/${name}"` },
      bodies: [
        (text: string) => envelope(`<${name} xmlns="${NS}"><username>${text}</username></${name}>`),
        (text: string) => envelope(`<${name} xmlns="${NS}"><txnReq a="${text}">${text}`),
      ],
    }));
    const pages = OPERATIONS.filter(({ id }) => /^(T9|T12|D13|D14)$/.test(String(id))).flatMap(({ path }) =>
      ['GET', 'POST'].map((method) => ({ method, path: path.replace(/\{(\w+)\}/g, ':$1') })),
    );
    const others = [
      '/',
      '/health',
      '/openapi/v3.json',
      '/3ds/:key',
      '/pay/:name',
      '/_caught/:a/:b',
      '/:any',
      SOAP_PATH,
    ].flatMap((path) => ['GET', 'POST'].map((method) => ({ method, path })));
    const officeRoutes = OFFICE_ROWS.map(({ verb, path }) => ({
      method: verb,
      path: `/backoffice/api${path}`,
      headers: JSON_BODY,
    }));
    const control = CONTROL_ROWS.map(({ verb, path }) => ({
      ...{ method: verb, path: `/_sandbox${path}` },
      headers: { ...JSON_BODY, 'florin-control-token': `${TOKEN}x` },
    }));
    const run = async (route: LongRoute, filler: string) => {
      await answerAll(longRequests('http://localhost:4010', route, filler), sandbox.fetch);
      // The log masks bodies after the answer; its page waits for that.
      if (/^\/(webapi|evolve)/.test(route.path)) await office.call('POST /calls/search', { beforeId: 1 });
    };
    const routes = [...rest, ...soap, ...pages, ...others, ...officeRoutes, ...control];
    expect(await findSlow({ routes, run }, trials(1) > 1 ? 1 : SHARE)).toEqual([]);
    await sandbox.close();
  }, 600_000);

  it('of the sidecar', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'florin-p71-'));
    writeFileSync(join(folder, 'frame-key'), JSON.stringify((await generateFrameKeys()).privateKey));
    const urls = { serviceUrl: 'http://127.0.0.1:9', callbackUrl: 'http://127.0.0.1:9' };
    const frame = { listen: { port: 0 }, signingKey: { file: 'frame-key' }, parents: ['http://127.0.0.1:4000'] };
    const config = sidecarConfig(urls, { frame, listen: { port: 0, proxies: 2 } });
    const sidecar = await startSidecar(readSidecarConfig(config, { folder, env: SECRETS }), () => undefined);
    const { pathname, origin } = new URL(sidecar.frameUrl ?? '');
    const routes: readonly LongRoute[] = [
      { method: 'POST', path: sidecar.url + RESULT_PATH, headers: { 'content-type': 'application/jwt' } },
      { method: 'GET', path: `${sidecar.url}/health` },
      { method: 'POST', path: `${sidecar.url}/pay/authkey`, headers: JSON_BODY, bodies: SIGNER_BODIES },
      { method: 'GET', path: `${sidecar.url}/pay/return` },
      { method: 'GET', path: origin + pathname },
    ];
    const run = async ({ method, path, headers = {}, bodies = [(text) => text] }: LongRoute, filler: string) => {
      const text = fill(filler, 14_000);
      const body = method === 'GET' ? [undefined] : bodies.map((write) => write(text));
      // One long header for each request: more are over the limit of the server.
      for (const name of ['accept-language', 'cookie', 'x-forwarded-for', 'authorization', 'origin', 'content-type'])
        await send(path, method, { ...headers, [name]: text });
      await send(`${path}?${encodeURI(text).slice(0, 14_000)}`, method, { ...headers });
      for (const each of body) await send(path, method, { ...headers }, each);
    };
    expect(await findSlow({ routes, run })).toEqual([]);
    await sidecar.close();
    rmSync(folder, { recursive: true });
  }, 240_000);
});

/** `fetch` would refuse some of these headers. */
function send(url: string, method: string, headers: Record<string, string>, body?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const call = httpRequest(url, { method, headers }, (response) => {
      response.resume();
      response.on('end', resolve);
      response.on('error', reject);
    });
    call.on('error', reject);
    call.end(body);
  });
}
