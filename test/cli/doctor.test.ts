/** `florin doctor` and `florin webhook listen`, as child processes against a sandbox. */
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HEALTH_REASONS } from '../../src/cli/doctor-checks.js';
import { createPolicy, writePolicy } from '../../src/cli/policy.js';
import { createRestClient } from '../../src/service/rest-client.js';
import { createClaimId } from '../../src/signer/claims/claim.js';
import { createMemoryStore } from '../../src/signer/claims/memory-store.js';
import { createReferences } from '../../src/signer/claims/references.js';
import { createListener } from '../../src/signer/node/index.js';
import type { MerchantSettings } from '../../src/sandbox/index.js';
import { startLossyProxy } from '../signer/lossy-proxy.js';
import { startService, type Service } from '../signer/service-on-a-port.js';
import { createShop } from '../signer/shop.js';
import { NOBODYS_PORT } from '../support/free-port.js';
import { waitForOutput } from '../support/process-output.js';
import { spawnFlorin, waitForEnd } from './florin-process.js';
import { listenOnLoopback } from '../support/listen.js';

let service: Service;
let shop: Server;
let shopUrl: string;
/** The policy of the shop's page; null for none. */
let policy: string | null = null;
let dateOfShop: string | undefined;

beforeAll(async () => {
  service = await startService();
  shop = createServer((_request, response) => {
    if (policy !== null) response.setHeader('content-security-policy', policy);
    if (dateOfShop !== undefined) response.setHeader('date', dateOfShop);
    response.setHeader('content-type', 'application/json').end('{"status":"ok"}');
  });
  shopUrl = await listenOnLoopback(shop);
});
afterAll(async () => {
  shop.close();
  await service.close();
});

const env = (changes: NodeJS.ProcessEnv = {}) => ({
  FLORIN_BASE_URL: service.url,
  FLORIN_USERNAME: 'demo-api',
  FLORIN_PASSWORD: 'Demo-Password-1',
  FLORIN_MERCHANT_NUMBER: '5353109000000000',
  ...changes,
});
const doctor = async (args: readonly string[] = [], changes: NodeJS.ProcessEnv = {}) =>
  waitForEnd(spawnFlorin(['doctor', ...args], undefined, env(changes)));
const findings = (out: string) =>
  (JSON.parse(out) as { check: string; status: string }[]).map(({ check, status }) => `${check} ${status}`);

