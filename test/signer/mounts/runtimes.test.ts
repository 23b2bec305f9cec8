/** The guide's files for Deno and Bun, run by them from the built package. Both come from the npm registry. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopWithParent } from '../../support/stop-with-parent.js';
import { startService, type Service } from '../service-on-a-port.js';
import { describeMount, type Mounted } from './conformance.js';
import { besideThis, readExample, writeFolder } from './guide.js';
import { CLIENT_CALLS, PUBLIC_URL } from './shop.js';

/** Where FLORIN_OUTSIDE_CLIENTS is `required`, as in CI, a runtime that is not installed is a failure. */
const isRequired = process.env['FLORIN_OUTSIDE_CLIENTS'] === 'required';
const ROOT = besideThis('../../..');

interface Runtime {
  readonly name: string;
  readonly program: string;
  /** The words before the file: `florin-server/signer` and `florin-server/service` need no more rights than these. */
  readonly run: readonly string[];
  /** The same for one that uses `florin-server/signer/node`. */
  readonly runWithNode: readonly string[];
  readonly mount: string;
}

const RUNTIMES: readonly Runtime[] = [
  {
    name: 'Deno',
    program: process.env['FLORIN_DENO'] ?? 'deno',
    run: ['run', '--no-prompt', '--allow-net', '--allow-env=PORT,SERVICE_URL'],
    runWithNode: [
      'run',
      '--no-prompt',
      '--allow-net',
      '--allow-env',
      '--allow-read',
      '--allow-write',
      '--allow-sys',
      '--allow-ffi',
    ],
    mount: 'deno.ts',
  },
  {
    name: 'Bun',
    program: process.env['FLORIN_BUN'] ?? 'bun',
    run: ['run'],
    runWithNode: ['run'],
    mount: 'bun.ts',
  },
];

/** A folder in which the built package is installed, with the shop's signer. */
function writeShop(files: Readonly<Record<string, string>>): string {
  if (!existsSync(join(ROOT, 'dist/signer/index.js'))) throw new Error('Run `npm run build` first');
  const folder = writeFolder(files);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(ROOT, join(folder, 'node_modules/florin'), 'dir');
  symlinkSync(join(ROOT, 'node_modules/florin-server'), join(folder, 'node_modules/florin-server'), 'dir');
  return folder;
}

/** `signer.ts` of a shop like ./shop.ts, which these runtimes cannot read: it imports this tree's sources. */
function signerFile(serviceUrl: string, store: string): string {
  const shop = [
    `baseUrl: '${serviceUrl}'`,
    "merchantNumber: '5353109000000000'",
    "username: 'demo-api'",
    "password: 'Demo-Password-1'",
  ];
  return `
    ${store}
    import { createSigner } from 'florin-server/signer';
    export const signer = createSigner({
      store,
      service: { ${shop.join(', ')} },
      secret: 'a secret of the shop, for tests only, long enough',
      publicUrl: '${PUBLIC_URL}',
      merchantName: 'Demo Shop',
      onPaid: () => undefined,
      priceOrder: (_request, order) =>
        order.startsWith('order-')
          ? { order, amount: { minor: 19900, currency: 'AUD' }, crn1: order, testMode: true }
          : null,
      returnTo: (order, { status }) => \`/orders/\${order}?payment=\${status}\`,
      rateLimit: { client: { calls: ${CLIENT_CALLS}, seconds: 600 } },
    });
  `;
}

const IN_MEMORY = "import { createMemoryStore } from 'florin-server/signer'; const store = createMemoryStore();";
const IN_SQLITE =
  "import { openSqliteStore } from 'florin-server/signer/node'; const store = openSqliteStore('claims.db');";

