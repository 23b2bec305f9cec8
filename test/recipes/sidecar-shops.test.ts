/** The recipes of shops with a sidecar: each runs with the process of the signer, and is paid through its own /pay. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startService, type Service } from '../signer/service-on-a-port.js';
import { findFreePort } from '../support/free-port.js';
import { waitForOutput } from '../support/process-output.js';
import { readRecipe, ROOT, writeRecipe, type RecipeFolder } from './recipe.js';

const SECRETS = {
  FLORIN_SECRET: 'a claim secret of the signer, for tests only',
  FLORIN_ORDER_SECRET: 'an order secret of the shop, for tests only',
  FLORIN_CALLBACK_SECRET: 'a callback secret of the shop, for tests only',
};
/** Debian's own Python has the frameworks of Debian. */
const PYTHONS = ['python3', '/usr/bin/python3'];
const pythonWith = (name: string) => PYTHONS.find((python) => spawnSync(python, ['-c', `import ${name}`]).status === 0);
const isThere = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;
const flask = pythonWith('flask');
const django = pythonWith('django');

const MODULES = 'node_modules/florin-server/demo/sidecar';

interface Framework {
  readonly name: string;
  readonly page: string;
  readonly isInstalled: boolean;
  /** Commands in the folder before the page's files are written. */
  readonly before?: readonly string[];
  /** The command that starts the shop. */
  start(port: string): readonly [string, ...string[]];
}

const FRAMEWORKS: readonly Framework[] = [
  {
    ...{ name: 'Flask', page: 'flask', isInstalled: flask !== undefined },
    start: (port) => [flask ?? '', '-m', 'flask', '--app', 'app', 'run', '--port', port],
  },
  {
    ...{ name: 'Django', page: 'django', isInstalled: django !== undefined },
    before: [django ?? '', '-m', 'django', 'startproject', 'shop', '.'],
    start: (port) => [django ?? '', 'manage.py', 'runserver', '--noreload', `127.0.0.1:${port}`],
  },
  {
    ...{ name: 'Go', page: 'go', isInstalled: isThere('go', 'version') },
    start: () => ['go', 'run', '.'],
  },
];

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

for (const { name, page, isInstalled, before, start } of FRAMEWORKS) {
  describe.skipIf(!isInstalled)(isInstalled ? name : `${name} is not installed`, { timeout: 60_000 }, () => {
    let folder: RecipeFolder;
    let url = '';

    beforeAll(async () => {
      const [port, signerPort] = [String(await findFreePort()), String(await findFreePort())];
      folder = writeRecipe(readRecipe('sidecar-beside-a-shop'), service.url);
      if (before) expect(spawnSync(before[0] ?? '', before.slice(1), { cwd: folder.path }).status).toBe(0);
      folder.write(readRecipe(page));
      // As npm and pip install them.
      for (const path of [MODULES, 'node_modules/florin']) mkdirSync(join(folder.path, path), { recursive: true });
      cpSync(join(ROOT, 'demo/sidecar'), join(folder.path, MODULES), { recursive: true });
      symlinkSync(join(ROOT, 'dist'), join(folder.path, 'node_modules/florin/dist'));
      const env = {
        ...{ ...SECRETS, PORT: port, SIGNER_PORT: signerPort, GOPROXY: 'off' },
        PYTHONPATH: join(folder.path, MODULES, 'python'),
      };
      const signer = [join(ROOT, 'dist/bin/florin.js'), 'signer', '--config', 'florin.config.mjs'];
      await waitForOutput(folder.start(process.execPath, signer, env), /^signer ready at/);
      const [program, ...args] = start(port);
      folder.start(program, args, env);
      url = `http://localhost:${port}`;
      const isUp = () =>
        fetch(`${url}/orders/1042`).then(
          () => true,
          () => false,
        );
      await vi.waitUntil(isUp, { timeout: 50_000, interval: 100 });
    }, 60_000);
    afterAll(() => folder.remove());

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
