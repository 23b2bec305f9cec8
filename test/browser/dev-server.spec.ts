/** `npm run dev`, in a copy of the repository whose sources the test changes. */
import { appendFileSync, cpSync, mkdirSync, readdirSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FrameLocator, Page } from '@playwright/test';
import type { startDev } from '../../tools/dev.mjs';
import { expect, test as base } from './demo-test.js';

const PARTS = ['package.json', 'tsconfig.json', 'vite.config.ts', 'src', 'tools', 'demo', 'dist', 'build'];

/** The installed packages, and a `florin-server` that is the copy's own build (tools/link-server.mjs). */
function linkPackages(folder: string): void {
  const installed = realpathSync('node_modules');
  mkdirSync(join(folder, 'florin-server'), { recursive: true });
  for (const name of readdirSync(installed)) {
    if (name !== 'florin-server') symlinkSync(join(installed, name), join(folder, name));
  }
  cpSync(join(installed, 'florin-server/package.json'), join(folder, 'florin-server/package.json'));
  symlinkSync('../../dist', join(folder, 'florin-server/dist'));
}

const test = base.extend<object, { repository: string }>({
  repository: [
    async ({ folder }, use) => {
      const repository = join(realpathSync(folder), 'repository');
      for (const part of PARTS) cpSync(part, join(repository, part), { recursive: true });
      linkPackages(join(repository, 'node_modules'));
      await use(repository);
    },
    { scope: 'worker' },
  ],
  start: [
    async ({ repository }, use) => {
      const { href } = pathToFileURL(join(repository, 'tools/dev.mjs'));
      const tool = (await import(href)) as { startDev: typeof startDev };
      await use(tool.startDev);
    },
    { scope: 'worker' },
  ],
});

test('npm run dev shows a changed element, and a changed frame', async ({ page, shop, form, repository }) => {
  /** Retries, because a file watcher on a busy machine may start late. */
  const showsAfterChange = (place: Page | FrameLocator, file: string, text: string) =>
    expect(async () => {
      appendFileSync(join(repository, 'src', file), `document.body.append('${text}');\n`);
      await expect(place.getByText(text).first()).toBeVisible({ timeout: 10_000 });
    }).toPass();
  const order = await shop.beginOrder();
  await expect(form.number).toBeVisible();
  await showsAfterChange(page, 'elements/florin-checkout/florin-checkout.ts', 'A new element');
  await expect(form.number).toBeVisible();

  await page.goto(`/checkout/${order}/framed`);
  const frame = page.frameLocator('florin-checkout iframe');
  await expect(frame.getByRole('textbox', { name: 'Card number' })).toBeVisible();
  await showsAfterChange(frame, 'frame/frame.ts', 'A new frame');
});
