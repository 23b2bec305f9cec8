/** The signer as a process, with order tokens of shops in other languages, against the sandbox. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JWK } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateFrameKeys } from '../../src/signer/frame/frame-keys.js';
import { spawnFlorin, waitForEnd } from '../cli/florin-process.js';
import { claimsOf, HEADER, writeToken } from './order-tokens.js';
import { startService, type Service } from './service-on-a-port.js';
import {
  CALLBACK_SECRET,
  readUnchecked,
  SECRETS,
  startCallbackShop,
  startSidecarProcess,
  writeConfig,
  type CallbackShop,
  type SidecarProcess,
} from './sidecar-process.js';

const DEMO = join(import.meta.dirname, '../../demo/sidecar');

/** How each example is run. Another language is one more row. */
const LANGUAGES = [
  { name: 'PHP', program: 'php', args: [join(DEMO, 'php/order-token.php')] },
  { name: 'Python', program: 'python3', args: [join(DEMO, 'python/order_token.py')] },
  { name: 'Ruby', program: 'ruby', args: [join(DEMO, 'ruby/order_token.rb')] },
  { name: 'Go', program: 'go', args: ['run', './cmd/order-token'], cwd: join(DEMO, 'go'), version: 'version' },
  { name: 'C#', program: 'dotnet', args: ['run', '--project', join(DEMO, 'csharp'), '--'] },
  { name: 'C# on Mono', program: 'mono', args: ['order-token.exe'], compile: compileForMono, isWhole: hasMonoLibrary },
].map((language) => {
  const { status } = spawnSync(language.program, [language.version ?? '--version'], { stdio: 'ignore' });
  return { ...language, isInstalled: status === 0 && (language.isWhole?.() ?? true) };
});

/** Debian has Mono in many packages. */
function hasMonoLibrary(): boolean {
  const { stdout } = spawnSync('gacutil', ['-l', 'System.Runtime.Serialization'], { encoding: 'utf8' });
  return stdout?.includes('System.Runtime.Serialization, ') ?? false;
}

/** Mono runs what its compiler has made. */
function compileForMono(exe: string): void {
  const args = ['-r:System.Runtime.Serialization.dll', `-out:${exe}`, join(DEMO, 'csharp/OrderToken.cs')];
  const { status, stdout, stderr } = spawnSync('mcs', args, { encoding: 'utf8' });
  expect(status, stdout + stderr).toBe(0);
}

let folder: string;
let service: Service;
let shop: CallbackShop;
let config: string;
let sidecar: SidecarProcess;
let frameKey: JWK;
let otherKey: JWK;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'florin-sidecar-'));
  service = await startService();
  shop = await startCallbackShop();
  [{ privateKey: frameKey }, { privateKey: otherKey }] = [await generateFrameKeys(), await generateFrameKeys()];
  writeFileSync(join(folder, 'frame-key'), JSON.stringify(frameKey));
  writeFileSync(join(folder, 'other-key'), JSON.stringify(otherKey));
  config = writeConfig(
    folder,
    { serviceUrl: service.url, callbackUrl: shop.url },
    {
      allowedOrigins: ['https://www.shop.example'],
      frame: { listen: { port: 0 }, signingKey: { file: 'frame-key' }, otherKey: { file: 'other-key' } },
      otherSecret: { env: 'OTHER_SECRET' },
    },
  );
  sidecar = await startSidecarProcess(config);
}, 60_000);
afterAll(async () => {
  await sidecar.stop();
  await service.close();
  shop.close();
  rmSync(folder, { recursive: true });
});

const orderOf = (order: string, changes: Readonly<Record<string, unknown>> = {}) => {
  const claims = claimsOf({ order, crn1: `ORDER-${order}`, ...changes });
  for (const member of ['iss', 'aud', 'iat', 'exp']) Reflect.deleteProperty(claims, member);
  return claims;
};
const tokenOf = (order: string, changes: Readonly<Record<string, unknown>> = {}) =>
  writeToken(claimsOf({ order, crn1: `ORDER-${order}`, ...changes }));
const ask = (token: string) => sidecar.post('authkey', { order: token });