/** Starts the guide's server and waits for its URL. */
async function startMount(program: string, words: readonly string[], folder: string): Promise<Mounted> {
  const child = spawn(program, words, {
    cwd: folder,
    env: { ...process.env, PORT: '0', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const watch = stopWithParent(child.pid ?? 0, folder);
  const ended = once(child, 'close');
  const url = await addressOf(child);
  return {
    url: url.replace('0.0.0.0', '127.0.0.1').replace(/\/$/, ''),
    async close() {
      child.kill('SIGKILL');
      await ended;
      watch.end();
      rmSync(folder, { recursive: true });
    },
  };
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const take = (chunk: unknown) => {
      said += String(chunk);
      const url = /Listening on (http:\S+)\s/.exec(said)?.[1];
      if (url) resolve(url);
    };
    child.stdout?.on('data', take);
    child.stderr?.on('data', take);
    child.on('error', reject);
    child.on('close', (code) => reject(new Error(`it ended with ${code}: ${said}`)));
  });
}

for (const { name, program, run, runWithNode, mount } of RUNTIMES) {
  const isInstalled = spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
  if (!isInstalled && !isRequired) {
    describe.skip(`${name} (CONTRIBUTING.md says how it is run)`, () => it('is not installed here', () => undefined));
    continue;
  }

  describeMount(name, (serviceUrl) =>
    startMount(
      program,
      [...run, mount],
      writeShop({ [mount]: readExample(mount), 'signer.ts': signerFile(serviceUrl, IN_MEMORY) }),
    ),
  );

  describeMount(`${name}, with its claims in SQLite`, (serviceUrl) =>
    startMount(
      program,
      [...runWithNode, mount],
      writeShop({ [mount]: readExample(mount), 'signer.ts': signerFile(serviceUrl, IN_SQLITE) }),
    ),
  );

  describe(`the clients in ${name}`, () => {
    let service: Service;
    let folder = '';
    beforeAll(async () => {
      service = await startService();
      folder = writeShop({ 'clients.ts': CLIENTS });
    });
    afterAll(async () => {
      rmSync(folder, { recursive: true });
      await service.close();
    });

    it('pay, refund, search and log in', async () => {
      const child = spawn(program, [...run, 'clients.ts'], {
        cwd: folder,
        env: { ...process.env, SERVICE_URL: service.url, NO_COLOR: '1' },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
      expect({ code: code as unknown, err }).toEqual({ code: 0, err: '' });
      expect(JSON.parse(out)).toEqual({
        paid: '0',
        refunded: '0',
        found: ['payment', 'refund'],
        isThere: true,
        refused: 'api_rejected',
      });
    });
  });
}

const CLIENTS = `
import process from 'node:process';
import { createRestClient, createSoapClient, refund, searchAllTransactions } from 'florin-server/service';

const baseUrl = process.env.SERVICE_URL;
const account = { merchantNumber: '5353109000000000', username: 'demo-api', password: 'Demo-Password-1' };
const client = createRestClient({ baseUrl, version: 'v3', ...account });
const CardDetails = { CardNumber: '5123456789012346', ExpiryDate: '0542', Cvn: '123' };
const terms = { Action: 'payment', Amount: 19900, Currency: 'AUD', Crn1: 'runtime', TestMode: true, CardDetails };
const paid = await client.processTransaction(terms);
const refunded = await refund(client, {
  originalTxnNumber: paid.TxnNumber,
  amount: { minor: 500, currency: 'AUD' },
  reference: 'refund 1',
  testMode: true,
});
const found = [];
const day = (offset) => new Date(Date.now() + offset * 86_400_000).toISOString();
const dates = { FromDate: day(-1), ToDate: day(1) };
for await (const { Action } of searchAllTransactions(client, dates)) found.push(Action);
const refused = await client.getTransaction('1').catch((error) => error.code);

const soap = createSoapClient({ endpoint: baseUrl + '/evolve/service_1_4_4.asmx', credentials: account });
await soap.login();
const isThere = await soap.isBankAvailable({ bankId: 1 });
await soap.logout();
console.log(
  JSON.stringify({ paid: paid.ResponseCode, refunded: refunded.ResponseCode, found: found.sort(), isThere, refused }),
);
`;
