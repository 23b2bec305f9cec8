/** Sessions in the back office: who sees and ends them. docs/guides/back-office.md. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSandbox } from '../../src/sandbox/sandbox.js';
import { DEMO_MERCHANT } from '../../src/sandbox/merchant.js';
import { openStore } from '../../src/sandbox/node/open-store.js';
import type { Store } from '../../src/sandbox/store/store.js';
import { databaseForTest } from './database-for-test.js';
import { MANAGER, OfficeCaller, OTHER, SEED, STRANGER } from './office-caller.js';
import { NS, SOAP_PATH, elements, envelope, type Members } from './soap/soap-caller.js';

let admin: OfficeCaller;
let manager: OfficeCaller;
let stranger: OfficeCaller;
let store: Store;
const lines: object[] = [];
beforeEach(async () => {
  lines.length = 0;
  store = await openStore({ database: databaseForTest(), seed: [SEED, OTHER] });
  const sandbox = createSandbox({ store, log: (line) => lines.push(line) });
  admin = new OfficeCaller(sandbox);
  manager = new OfficeCaller(sandbox);
  stranger = new OfficeCaller(sandbox);
  await admin.signIn();
  await manager.signIn(MANAGER);
  await stranger.signIn(STRANGER);
});
afterEach(() => admin.sandbox.close());

const soap = (operation: string, parameters: Members, cookie = '', { sandbox } = admin) =>
  sandbox.fetch(
    new Request(`http://localhost:4010${SOAP_PATH}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'text/xml; charset=utf-8',
        SOAPAction: `"urn:Eve_1_4_4/${operation}"`,
        Cookie: cookie,
      },
      body: envelope(`<${operation} xmlns="${NS}">${elements(parameters)}</${operation}>`),
    }),
  );

async function logInOverSoap(): Promise<string> {
  const response = await soap('Login', {
    username: 'demo-api',
    password: 'Demo-Password-1',
    merchantNumber: DEMO_MERCHANT.number,
  });
  return (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
}

const bank = async (cookie: string, caller = admin) =>
  (await soap('IsBankAvailable', { bankId: 1 }, cookie, caller)).text();
const list = async (caller: OfficeCaller) => (await caller.call('GET /sessions')).body;

describe('sessions', () => {
  it('are those of the merchant, of both kinds, with times and without credentials', async () => {
    const cookie = await logInOverSoap();
    const sessions = await list(admin);
    expect(sessions).toHaveLength(3);
    expect(sessions).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'office', username: 'demo-admin', isOwn: true }),
        expect.objectContaining({ kind: 'office', username: 'meg', isOwn: false }),
        expect.objectContaining({ kind: 'soap', username: 'demo-api', isOwn: false }),
      ]),
    );
    const now = Date.now();
    for (const { startedAt, usedAt, expiresAt } of sessions) {
      expect(Math.abs(now - startedAt)).toBeLessThan(60_000);
      expect(usedAt).toBeGreaterThanOrEqual(startedAt);
      expect(expiresAt).toBeGreaterThan(now);
    }
    expect(JSON.stringify(sessions)).not.toContain(cookie.split('=')[1]);
    expect(await list(manager)).toHaveLength(3);
    expect(await list(stranger)).toMatchObject([{ username: 'other', isOwn: true }]);
  });

  it('are ended by an administrator, one by one, which the log records', async () => {
    const cookie = await logInOverSoap();
    expect(await bank(cookie)).toContain('SUCCESS');
    const idOf = async (name: string) =>
      (await list(admin)).find(({ username }: { readonly username: string }) => username === name).id;
    expect((await admin.call('DELETE /sessions/:id', undefined, [await idOf('demo-api')])).body).toEqual({ ok: true });
    expect(await bank(cookie)).not.toContain('SUCCESS');
    const id = await idOf('meg');
    expect((await admin.call('DELETE /sessions/:id', undefined, [id])).status).toBe(200);
    expect((await manager.call('GET /users')).status).toBe(401);
    expect((await admin.call('DELETE /sessions/:id', undefined, [id])).status).toBe(404);
    expect(lines).toContainEqual(
      expect.objectContaining({
        event: 'session_ended',
        username: 'demo-admin',
        of: 'meg',
        merchant: DEMO_MERCHANT.number,
      }),
    );
    const own = await admin.call('DELETE /sessions/:id', undefined, [await idOf('demo-admin')]);
    expect(own).toMatchObject({ status: 409, body: { message: 'This is your own session: sign out instead' } });
  });

  it('are all ended but the own one', async () => {
    await logInOverSoap();
    const second = new OfficeCaller(admin.sandbox);
    await second.signIn();
    expect((await admin.call('DELETE /sessions')).body).toEqual({ ended: 3 });
    expect(await list(admin)).toMatchObject([{ isOwn: true }]);
    expect((await second.call('GET /users')).status).toBe(401);
    expect((await stranger.call('GET /users')).status).toBe(200);
  });

  it('are the same in every process that shares the database', async () => {
    const cookie = await logInOverSoap();
    const second = new OfficeCaller(createSandbox({ store }));
    await second.signIn();
    expect(await bank(cookie, second)).toContain('SUCCESS');
    const listed = await list(second);
    expect(listed.map(({ kind }: { readonly kind: string }) => kind).sort()).toEqual([
      'office',
      'office',
      'office',
      'soap',
    ]);
    const { id } = listed.find(({ kind }: { readonly kind: string }) => kind === 'soap');
    expect((await second.call('DELETE /sessions/:id', undefined, [id])).body).toEqual({ ok: true });
    expect(await bank(cookie)).not.toContain('SUCCESS');
  });

  it('are not ended by a manager, nor by another merchant', async () => {
    const [{ id }] = (await list(admin)).filter(({ isOwn }: { readonly isOwn: boolean }) => isOwn);
    expect((await manager.call('DELETE /sessions/:id', undefined, [id])).status).toBe(403);
    expect((await manager.call('DELETE /sessions')).status).toBe(403);
    expect((await stranger.call('DELETE /sessions/:id', undefined, [id])).status).toBe(404);
    expect((await stranger.call('DELETE /sessions')).body).toEqual({ ended: 0 });
    expect((await admin.call('GET /users')).status).toBe(200);
  });

  it('end with the right of their user, and then are not listed', async () => {
    await admin.call('PUT /users/:username', { isActive: false }, ['meg']);
    expect(await list(admin)).toMatchObject([{ username: 'demo-admin' }]);
  });
});