async function payAndAsk(token: string, references?: Readonly<Record<string, string>>) {
  const { status, body } = await sidecar.post('authkey', { order: token, references });
  expect({ status, code: body['error'] }).toEqual({ status: 200, code: undefined });
  const { ResultKey } = await service.pay(String(body['authKey']));
  const result = await sidecar.post('result', { claim: body['claim'], resultKey: ResultKey });
  return result.body;
}

const callbacksOf = (order: string) => shop.tokens.filter((token) => readUnchecked(token)['order'] === order);

describe('florin signer', { timeout: 60_000 }, () => {
  for (const { name, program, args, cwd, isInstalled, compile } of LANGUAGES) {
    it.skipIf(!isInstalled)(
      isInstalled
        ? `takes an order of ${name}, and its callback is read there`
        : `${name}: ${program} is not installed, or not whole`,
      () => {
        const file = join(folder, args[0] ?? '');
        compile?.(file);
        return runLanguage(name, program, compile ? [file] : args, cwd);
      },
    );
  }

  async function runLanguage(name: string, program: string, args: readonly string[], cwd?: string) {
    const run = (...more: string[]) =>
      spawnSync(program, [...args, ...more], { cwd, env: { ...process.env, ...SECRETS }, encoding: 'utf8' });
    const order = `by-${name}`;
    const changes = { amount: 12300, crn2: 'naïve/ü', action: 'preauth', shopperReferences: 'crn3:required:digits:4' };
    const made = run(JSON.stringify(orderOf(order, changes)));
    expect(made.stderr).toBe('');
    const result = await payAndAsk(made.stdout.trim(), { crn3: '0815' });
    expect(result).toMatchObject({
      status: 'approved',
      order,
      receipt: {
        action: 'preauth',
        amount: { minor: 12300, currency: 'AUD' },
        references: [`ORDER-${order}`, 'naïve/ü', '0815'],
      },
    });
    const [callback = ''] = callbacksOf(order);
    const read = run('--callback', callback);
    expect(JSON.parse(read.stdout)).toMatchObject({
      ...{ event: 'paid', order, action: 'preauth', amount: 12300, currency: 'AUD', version: 1 },
      ...{ agreedAmount: 12300, agreedCurrency: 'AUD' },
    });
    const forged = callback.replace(/\.[^.]+\./, `.${Buffer.from('{"event":"paid"}').toString('base64url')}.`);
    expect([run('--callback', forged).status, run('--callback', 'a.b').status]).toEqual([1, 1]);
    // Anybody could sign with such a secret.
    for (const secret of ['', 'x'.repeat(31)]) {
      const env = { ...process.env, FLORIN_ORDER_SECRET: secret, FLORIN_CALLBACK_SECRET: secret };
      const { iat, exp } = claimsOf();
      const signed = writeToken(
        { iss: 'florin', aud: 'shop.example', iat, exp, event: 'paid', order },
        { ...HEADER, typ: 'florin-callback+jwt' },
        secret,
      );
      for (const more of [[JSON.stringify(orderOf(order))], ['--callback', signed]]) {
        const { status, stdout, stderr } = spawnSync(program, [...args, ...more], { cwd, env, encoding: 'utf8' });
        expect({ status: status !== 0, stdout }, more[0]).toEqual({ status: true, stdout: '' });
        expect(stderr).toContain('less than 32 bytes');
      }
    }
  }

  it('gives the same token the same key, and a later version another', async () => {
    const token = tokenOf('2001');
    const [first, second] = await Promise.all([ask(token), ask(token)]);
    expect(second.body['authKey']).toBe(first.body['authKey']);
    const later = await ask(tokenOf('2001', { version: 2, amount: 25000 }));
    expect(later.body).toMatchObject({ status: 'granted', amount: { minor: 25000 } });
    expect(later.body['authKey']).not.toBe(first.body['authKey']);
  });

  it('refuses a lower version, and the same version with another price, also after a kill', async () => {
    const low = tokenOf('2002', { version: 1 });
    expect((await ask(low)).status).toBe(200);
    const high = await ask(tokenOf('2002', { version: 5, amount: 500 }));
    const refused = { status: 403, body: { error: { code: 'order_refused' } } };
    expect(await ask(low)).toMatchObject(refused);
    expect(await ask(tokenOf('2002', { version: 5, amount: 499 }))).toMatchObject(refused);
    await sidecar.stop('SIGKILL');
    sidecar = await startSidecarProcess(config);
    expect(await ask(low)).toMatchObject(refused);
    expect((await ask(tokenOf('2002', { version: 5, amount: 500 }))).body['authKey']).toBe(high.body['authKey']);
  });

  it('refuses the same version with another action, and accepts a card check with amount 0', async () => {
    expect((await ask(tokenOf('2011'))).body).toMatchObject({ status: 'granted', amount: { minor: 19900 } });
    const refused = { status: 403, body: { error: { code: 'order_refused' } } };
    expect(await ask(tokenOf('2011', { action: 'preauth' }))).toMatchObject(refused);
    const preauth = await ask(tokenOf('2011', { action: 'preauth', version: 2 }));
    expect(preauth.body).toMatchObject({ status: 'granted', action: 'preauth' });
    // `payment` is what no action means: no other terms, and the same key.
    const plain = await ask(tokenOf('2012'));
    expect((await ask(tokenOf('2012', { action: 'payment' }))).body['authKey']).toBe(plain.body['authKey']);
    const checked = await payAndAsk(tokenOf('2013', { action: 'verify_only', amount: 0 }));
    expect(checked).toMatchObject({ status: 'approved', receipt: { action: 'verify_only', amount: { minor: 0 } } });
    expect(callbacksOf('2013').map(readUnchecked)).toMatchObject([
      { event: 'paid', order: '2013', action: 'verify_only', amount: 0 },
    ]);
  });

  it('accepts only the shopper’s references that the token names', async () => {
    const typing = tokenOf('2014', { shopperReferences: 'crn2:required:digits:4-6 crn3:10' });
    const post = (references: object) => sidecar.post('authkey', { order: typing, references });
    expect(await post({})).toMatchObject({ status: 422, body: { error: { reference: { name: 'crn2' } } } });
    expect(await post({ crn2: '123' })).toMatchObject({ body: { error: { reference: { problem: 'format' } } } });
    const granted = await post({ crn2: '0815', crn3: 'B-17' });
    expect(granted.body).toMatchObject({ status: 'granted' });
    // What is typed is no part of the version: another text is another key of the same order.
    const other = await post({ crn2: '0816' });
    expect(other.body['authKey']).not.toBe(granted.body['authKey']);
    const strict = await sidecar.post('authkey', { order: tokenOf('2015'), references: { crn2: '0815' } });
    expect(strict).toMatchObject({ status: 400, body: { error: { code: 'bad_request' } } });
  });

  it('accepts the higher version, in any order of requests to two processes', async () => {
    const other = await startSidecarProcess(config);
    const low = tokenOf('2003', { version: 1 });
    const high = tokenOf('2003', { version: 2, amount: 300 });
    const asked = Array.from({ length: 12 }, (_each, index) =>
      (index % 2 ? other : sidecar).post('authkey', { order: index % 3 ? low : high }),
    );
    await Promise.all(asked);
    const now = await ask(high);
    expect(now.body).toMatchObject({ status: 'granted', amount: { minor: 300 } });
    expect((await other.post('authkey', { order: low })).status).toBe(403);
    expect((await other.post('authkey', { order: high })).body['authKey']).toBe(now.body['authKey']);
    expect((await other.stop()).code).toBe(0);
  });

  it('refuses every token with the same text, and logs the reason without the token', async () => {
    const words = new Set<string>();
    const bad = [
      'x',
      writeToken(claimsOf({ aud: 'other' })),
      writeToken(claimsOf(), { ...HEADER, kid: 'other' }),
      writeToken(claimsOf(), HEADER, 'a secret that somebody else thought of'),
    ];
    for (const token of bad) {
      const { status, body } = await ask(token);
      words.add(`${status} ${JSON.stringify(body)}`);
    }
    expect(words.size).toBe(1);
    expect((await ask('x'.repeat(5000))).status).toBe(400);
  });

  it('calls the shop until it answers 2xx: by reconciling, at once with --now', async () => {
    shop.status = 500;
    expect(await payAndAsk(tokenOf('2004'))).toMatchObject({ status: 'approved' });
    expect(callbacksOf('2004')).toHaveLength(1);
    const failed = await waitForEnd(spawnFlorin(['signer', 'reconcile', '--config', config], undefined, SECRETS));
    expect(failed.out).toMatch(
      /^1 callback failed before and waits for a retry, the next at \S+Z \(in \d+ s\): a running signer/m,
    );
    // One more where the machine was slower than the first pause.
    const failures = callbacksOf('2004').length;
    shop.status = 204;
    const command = ['signer', 'reconcile', '--now', '--config', config, '--json'];
    const now = await waitForEnd(spawnFlorin(command, undefined, SECRETS));
    expect(JSON.parse(now.out)).toMatchObject({ notified: 1, unreachable: 0, waiting: 0 });
    expect(callbacksOf('2004')).toHaveLength(failures + 1);
    const [first = '', second = ''] = callbacksOf('2004').slice(-2);
    expect(readUnchecked(second)).toMatchObject({
      ...{ event: 'paid', order: '2004', version: 1, amount: 19900, currency: 'AUD', testMode: true, differences: '' },
      txnNumber: readUnchecked(first)['txnNumber'],
    });
    const again = await waitForEnd(spawnFlorin(['signer', 'reconcile', '--config', config], undefined, SECRETS));
    expect([again.code, again.out]).toEqual([
      0,
      expect.stringMatching(/^\d+ attempts? checked: .* \d+ still open, .*; 0 callbacks made\n$/),
    ]);
    expect(callbacksOf('2004')).toHaveLength(failures + 1);
  }, 90_000);

  it('shows which secret its attempts need', async () => {
    expect((await ask(tokenOf('2018'))).status).toBe(200);
    const secrets = async (file = config) =>
      (await waitForEnd(spawnFlorin(['signer', 'secrets', '--config', file], undefined, SECRETS))).out;
    expect(await secrets()).toMatch(
      /^secret [\da-f]{8}: [1-9]\d* open attempts?, used last at \S+Z\notherSecret [\da-f]{8}: 0 open attempts, never used\n$/,
    );
    const changed = JSON.parse(readFileSync(config, 'utf8')) as Record<string, unknown>;
    const { secret, otherSecret } = changed;
    const file = join(folder, 'changed.config.json');
    writeFileSync(file, JSON.stringify({ ...changed, secret: otherSecret, otherSecret: secret }));
    expect(await secrets(file)).toMatch(/^secret .* never used\notherSecret .*Z\notherSecret is still needed/);
  }, 60_000);

  it('forgets the person of an order, when it is settled', async () => {
    const forget = async (...flags: string[]) => {
      const command = ['signer', 'forget', '--config', config, ...flags];
      const { code, out, err } = await waitForEnd(spawnFlorin(command, undefined, SECRETS));
      return { code, text: out + err };
    };
    await ask(tokenOf('2019'));
    expect(await forget('--order', '2019', '--test')).toMatchObject({
      code: 3,
      text: expect.stringContaining('it was not removed') as string,
    });
    await payAndAsk(tokenOf('2019'));
    expect(await forget('--order', '2019', '--test')).toMatchObject({
      code: 0,
      text: expect.stringContaining('Removed from the store') as string,
    });
    expect((await forget('--order', '2019')).code).toBe(1);
  }, 60_000);

  it('compares the payments of the service with the store, and says which time it needs', async () => {
    await payAndAsk(tokenOf('2017'));
    const audit = async (...flags: string[]) => {
      const { code, out, err } = await waitForEnd(
        spawnFlorin(['signer', 'audit', '--config', config, ...flags], undefined, SECRETS),
      );
      return [code, out + err];
    };
    const from = new Date(Date.now() - 3_600_000).toISOString();
    expect(await audit('--from', from)).toEqual([
      0,
      expect.stringMatching(
        /\d+ transactions? read, 0 of others: \d+ found, 0 lost, 0 differs, 0 missing, 0 untold, 0 undecided/,
      ),
    ]);
    expect(await audit('--from', '2026-11-20')).toEqual([1, expect.stringContaining('2026-11-20T02:00:00Z')]);
    expect(await audit('--from', '2126-11-20T00:00:00Z')).toEqual([1, expect.stringContaining('in the past')]);
  }, 90_000);

  it('returns the result of an order to the shop’s server, which has a token for that', async () => {
    const ask = async (token: string, path = '/order-result') => {
      const headers = { 'content-type': 'application/jwt' };
      const response = await fetch(sidecar.url + path, { method: 'POST', headers, body: token });
      return { status: response.status, body: (await response.json()) as unknown };
    };
    const question = (order: string, typ = 'florin-result+jwt', testMode = true) => {
      const { iss, aud, iat, exp } = claimsOf();
      return writeToken({ iss, aud, iat, exp, order, testMode }, { ...HEADER, typ });
    };
    expect(await ask(question('2016'))).toEqual({ status: 200, body: null });
    await payAndAsk(tokenOf('2016'));
    expect(await ask(question('2016'))).toMatchObject({
      status: 200,
      body: { status: 'approved', order: '2016', receipt: { amount: { minor: 19900, currency: 'AUD' } } },
    });
    // A live order of that name is another one.
    expect(await ask(question('2016', undefined, false))).toEqual({ status: 200, body: null });
    // A page has the order token, and the shop decides who may see a result.
    const refused = { status: 403, body: { error: { code: 'order_refused' } } };
    expect(await ask(tokenOf('2016'))).toMatchObject(refused);
    expect(await ask(question('2016', 'florin-order+jwt'))).toMatchObject(refused);
    expect(await ask('x')).toMatchObject(refused);
    expect(await ask(question('2016'), '/pay/order-result')).toMatchObject({ status: 404 });
    expect((await fetch(`${sidecar.url}/order-result`)).status).toBe(405);
  });

  it('serves the frame page on another port, for the shop only', async () => {
    const page = await fetch(sidecar.frameUrl);
    const policy = page.headers.get('content-security-policy');
    expect(policy).toContain('frame-ancestors http://127.0.0.1:4000 https://www.shop.example');
    expect(policy).toContain(`connect-src ${service.url}`);
    const text = await page.text();
    for (const { x, d } of [frameKey, otherKey]) {
      expect(text).toContain(x);
      expect(text).not.toContain(d);
    }
    expect((await fetch(`${sidecar.url}/frame.html`)).status).toBe(404);
    expect((await fetch(sidecar.frameUrl.replace('frame.html', 'pay/authkey'))).status).toBe(404);
    expect((await ask(tokenOf('2006'))).body['signedKey']).toEqual(expect.stringMatching(/^eyJ/));
  });

  it('answers /health, redirects the shopper to the order, and ends without a card in its log', async () => {
    expect(await (await fetch(`${sidecar.url}/health`)).json()).toMatchObject({ status: 'ok', store: 'ok' });
    // `fetch` cannot send it.
    const [traced] = (await once(request(`${sidecar.url}/health`, { method: 'TRACE' }).end(), 'response')) as [
      IncomingMessage,
    ];
    traced.resume();
    expect([traced.statusCode, traced.headers.allow]).toEqual([405, 'GET']);
    const { body } = await ask(tokenOf('20/05'));
    const { RedirectionUrl } = await service.pay(String(body['authKey']));
    const { pathname, search } = new URL(RedirectionUrl ?? '');
    const back = await fetch(`${sidecar.url}${pathname}${search}`, { redirect: 'manual' });
    expect([back.status, back.headers.get('location')]).toEqual([303, 'http://127.0.0.1:4000/orders/20%2F05']);
    expect(await ask(writeToken(claimsOf({ iss: 'other' })))).toMatchObject({ status: 403 });
    const { code, out, err } = await sidecar.stop();
    expect([code, out]).toEqual([0, `signer ready at ${sidecar.url}\nframe page at ${sidecar.frameUrl}\n`]);
    const lines = err
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.at(-1)).toMatchObject({ level: 'warn', event: 'order_token_refused', reason: 'issuer_wrong' });
    for (const secret of ['5123456789012346', 'Demo-Password-1', CALLBACK_SECRET, 'eyJ'])
      expect(err).not.toContain(secret);
    expect(readFileSync(join(folder, 'claims.sqlite')).includes('5123456789012346')).toBe(false);
    sidecar = await startSidecarProcess(config);
  });
});
