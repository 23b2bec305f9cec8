/** Findings of `florin doctor` about permissions and TLS, as a child process with misconfigured servers. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { DEMO_MERCHANT, type MerchantSettings } from '../../src/sandbox/merchant.js';
import { startSandbox } from '../../src/sandbox/node/start-sandbox.js';
import { makeCertificate, type Certificate } from '../support/certificate.js';
import { spawnFlorin, waitForEnd } from './florin-process.js';

const DAY = 86_400_000;
let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** The service as far as doctor asks it; `denied` are paths that the user may not use. */
function answerBut(denied: RegExp): RequestListener {
  return (request, response) => {
    request.resume();
    const { url = '' } = request;
    const code = denied.test(url) ? 2 : url.endsWith('search') ? 209 : 0;
    const APIResponse = { ResponseCode: code, ResponseText: code === 2 ? 'Invalid permissions' : 'Success' };
    const AuthKey = code === 0 ? '6f4e5d2c-1111-4222-8333-944455556666' : null;
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ APIResponse, AuthKey }));
  };
}

/** A sandbox whose demo merchant takes references of these forms only. */
async function startFacility(references: MerchantSettings['references']): Promise<string> {
  const sandbox = await startSandbox({ database: ':memory:' });
  onTestFinished(() => sandbox.close());
  await sandbox.control.changeMerchant(DEMO_MERCHANT.number, { settings: { references } });
  return sandbox.url;
}

const DEMO_ACCOUNT = {
  FLORIN_USERNAME: 'demo-api',
  FLORIN_PASSWORD: 'Demo-Password-1',
  FLORIN_MERCHANT_NUMBER: DEMO_MERCHANT.number,
};

async function listen(made: Server): Promise<number> {
  server = made.listen(0, '127.0.0.1');
  await new Promise((resolve) => made.once('listening', resolve));
  return (made.address() as AddressInfo).port;
}

/** Its findings as `check status`, and its output. */
async function doctor(baseUrl: string, env: NodeJS.ProcessEnv = {}, options: readonly string[] = []) {
  const account = { FLORIN_BASE_URL: baseUrl, FLORIN_USERNAME: 'u', FLORIN_PASSWORD: 'p', FLORIN_MERCHANT_NUMBER: '1' };
  const { code, out, err } = await waitForEnd(
    spawnFlorin(['doctor', '--json', ...options], undefined, { ...account, ...env }),
  );
  const all = JSON.parse(out) as { check: string; status: string; message: string }[];
  const says = (check: string) => all.find((each) => each.check === check && each.status === 'bad')?.message;
  return { code, out, err, says, findings: all.map(({ check, status }) => `${check} ${status}`) };
}

describe('florin doctor', { timeout: 60_000 }, () => {
  it.each([
    ['search', /txns\/search/, ['search bad', 'facility bad', 'authkey ok', 'tokens ok']],
    ['authkey', /processtxnauthkey/, ['search ok', 'facility ok', 'authkey bad', 'tokens ok']],
    ['tokens', /dvtokens/, ['search ok', 'facility ok', 'authkey ok', 'tokens bad']],
    ['credentials', /./, ['permissions skipped']],
  ])('names the permission that is missing: %s', async (check, denied, last) => {
    const { code, says, findings } = await doctor(`http://127.0.0.1:${await listen(createServer(answerBut(denied)))}`);
    expect([code, says(check)]).toEqual([6, expect.stringContaining('ask for the permission')]);
    expect(findings.slice(-last.length)).toEqual(last);
  });

  it('says which reference the facility does not take, and tries the Crn1 of an order', async () => {
    const url = await startFacility({ crn1: { shortest: 10, characters: '0-9' }, merchantReference: { longest: 20 } });
    const { says } = await doctor(url, DEMO_ACCOUNT);
    expect(says('authkey')).toContain(
      'the facility refuses the Crn1 "florin-doctor": try one of your orders with --crn1',
    );
    expect((await doctor(url, DEMO_ACCOUNT, ['--crn1', '1234567890'])).says('authkey')).toContain(
      'refuses the MerchantReference of the signer',
    );
  });

  it('refuses an address with a password in it, and does not repeat it', async () => {
    const { out, says, err } = await doctor('http://me:hunter2@127.0.0.1:9');
    expect(says('url')).toContain('must have no user name or password');
    expect(out + err).not.toContain('hunter2');
  });

  const serve = async (made: Certificate) =>
    `https://localhost:${await listen(createTlsServer(made, answerBut(/^$/)))}`;

  it('reports an untrusted certificate, and refers to it', async () => {
    const made = makeCertificate('localhost', Date.now() - DAY, Date.now() + 90 * DAY);
    const { code, err, says, findings } = await doctor(await serve(made));
    expect([code, says('tls')]).toEqual([6, expect.stringContaining('the issuer of the certificate is not trusted')]);
    expect(says('reach')).toContain('see tls');
    expect(findings.at(-1)).toBe('permissions skipped');
    expect(err).not.toContain('Warning');
  });

  /** As {@link serve}, with a certificate that this machine trusts. */
  async function trusted(made: Certificate, host = 'localhost') {
    const folder = mkdtempSync(join(tmpdir(), 'florin-tls-'));
    const file = join(folder, 'trusted.pem');
    writeFileSync(file, made.cert);
    const url = (await serve(made)).replace('localhost', host);
    const said = await doctor(url, { NODE_EXTRA_CA_CERTS: file });
    rmSync(folder, { recursive: true });
    return said;
  }

  it('accepts a trusted certificate, and counts its days', async () => {
    const { code, findings } = await trusted(makeCertificate('localhost', Date.now() - DAY, Date.now() + 90 * DAY));
    expect([code, findings.slice(0, 3)]).toEqual([0, ['url ok', 'tls ok', 'reach ok']]);
  });

  it.each<[string, string, number, number, RegExp]>([
    ['ends in a week', 'localhost', -DAY, 7 * DAY, /valid for 6 days: renew it/],
    ['has expired', 'localhost', -9 * DAY, -DAY, /has expired/],
    ['is not valid yet', 'localhost', DAY, 9 * DAY, /not valid yet.*clock/],
    ['is for another name', 'pay.example', -DAY, 90 * DAY, /for another name/],
  ])('reports that the certificate %s', async (_what, host, from, to, words) => {
    const { code, says } = await trusted(makeCertificate(host, Date.now() + from, Date.now() + to));
    expect([code, says('tls')]).toEqual([6, expect.stringMatching(words)]);
  });

  it('reports a port without TLS', async () => {
    const port = await listen(createServer(answerBut(/^$/)));
    const { code, says } = await doctor(`https://localhost:${port}`);
    expect([code, says('tls')]).toEqual([6, expect.stringContaining('no TLS on this port')]);
  });
});
