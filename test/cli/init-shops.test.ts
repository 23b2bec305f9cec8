/**
 * Shops that `florin init` writes, as they are without an installation: the packages are those of the repository.
 * `npm run examples` tests every kind after an installation.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createExample, isInstalled, type ExampleProject, type Running } from '../examples/example-project.js';
import { attack, reachableFromOutside } from '../examples/hostile-shop.js';

/** The kinds whose packages are in the repository. */
const FAST = [
  { kind: 'static', packages: [] },
  { kind: 'express', packages: ['express'] },
  { kind: 'embedded', packages: ['express'] },
  { kind: 'vite', packages: ['express', 'vite'] },
  { kind: 'php', packages: [], needs: 'php' },
];

let packed: string;

beforeAll(() => {
  packed = mkdtempSync(join(tmpdir(), 'florin-packed-'));
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  for (const name of ['florin', 'florin-server']) writeFileSync(join(packed, `${name}-${version}.tgz`), '');
});
afterAll(() => rmSync(packed, { recursive: true }));

for (const { kind, packages, needs } of FAST) {
  const isMissing = needs !== undefined && !isInstalled(needs);
  describe.skipIf(isMissing)(
    isMissing ? `${kind}: ${needs} is not installed` : `a shop of the kind ${kind}`,
    { timeout: 120_000 },
    () => {
      let project: ExampleProject;
      let shop: Running;

      beforeAll(async () => {
        project = await createExample(kind, packed);
        project.link(packages);
        shop = await (kind === 'php'
          ? project.startDev(undefined, { PHP_CLI_SERVER_WORKERS: '6' })
          : project.startBuilt());
      }, 120_000);
      afterAll(async () => {
        await shop.stop();
        project.remove();
      });

      it('answers every request, and shows no stack trace, secret, order or database', async () => {
        const bought = await fetch(`${shop.url}/${kind === 'static' || kind === 'vite' ? 'api/orders' : 'orders'}`, {
          method: 'POST',
        });
        expect(bought.ok).toBe(true);
        expect(await attack({ folder: project.folder, ports: shop.ports, server: 'built' })).toEqual([]);
        expect((await fetch(shop.url)).status).toBe(200);
        expect((await fetch(`${shop.env['FLORIN_PUBLIC_URL']}/health`)).status).toBe(200);
      });

      it('loses no order of many that are made at the same time', async () => {
        const path = kind === 'static' || kind === 'vite' ? 'api/orders' : 'orders';
        const folder = join(project.folder, '.florin/orders');
        const before = readdirSync(folder).length;
        const answers = await Promise.all(
          Array.from({ length: 120 }, () => fetch(`${shop.url}/${path}`, { method: 'POST', redirect: 'manual' })),
        );
        expect(new Set(answers.map(({ status }) => status)).size).toBe(1);
        const files = readdirSync(folder);
        expect(files).toHaveLength(before + 120);
        for (const file of files)
          expect(JSON.parse(readFileSync(join(folder, file), 'utf8'))).toMatchObject({ cents: 19900, paidBy: null });
      });

      it('is reached from this machine only', async () => {
        expect(await reachableFromOutside(shop.ports)).toEqual([]);
      });
    },
  );
}
