/** P39: the control API is closed by default, and to pages of other origins always. */
import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { CONTROL_ROWS } from '../../src/sandbox/control/control-rows.js';
import { TOKEN } from '../sandbox/control/control-caller.js';
import { overPort, type ServiceUnderTest } from '../sandbox/service-under-test.js';
import { createChance, report, trials } from './trials.js';

type Headers = Readonly<Record<string, string>>;

/** Sends what no `fetch` would: a Host, an Origin. */
function send(
  url: string,
  method: string,
  headers: Headers,
  body: string,
): Promise<{ status: number; headers: object }> {
  return new Promise((resolve, reject) => {
    const call = request(
      url,
      { method, headers: { ...headers, 'Content-Length': Buffer.byteLength(body) }, agent: false },
      (response) => {
        response.resume();
        resolve({ status: response.statusCode ?? 0, headers: response.headers });
      },
    );
    call.on('error', reject);
    call.end(body);
  });
}

const HEADER = 'Florin-Control-Token';
/** Each of these alone must be refused; the token is right unless the attack is on the token. */
const ATTACKS: readonly (readonly [string, Headers])[] = [
  ['no token', {}],
  ['an empty token', { [HEADER]: '' }],
  ['a wrong token', { [HEADER]: 'control-token-of-thief' }],
  ['the start of the token', { [HEADER]: TOKEN.slice(0, -1) }],
  ['more than the token', { [HEADER]: `${TOKEN}x` }],
  ['the token elsewhere', { Authorization: TOKEN, Cookie: `${HEADER}=${TOKEN}` }],
  ['a page of another origin', { [HEADER]: TOKEN, Origin: 'https://evil.example' }],
  ['a page of another port', { [HEADER]: TOKEN, Origin: 'http://127.0.0.1:1' }],
  ['a sandboxed page', { [HEADER]: TOKEN, Origin: 'null' }],
  ['a page whose origin is hidden', { [HEADER]: TOKEN, 'Sec-Fetch-Site': 'cross-site' }],
  ['a page of a sister host', { [HEADER]: TOKEN, 'Sec-Fetch-Site': 'same-site' }],
  ['a rebound name', { [HEADER]: TOKEN, Host: 'evil.example' }],
  ['a rebound name with its own origin', { [HEADER]: TOKEN, Host: 'evil.example', Origin: 'http://evil.example' }],
  ['a name that looks like loopback', { [HEADER]: TOKEN, Host: '127.0.0.1.evil.example' }],
  ['another that does', { [HEADER]: TOKEN, Host: 'localhost.evil.example:80' }],
];

function createCall(chance: ReturnType<typeof createChance>) {
  const row = chance.pick(CONTROL_ROWS);
  const path = row.path.replace(':number', '5353109000000000').replace(':id', '1').replace(':username', 'demo-api');
  const bodies = [
    '{}',
    '{"advanceSeconds":60}',
    '{"availability":"dropping"}',
    '{"operation":"*","kind":"drop_before"}',
  ];
  return { method: row.verb, path: `/_sandbox${path}`, body: row.verb === 'GET' ? '' : chance.pick(bodies) };
}

async function stateOf(service: ServiceUnderTest): Promise<string> {
  const { control } = service;
  return JSON.stringify([control.now(), control.listFaults(), await control.listMerchants()]);
}

describe('P39: the control API is closed', () => {
  it('without a token, with a wrong one, for another origin and for a rebound name', async () => {
    const chance = createChance();
    const service = await overPort.open({ controlApi: { token: TOKEN } });
    const { url } = await service.fetch('/health');
    const before = await stateOf(service);
    const calls = trials(300);
    for (let call = 0; call < calls; call += 1) {
      const [name, headers] = ATTACKS[call % ATTACKS.length]!;
      const { method, path, body } = createCall(chance);
      const answer = await send(new URL(path, url).href, method, headers, body);
      expect([401, 403], `${name}: ${method} ${path}`).toContain(answer.status);
      expect(Object.keys(answer.headers).filter((header) => header.startsWith('access-control'))).toEqual([]);
    }
    expect(await stateOf(service)).toBe(before);
    // A browser asks before it sends the header, and gets no leave.
    const asking = { Origin: 'https://evil.example', 'Access-Control-Request-Headers': HEADER };
    expect((await send(new URL('/_sandbox/reset', url).href, 'OPTIONS', asking, '')).status).toBe(403);
    const own = { [HEADER]: TOKEN, Origin: new URL(url).origin, 'Sec-Fetch-Site': 'same-origin' };
    expect((await send(new URL('/_sandbox/clock', url).href, 'GET', own, '')).status).toBe(200);
    await service.close();
    report('P39', chance, { calls, attacks: ATTACKS.length });
  }, 60_000);

  it('for everybody unless a token was set, and a short token is refused', async () => {
    const service = await overPort.open();
    for (const { verb, path } of CONTROL_ROWS) {
      const response = await service.fetch(`/_sandbox${path}`, { method: verb, headers: { [HEADER]: TOKEN } });
      expect(response.status).toBe(404);
    }
    await service.close();
    await expect(overPort.open({ controlApi: { token: 'short' } })).rejects.toThrow('16 characters');
  });
});