describe('florin doctor', { timeout: 90_000 }, () => {
  it('prints one line for each check without a problem', async () => {
    policy = writePolicy(createPolicy({ method: 'javascript', isolation: 'page', service: service.url }));
    const { code, out, err } = await doctor(['--page', shopUrl]);
    expect([code, err]).toEqual([0, '']);
    const heads = out
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ +/).slice(0, 2).join(' '));
    expect(heads).toEqual(
      ['url', 'tls', 'reach', 'clock', 'credentials', 'search', 'facility', 'authkey', 'tokens', 'csp'].map(
        (name) => `ok ${name}`,
      ),
    );
    expect(out).not.toContain('\u001b');
  });

  it('--pay-test pays once in test mode, and finds it', async () => {
    const { code, out } = await doctor(['--pay-test']);
    expect(code).toBe(0);
    const [, number = ''] = /ok {2}payment +test payment (\d+) was approved, looked up, and found/.exec(out) ?? [];
    const client = createRestClient({ ...service.accountAt(service.url), version: 'v3' });
    expect(await client.getTransaction(number)).toMatchObject({ Amount: 100, IsTestTxn: true });
    const unpaid = await doctor(['--json']);
    expect(findings(unpaid.out)).not.toContain('payment ok');
  });

  it('--pay-test says what a facility does not do', async () => {
    const allow = (allowedActions: MerchantSettings['allowedActions']) =>
      service.control.changeMerchant('5353109000000000', { settings: { allowedActions } });
    await allow(['refund']);
    const refused = await doctor(['--pay-test']);
    await allow(null);
    expect(refused).toMatchObject({ code: 6, out: expect.stringMatching(/^bad payment /m) as string });
  });

  it('shows what the facility fills in', async () => {
    const facility = async () =>
      (JSON.parse((await doctor(['--json'])).out) as { check: string; message: string }[]).find(
        ({ check }) => check === 'facility',
      )?.message;
    expect(await facility()).toContain('no payment by a signer yet');
    const client = createRestClient({ ...service.accountAt(service.url), version: 'v3' });
    const payAs = (MerchantReference: string, more: object) =>
      client.processTransaction({
        ...{ Action: 'payment', Amount: 100, Currency: 'AUD', Crn1: 'FACILITY-1', TestMode: true, MerchantReference },
        ...more,
        CardDetails: { CardNumber: '5123456789012346', ExpiryDate: '0542', CardHolderName: 'A BUYER' },
      });
    const references = createReferences(['a secret of the shop, for tests only, long enough'], {
      live: 'live',
      test: 'test',
    });
    const plain = await payAs(await references.write('live', '1', createClaimId()), {});
    expect(await facility()).toContain(`nothing is filled in: transaction ${plain.TxnNumber} has no BillerCode`);
    const filled = await payAs(await references.write('test', '2', createClaimId()), { Crn2: 'web' });
    await payAs('by telephone', { Crn3: 'x' });
    expect(await facility()).toContain(`transaction ${filled.TxnNumber} has Crn2: name in merchantDefaults`);
  });

  it('searches for a transaction that must be found, and looks at what it gets', async () => {
    const client = createRestClient({ ...service.accountAt(service.url), version: 'v3' });
    const { TxnNumber = '' } = await client.processTransaction({
      ...{ Action: 'payment', Amount: 100, Currency: 'AUD', Crn1: 'DOCTOR-1', MerchantReference: 'doctor-1' },
      ...{ TestMode: true, Type: 'internet', SubType: 'single' },
      CardDetails: { CardNumber: '5123456789012346', ExpiryDate: '0542', CardHolderName: 'A BUYER' },
    });
    const line = await startLossyProxy(service.url);
    const search = async (alter: (rows: Record<string, unknown>[], request: string) => unknown[]) => {
      line.alter = (text, path, request) => {
        if (!path.endsWith('/txns/search')) return text;
        const { TxnRespList } = JSON.parse(text) as { TxnRespList: Record<string, unknown>[] };
        const rows = alter(TxnRespList, request);
        return JSON.stringify({ APIResponse: { ResponseCode: rows.length > 0 ? 0 : 209 }, TxnRespList: rows });
      };
      const { out } = await doctor(['--json'], { FLORIN_BASE_URL: line.url });
      const found = JSON.parse(out) as { check: string; status: string; message: string }[];
      const { status, message } = found.find(({ check }) => check === 'search') ?? {};
      return `${status} ${message}`;
    };
    const stranger = { TxnNumber: '1', MerchantReference: 'x', Crn1: 'y' };
    const by = (member: string, request: string) => request.includes(`"${member}"`);
    expect(await search((rows) => rows)).toBe(
      `ok transaction ${TxnNumber} is found by its reference, and by its Crn1 and date`,
    );
    expect(await search((_rows, request) => (by('MerchantReference', request) ? [stranger] : []))).toMatch(
      /^bad .* reference that nobody has finds 1 transactions/,
    );
    expect(await search((rows, request) => (by('MerchantReference', request) ? [] : rows))).toMatch(
      /^bad .* by its reference does not find it/,
    );
    expect(await search((rows, request) => (by('Crn1', request) ? [...rows, stranger] : rows))).toMatch(
      /^bad .* by its Crn1 and date answers 1 of 2 transactions with another one/,
    );
    await line.close();
  });

  it('checks the signer of FLORIN_PUBLIC_URL, as the quick start’s server does', async () => {
    const { out } = await doctor(['--json'], { FLORIN_PUBLIC_URL: `${shopUrl}/pay` });
    expect(findings(out).slice(-2)).toEqual(['signer ok', 'origins bad']);
  });

  it('says why a signer is not well: the clock of its store is wrong', async () => {
    const store = createMemoryStore({ clock: { now: () => service.clock.now() + 90_000 } });
    const made = createShop(service.accountAt(service.url), { clock: service.clock, store });
    await made.grant('1042');
    const server = createServer(createListener(made.signer));
    const url = await listenOnLoopback(server);
    const { out } = await doctor(['--json', '--signer', `${url}/pay`]);
    server.close();
    expect(out).toContain('/pay/health says degraded: the clocks of host, store and service differ');
  });

  it('has words for each reason of the signer’s guide', () => {
    const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/signer.md'), 'utf8');
    const rows = [...guide.matchAll(/^\| `(\w+)` +\| (?:degraded|failing)/gm)].map(([, reason]) => reason);
    expect(rows).toEqual(Object.keys(HEALTH_REASONS));
  });

  it('finds a wrong password, an invalid address, an answer of another server and a page without a policy', async () => {
    policy = null;
    const [stranger, nobody, foreign, path, signer] = await Promise.all([
      doctor(['--json', '--page', shopUrl], { FLORIN_PASSWORD: 'wrong' }),
      doctor(['--json'], { FLORIN_BASE_URL: `http://127.0.0.1:${NOBODYS_PORT}` }),
      doctor(['--json'], { FLORIN_BASE_URL: shopUrl, FLORIN_PASSWORD: 'x' }),
      doctor(['--json'], { FLORIN_BASE_URL: `${service.url}/webapi/v3` }),
      doctor(['--json', '--signer', `${shopUrl}/pay`]),
    ]);
    const start = ['url ok', 'tls ok', 'reach ok', 'clock ok'];
    expect([stranger.code, findings(stranger.out)]).toEqual([
      6,
      [...start, 'credentials bad', 'permissions skipped', 'csp bad'],
    ]);
    expect(stranger.out).toContain('refuses this combination of user, merchant and password');
    expect(stranger.out).toContain(`connect-src 'self' ${service.url}`);
    expect(findings(nobody.out)).toEqual(['url ok', 'tls ok', 'reach bad', 'permissions skipped']);
    expect(nobody.out).toContain('ECONNREFUSED');
    expect(findings(foreign.out)).toContain('credentials bad');
    expect(findings(path.out)).toContain('url bad');
    // Something that answers everything is no signer: it would serve pages of any origin.
    expect(findings(signer.out).slice(-2)).toEqual(['signer ok', 'origins bad']);
  });

  it('names files that others can read, a published secret, and the sandbox’s user at another service', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'florin-doctor-'));
    const config = join(folder, 'florin.config.json');
    const files = {
      password: 'Demo-Password-1',
      secret: 'thirty-two characters or more, kept secret',
      claims: '',
      'claims-journal': '',
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text, { mode: 0o600 });
    const write = (baseUrl: string, publicUrl: string) => {
      const service = {
        baseUrl,
        merchantNumber: '5353109000000000',
        username: 'demo-api',
        password: { file: 'password' },
      };
      writeFileSync(
        config,
        JSON.stringify({ service, secret: { file: 'secret' }, publicUrl, store: { sqlite: 'claims' } }),
      );
    };
    const blank = { FLORIN_BASE_URL: '', FLORIN_USERNAME: '', FLORIN_PASSWORD: '', FLORIN_MERCHANT_NUMBER: '' };
    write(service.url, 'http://localhost:4000/pay');
    const well = await doctor(['--json', '--config', config], blank);
    write(`http://doctor.invalid:${NOBODYS_PORT}`, 'https://shop.example/pay');
    chmodSync(join(folder, 'secret'), 0o640);
    for (const name of ['claims', 'claims-journal']) chmodSync(join(folder, name), 0o644);
    chmodSync(folder, 0o775);
    const ill = await doctor(['--json', '--config', config], blank);
    rmSync(folder, { recursive: true });
    expect(findings(well.out)).toEqual(expect.arrayContaining(['files ok', 'secret ok']));
    expect(well.code).toBe(0);
    expect(findings(ill.out)).toEqual(expect.arrayContaining(['files bad', 'secret bad', 'defaults bad', 'url bad']));
    expect([ill.out.match(/is open to other users/g)?.length, ill.code]).toEqual([3, 6]);
    expect(ill.out.match(/lets other users replace its files/g)).toHaveLength(1);
    expect(ill.out).not.toContain('Demo-Password-1');
  });

  it('names the files of the sandbox’s default database that others can read', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'florin-doctor-'));
    const run = () => waitForEnd(spawnFlorin(['doctor', '--json'], folder, env()));
    mkdirSync(join(folder, '.florin'), { mode: 0o700 });
    const names = ['', '-wal', '-shm', '-journal'].map((companion) => `.florin/sandbox.sqlite${companion}`);
    for (const name of names) writeFileSync(join(folder, name), '', { mode: 0o600 });
    const well = await run();
    for (const name of names) chmodSync(join(folder, name), 0o644);
    chmodSync(join(folder, '.florin'), 0o777);
    const ill = await run();
    rmSync(folder, { recursive: true });
    expect([well.code, well.out.includes('"files"')]).toEqual([0, false]);
    expect(names.filter((name) => ill.out.includes(`${name} is open to other users: chmod 600`))).toEqual(names);
    expect(ill.out).toContain('.florin lets other users replace its files');
    expect(ill.code).toBe(6);
  });

  it('finds a clock that is wrong', async () => {
    dateOfShop = new Date(Date.now() - 4 * 60_000).toUTCString();
    const { out } = await doctor(['--json'], { FLORIN_BASE_URL: shopUrl });
    dateOfShop = undefined;
    expect(out).toMatch(/"clock","status":"bad","message":"2[34]\d s ahead of that of the service: set it by NTP"/);
  });

  it.each([
    ['classic', [], '/pay https://pay.example'],
    ['module', ['--signer-path', '/shop/pay'], '/shop/pay https://pay.example'],
    [
      'isolated',
      [
        ...['--isolation', 'frame', '--frame-origin', 'https://card.shop.example'],
        ...['--signer-origin', 'https://api.shop.example', '--signer-path', '/cards'],
      ],
      'https://api.shop.example/cards https://pay.example https://card.shop.example',
    ],
  ])('florin csp --tag %s %j names the addresses in the tag', async (build, flags, origins) => {
    const args = ['csp', '--service-origin', 'https://pay.example', '--tag', build, ...flags];
    const [{ out }, listed] = await Promise.all([
      waitForEnd(spawnFlorin(args)),
      waitForEnd(spawnFlorin([...args, '--json'])),
    ]);
    // On the script element with an address, and on no other.
    expect(out.match(/<script [^>]*data-florin-origins="[^"]*"[^>]*>/g)).toEqual([
      expect.stringMatching(/^<script data-florin-origins="[^"]*" [^>]*src="\/florin\/florin/),
    ]);
    expect(out).toContain(`data-florin-origins="${origins}"`);
    expect((JSON.parse(listed.out) as { html: string }).html).toContain(`data-florin-origins="${origins}"`);
  });

  it.each(['pay', '/pay"onload="x', 'https://pay.example', '/pay?x'])(
    'florin csp refuses the signer path %s',
    async (path) => {
      const args = ['csp', '--service-origin', 'https://pay.example', '--tag', 'classic', '--signer-path', path];
      const { code, out, err } = await waitForEnd(spawnFlorin(args));
      expect([code, out]).toEqual([1, '']);
      expect(err).toContain('It must be a path, like /pay');
    },
  );

  it('florin csp prints the policy, and refuses an invalid set-up', async () => {
    const frame = ['--isolation', 'frame'];
    const [printed, incomplete] = await Promise.all([
      waitForEnd(
        spawnFlorin([
          'csp',
          '--service-origin',
          'https://pay.example',
          ...frame,
          '--frame-origin',
          'https://card.shop.example',
        ]),
      ),
      waitForEnd(spawnFlorin(['csp', '--service-origin', 'https://pay.example', ...frame])),
    ]);
    expect(printed.out).toBe(
      "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; " +
        "connect-src 'self'; frame-src 'self' https://card.shop.example https://pay.example; form-action 'self'; " +
        "base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types lit-html\n",
    );
    expect([incomplete.code, incomplete.err]).toEqual([1, 'florin: --isolation frame needs --frame-origin\n']);
  });

  it('--steps shows which steps to live payments are open', async () => {
    const steps = async () => {
      const { out } = await doctor(['--steps', '--json']);
      const found = JSON.parse(out) as { check: string; status: string; message: string }[];
      return found.filter(({ check }) => check === 'step').map(({ status, message }) => `${status} ${message}`);
    };
    const before = await steps();
    expect(before[0]).toMatch(/^skipped open: the facility was asked/);
    expect(before[4]).toMatch(/^skipped open: an order was paid with money/);
    const client = createRestClient({ ...service.accountAt(service.url), version: 'v3' });
    const MerchantReference = `florin-${'a1'.repeat(12)}-123456789012345678`;
    const CardDetails = { CardNumber: '5123456789012346', ExpiryDate: '0542' };
    const paid = await client.processTransaction({
      Action: 'payment',
      Amount: 100,
      Crn1: 'steps',
      MerchantReference,
      CardDetails,
    });
    await client.processTransaction({ Action: 'refund', Amount: 100, OriginalTxnNumber: paid.TxnNumber ?? '' });
    expect((await steps()).slice(4)).toEqual([
      `ok an order was paid with money: transaction ${paid.TxnNumber ?? ''}`,
      expect.stringMatching(/^ok money was refunded: transaction \d+$/),
    ]);
  });
});

