/** docs/recipes/htmx.md: the parts that its server sends. `test/browser/recipe-htmx.spec.ts` swaps them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type Service } from '../signer/service-on-a-port.js';
import { HTMX, startSidecarShop, type SidecarShop } from './sidecar-shop.js';

describe.skipIf(!HTMX.isInstalled)(
  HTMX.isInstalled ? 'the cart' : 'Flask is not installed',
  { timeout: 60_000 },
  () => {
    let service: Service;
    let shop: SidecarShop;
    beforeAll(async () => {
      service = await startService();
      shop = await startSidecarShop(HTMX, service.url);
    }, 60_000);
    afterAll(async () => {
      shop.stop();
      await service.close();
    });

    const get = async (path: string) => (await fetch(`${shop.url}/cart/1042${path}`)).text();
    async function order(bottles: number): Promise<string> {
      const body = new URLSearchParams({ bottles: String(bottles) });
      return (await fetch(`${shop.url}/cart/1042`, { method: 'POST', body })).text();
    }
    const tokenOf = (part: string) => / order="([^"]+)"/.exec(part)?.[1] ?? '';
    const termsOf = (part: string): unknown =>
      JSON.parse(Buffer.from(tokenOf(part).split('.')[1] ?? '', 'base64url').toString());
    async function post(path: string, body: object): Promise<Record<string, unknown>> {
      const headers = { 'content-type': 'application/json', origin: shop.url };
      const response = await fetch(`${shop.url}/pay/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      return (await response.json()) as Record<string, unknown>;
    }

    it('is sent as a page, and in parts without one', async () => {
      expect(await get('')).toMatch(/<!doctype html>[^]*<florin-checkout/);
      const parts = [await get('/total'), await get('/edit'), await order(1)];
      for (const part of parts) expect(part).not.toMatch(/<html|<script/);
      expect(parts.map((part) => part.includes('<florin-checkout'))).toEqual([false, false, true]);
    });

    it('is paid at the price of the last change, and then stays as it is', async () => {
      const changed = await order(3);
      for (const part of [changed, await order(3)]) expect(termsOf(part)).toMatchObject({ amount: 59_700, version: 2 });
      const { authKey, claim } = await post('authkey', { order: tokenOf(changed) });
      const { ResultKey } = await service.pay(String(authKey));
      expect(await post('result', { claim, resultKey: ResultKey })).toMatchObject({ status: 'approved' });
      expect(await get('/total')).toMatch(/Paid with transaction \d+/);
      expect(termsOf(await order(1))).toMatchObject({ amount: 59_700, version: 2 });
    });
  },
);
