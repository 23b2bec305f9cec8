import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_MERCHANT } from '../../../src/sandbox/merchant.js';
import { openSqliteStore } from '../../../src/sandbox/node/open-sqlite-store.js';
import { startSandbox } from '../../../src/sandbox/node/start-sandbox.js';
import { createSandbox } from '../../../src/sandbox/sandbox.js';
import type { Store } from '../../../src/sandbox/store/store.js';
import { stoppedClock, type ServiceUnderTest } from '../service-under-test.js';
import { TokenCaller } from '../token-caller.js';
import {
  OTHER_MERCHANT,
  SoapTokenCaller,
  closing,
  opening,
  refusal,
  textIn,
  textsIn,
  CREDENTIALS,
} from './soap-caller.js';

const SECRET = 'Demo-Shared-Secret-1';
const SILENT = { ...OTHER_MERCHANT, settings: {} };

describe.each(['1.1', '1.2'] as const)('CreateSession by SOAP %s', (version) => {
  let store: Store;
  let service: ServiceUnderTest;
  let soap: SoapTokenCaller;

  beforeAll(async () => {
    store = await openSqliteStore({ database: ':memory:', seed: [DEMO_MERCHANT, SILENT] });
    const clock = stoppedClock();
    const sandbox = createSandbox({ store, clock });
    service = {
      fetch: (path, init) => sandbox.fetch(new Request(`http://sandbox.test${path}`, init)),
      control: sandbox.control,
      clock,
      close: () => sandbox.close(),
    };
    soap = new SoapTokenCaller(service, version);
  });
  afterAll(() => service.close());

  const open = async (ipAddress: string, sharedSecret: string | undefined = SECRET) =>
    soap.ask('CreateSession', { ipAddress, sharedSecret });

  it('returns a GUID that adds one token of the merchant, created by the caller', async () => {
    const xml = await open('203.0.113.9');
    const session = textIn(xml, 'CreateSessionResult') ?? '';
    expect(session).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(xml).toBe(
      `${opening('CreateSession', version)}<CreateSessionResult>${session}</CreateSessionResult>` +
        `<response><ResponseCode>SUCCESS</ResponseCode></response>${closing('CreateSession')}`,
    );
    const rest = new TokenCaller(service);
    expect((await rest.submitToken(session, { Crn1: 'shopper' })).APIResponse.ResponseCode).toBe(0);
    expect((await rest.submitToken(session)).APIResponse.ResponseCode).toBe(207);
    const found = await soap.ask('SearchTokens', { search: { CRN1: 'shopper', UsernameCreated: 'demo-api' } });
    expect(textsIn(found, 'CRN1')).toEqual(['shopper']);
  });

  it('expires like an AuthKey', async () => {
    const session = textIn(await open('203.0.113.9'), 'CreateSessionResult') ?? '';
    await service.control.advanceClock(30 * 60);
    expect((await new TokenCaller(service).submitToken(session)).APIResponse.ResponseCode).toBe(207);
  });

  it.each([
    ['203.0.113.9', '203.0.113.9'],
    [' 203.0.113.9 ', '203.0.113.9'],
    ['2001:DB8::0:1', '2001:db8::1'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
  ])('binds the session to the address %j as %j', async (ipAddress, kept) => {
    const session = textIn(await open(ipAddress), 'CreateSessionResult') ?? '';
    const key = await store.read((view) => view.findTokenKey(session));
    expect(key?.terms).toMatchObject({ task: 'add', dvToken: null, ipAddress: kept, username: 'demo-api' });
  });

  it.each([
    '',
    ' ',
    'localhost',
    '1.2.3',
    '1.2.3.4.5',
    '256.1.1.1',
    '1.2.3.4:80',
    '12345::',
    '::1]/x',
    '[::1]',
    'x::1',
  ])('refuses the address %j', async (ipAddress) => {
    expect(await open(ipAddress)).toBe(refusal('CreateSession', 'invalid ip address', version, ''));
  });

  it.each([
    ['', 'none'],
    ['demo-shared-secret-1', 'in lower case'],
    [`${SECRET} `, 'with a blank'],
    ['x', 'of nobody'],
  ])('refuses the secret %j (%s)', async (sharedSecret) => {
    expect(await open('203.0.113.9', sharedSecret)).toBe(
      refusal('CreateSession', 'invalid shared secret', version, ''),
    );
  });

  it.each(['', 'null', SECRET])('refuses the secret %j of a merchant that has none', async (sharedSecret) => {
    const credentials = { ...CREDENTIALS, merchantNumber: SILENT.number };
    const xml = await soap.ask('CreateSession', { ipAddress: '203.0.113.9', sharedSecret }, credentials);
    expect(xml).toBe(refusal('CreateSession', 'invalid shared secret', version, ''));
  });
});

describe('the hosted page of a session', () => {
  it('opens from the address of the session, and is not found from another', async () => {
    const running = await startSandbox({ clock: stoppedClock(), database: ':memory:' });
    const soap = new SoapTokenCaller({
      fetch: (path, init) => fetch(running.url + path, init),
      control: running.control,
      clock: stoppedClock(),
      close: () => running.close(),
    });
    const look = async (session: string) => {
      const response = await fetch(`${running.url}/pay/DEMOSHOP.adddv?in_sessionid=${session}`);
      return { status: response.status, page: (await response.text()).replaceAll(session, '...') };
    };
    const open = async (ipAddress: string) => {
      const xml = await soap.ask('CreateSession', { ipAddress, sharedSecret: SECRET });
      return look(textIn(xml, 'CreateSessionResult') ?? '');
    };
    const here = await open('127.0.0.1');
    expect(here.status).toBe(200);
    expect(here.page).toContain('<form');
    expect(await open('::ffff:127.0.0.1')).toEqual(here);
    const unknown = await look('00000000-0000-4000-8000-000000000000');
    expect(unknown.page).not.toContain('<form');
    expect(await open('203.0.113.9')).toEqual(unknown);
    await running.close();
  }, 60_000);
});