describe('florin webhook listen', { timeout: 90_000 }, () => {
  async function listen(...args: readonly string[]) {
    const child = spawnFlorin(['webhook', 'listen', '--port', '0', '--once', ...args], undefined, env());
    const ended = waitForEnd(child);
    const [, url = ''] = await waitForOutput(child, /listening at (\S+);/, 'stderr');
    return { url, ended };
  }
  const send = (url: string, body: unknown) =>
    fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

  it('prints a URL that works for an IPv6 address', async () => {
    const { url, ended } = await listen('--host', '::1');
    expect(url).toMatch(/^http:\/\/\[::1\]:\d+\/$/);
    expect((await send(url, { TxnNumber: '1', ResponseCode: '0' })).status).toBe(200);
    await ended;
  });

  it('reports whether the service confirms a webhook', async () => {
    const paid = await waitForEnd(
      spawnFlorin(['pay', '--card', '5123456789012346', '--amount', '4200', '--json'], undefined, env()),
    );
    const txn = JSON.parse(paid.out) as Record<string, unknown>;
    const [honest, forged, invented] = await Promise.all([listen(), listen(), listen()]);
    expect((await fetch(honest.url)).status).toBe(405);
    const statuses = await Promise.all([
      send(honest.url, txn),
      send(forged.url, { ...txn, Amount: 1, Crn1: 'another' }),
      send(invented.url, { TxnNumber: '1', ResponseCode: '0' }),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 200]);
    const ends = await Promise.all([honest.ended, forged.ended, invented.ended]);
    expect(ends.map(({ code }) => code)).toEqual([0, 6, 6]);
    expect(ends[0]?.out).toMatch(/^verified {2}\d+ approved 42\.00 AUD/);
    expect(ends[1]?.out).toMatch(/^NOT TRUE {2}\d+ approved 42\.00 AUD .*; the webhook differs in Amount, Crn1\n$/);
    expect(ends[2]?.out).toBe('NOT TRUE  the service has no such transaction or token\n');
  });
});
