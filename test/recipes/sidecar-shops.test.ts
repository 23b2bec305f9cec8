/** The recipes of shops with a sidecar: each runs with the process of the signer, and is paid through its own /pay. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type Service } from '../signer/service-on-a-port.js';
import { FRAMEWORKS, startSidecarShop, type SidecarShop } from './sidecar-shop.js';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

for (const framework of FRAMEWORKS) {
  const { name, isInstalled } = framework;
  describe.skipIf(!isInstalled)(isInstalled ? name : `${name} is not installed`, { timeout: 60_000 }, () => {
    let shop: SidecarShop;
    let url = '';

    beforeAll(async () => {
      shop = await startSidecarShop(framework, service.url);
      ({ url } = shop);
    }, 60_000);
    afterAll(() => shop.stop());

    const shown = async () => (await fetch(`${url}/orders/1042`)).text();
    async function post(path: string, body: object) {
      const headers = { 'content-type': 'application/json', origin: url };
      const response = await fetch(`${url}/pay/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    }

    it('serves the page and its script', async () => {
      expect((await fetch(`${url}/orders/9`)).status).toBe(404);
      const [, script = ''] = /<script type="module" src="([^"]+)"/.exec(await shown()) ?? [];
      const answer = await fetch(url + script);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringMatching(/javascript/)]);
    });

    it('refuses a callback that the signer has not signed, and a page of another origin', async () => {
      const callback = await fetch(`${url}/payments`, { method: 'POST', body: 'eyJ.eyJ.forged' });
      expect(callback.status).toBe(403);
      const headers = { 'content-type': 'application/json', origin: 'https://evil.example' };
      const foreign = await fetch(`${url}/pay/authkey`, { method: 'POST', headers, body: '{"order":"x"}' });
      expect(foreign.status).toBe(403);
    });

    it('is paid by a card, and then shows the transaction', async () => {
      const [, order = ''] = / order="([^"]+)"/.exec(await shown()) ?? [];
      const { status, body } = await post('authkey', { order });
      expect({ status, body }).toMatchObject({ status: 200, body: { amount: { minor: 19900 } } });
      const { ResultKey, RedirectionUrl } = await service.pay(String(body['authKey']));
      const result = await post('result', { claim: body['claim'], resultKey: ResultKey });
      expect(result.body).toMatchObject({ status: 'approved' });
      expect(await shown()).toMatch(/Paid with transaction \d+/);
      // The bank's step ends here: in a frame of the page, and the shopper goes on to the order.
      expect(RedirectionUrl).toContain(`${url}/pay/return?`);
      const back = await fetch(RedirectionUrl ?? '', { redirect: 'manual' });
      expect([back.status, back.headers.get('location')]).toEqual([303, `${url}/orders/1042`]);
      expect(back.headers.get('x-frame-options')).toBe(null);
    });
  });
}
