/** Tests that every mounted signer must pass over HTTP. */
import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuthKeyGrant, PaymentResult } from '../../../src/core/pay-api.js';
import { startService, type Service } from '../service-on-a-port.js';
import { CLIENT_CALLS } from './shop.js';

export interface Mounted {
  /** Without a path. */
  readonly url: string;
  close(): Promise<void>;
}

/** The header with the client's address, if the host's own network sets one. */
export type AddressHeaders = (address: string) => Readonly<Record<string, string>>;

/**
 * @param start mounts the signer of ./shop.ts before the service at `serviceUrl`
 * @param addressHeaders of a host that takes the client's address from a header of its own; else it is the socket's
 */
export function describeMount(
  name: string,
  start: (serviceUrl: string) => Promise<Mounted>,
  addressHeaders?: AddressHeaders,
): void {
  describe(`a signer mounted in ${name}`, { timeout: 60_000 }, () => {
    let service: Service;
    let mounted: Mounted;

    beforeAll(async () => {
      service = await startService();
      mounted = await start(service.url);
    }, 60_000);
    afterAll(async () => {
      await mounted.close();
      await service.close();
    });

    const call = (path: string, init: RequestInit = {}) =>
      fetch(`${mounted.url}/pay/${path}`, { redirect: 'manual', ...init });
    const post = (path: string, body: string, headers: Record<string, string> = {}) =>
      call(path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
    const grantOf = async (order: string) => {
      const response = await post('authkey', JSON.stringify({ order }));
      expect(response.status).toBe(200);
      return (await response.json()) as AuthKeyGrant;
    };
    /** The return address that the service was given, reached where the test's server is. */
    const back = (redirectionUrl: string | null) => new URL(redirectionUrl ?? '').search.slice(1);

    it('makes one key for an order and finds its result', async () => {
      const order = `order-${randomUUID()}`;
      const [grant, again] = await Promise.all([grantOf(order), grantOf(order)]);
      expect(again.authKey).toBe(grant.authKey);
      const { ResultKey } = await service.pay(grant.authKey);
      const response = await post('result', JSON.stringify({ claim: grant.claim, resultKey: ResultKey }));
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('content-type')).toMatch(/^application\/json/);
      expect(((await response.json()) as PaymentResult).status).toBe('approved');
      expect(await service.countApproved(order)).toBe(1);
    });

    it('accepts returns by GET and by POST', async () => {
      for (const method of ['GET', 'POST'] as const) {
        const order = `order-${randomUUID()}`;
        const { authKey } = await grantOf(order);
        const { RedirectionUrl } = await service.pay(authKey);
        const fields = new URLSearchParams(back(RedirectionUrl));
        const claim = new URLSearchParams({ claim: fields.get('claim') ?? '' });
        fields.delete('claim');
        const response =
          method === 'GET'
            ? await call(`return?${back(RedirectionUrl)}`)
            : await call(`return?${claim}`, { method, body: fields });
        expect([response.status, response.headers.get('location')]).toEqual([
          303,
          `https://shop.example/orders/${order}?payment=approved`,
        ]);
      }
    });

    it('answers 404 and 405 as the signer does', async () => {
      const missing = await post('elsewhere', '{}');
      expect([missing.status, await missing.json()]).toEqual([
        404,
        { error: { code: 'bad_request', message: expect.any(String) as string } },
      ]);
      for (const [path, method, allow] of [
        ['authkey', 'GET', 'POST'],
        ['result', 'PUT', 'POST'],
        ['return', 'DELETE', 'GET, POST'],
      ] as const) {
        const response = await call(path, { method });
        expect([response.status, response.headers.get('allow')]).toEqual([405, allow]);
      }
    });

    it('accepts bodies of 16 KiB and no more, with or without a length', async () => {
      const bodyOf = (length: number) => JSON.stringify({ order: 'x'.repeat(length) });
      expect((await post('authkey', bodyOf(4096))).status).toBe(403);
      expect((await post('authkey', bodyOf(17_000))).status).toBe(413);
      expect(await postInPieces(`${mounted.url}/pay/authkey`, bodyOf(17_000))).toBe(413);
      expect((await post('authkey', '{"order":')).status).toBe(400);
      expect((await post('authkey', 'order=1', { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(
        415,
      );
    });

    it('counts calls by the client’s address, and ignores headers that clients can send', async () => {
      const from = (address: string) => addressHeaders?.(address) ?? { 'x-forwarded-for': address };
      const ask = (address: string) => post('result', '{"claim":""}', { ...from(address), 'x-real-ip': address });
      const statuses = [];
      for (let calls = 0; calls <= CLIENT_CALLS; calls += 1) statuses.push((await ask('192.0.2.1')).status);
      expect(statuses.at(-1)).toBe(429);
      expect((await ask('192.0.2.2')).status).toBe(addressHeaders ? 403 : 429);
    });
  });
}

/** Without a Content-Length. Answers the status; the server may end the connection while we still send. */
function postInPieces(url: string, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      url,
      { method: 'POST', headers: { 'content-type': 'application/json' } },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      },
    );
    request.on('error', reject);
    for (let at = 0; at < body.length; at += 1000) request.write(body.slice(at, at + 1000));
    request.end();
  });
}
