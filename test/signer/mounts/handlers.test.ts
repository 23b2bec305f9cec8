/** The guide's files for frameworks that are not installed here: functions that their frameworks call. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuthKeyGrant } from '../../../src/core/pay-api.js';
import { startService, type Service } from '../service-on-a-port.js';
import { besideThis, readMount, writeFolder } from './guide.js';
import { CLIENT_CALLS, PUBLIC_URL } from './shop.js';

type Handler = (request: Request, address: string) => Promise<Response>;

let service: Service;
let folder = '';
const handlers = new Map<string, Handler>();

beforeAll(async () => {
  service = await startService();
  const signer = `
    import { createSigner } from '${besideThis('../../../src/signer/index.ts')}';
    import { openStore, shopOptions } from '${besideThis('shop.ts')}';
    const env = { SERVICE_URL: '${service.url}' };
    export const signer = createSigner({ ...shopOptions(env), store: openStore(env) });
  `;
  const files = { 'next.ts': readMount('next.ts'), 'sveltekit.ts': readMount('sveltekit.ts'), 'signer.ts': signer };
  folder = writeFolder(files);
  const load = (name: string) => import(/* @vite-ignore */ join(folder, name)) as Promise<Record<string, unknown>>;
  const next = await load('next.ts');
  handlers.set('Next.js', (request, address) => {
    request.headers.set('x-real-ip', address);
    const handle = next[request.method] as ((request: Request) => Promise<Response>) | undefined;
    return handle ? handle(request) : Promise.resolve(new Response(null, { status: 405 }));
  });
  const svelteKit = await load('sveltekit.ts');
  const fallback = svelteKit['fallback'] as (event: object) => Promise<Response>;
  handlers.set('SvelteKit', (request, address) => fallback({ request, getClientAddress: () => address }));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await service.close();
});

describe.each(['Next.js', 'SvelteKit'])('the handler for %s', (name) => {
  const send = (path: string, init: RequestInit, address = '192.0.2.1') =>
    handlers.get(name)!(new Request(`${PUBLIC_URL}/${path}`, init), address);
  const post = (path: string, body: object, address?: string) =>
    send(
      path,
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
      address,
    );

  it('makes keys and accepts returns by GET and POST', async () => {
    const order = `order-${name}`;
    const { authKey, claim } = (await (await post('authkey', { order })).json()) as AuthKeyGrant;
    const { ResultKey } = await service.pay(authKey);
    const inQuery = await send(`return?claim=${claim}&ResultKey=${ResultKey ?? ''}`, {});
    const fields = new URLSearchParams({ ResultKey: ResultKey ?? '' });
    const inForm = await send(`return?claim=${claim}`, { method: 'POST', body: fields });
    for (const response of [inQuery, inForm]) {
      expect(response.headers.get('location')).toContain('payment=approved');
    }
    expect((await send('authkey', { method: 'PUT' })).status).toBe(405);
  });

  it('counts by the client’s address', async () => {
    const address = `192.0.2.${name.length}`;
    const statuses = [];
    for (let calls = 0; calls <= CLIENT_CALLS; calls += 1) {
      statuses.push((await post('result', { claim: '' }, address)).status);
    }
    expect([statuses[0], statuses.at(-1)]).toEqual([403, 429]);
    expect((await post('result', { claim: '' }, '198.51.100.7')).status).toBe(403);
  });
});
