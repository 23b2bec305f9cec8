/**
 * The quick start: its program and page, copied from the guide into a folder, and a payment in a
 * browser.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { findFreePort } from '../support/free-port.js';
import { PaymentForm } from './pages/payment-form.js';
import { MASTERCARD } from './test-cards.js';

const GUIDE = readFileSync('docs/guides/quick-start.md', 'utf8');

/** A file of the guide: the block with a line that names it. */
function readFile(name: string): string {
  const blocks = [...GUIDE.matchAll(/```\w+\n([\s\S]*?)```/g)].map(([, block = '']) => block);
  const file = blocks.find((block) => block.includes(`quick-start: ${name}`));
  if (!file) throw new RangeError(`the guide has no ${name}`);
  return file;
}

/** Resolves with the URL after these words on the standard output. */
async function readAddress(child: ChildProcess, words: string): Promise<string> {
  let said = '';
  for await (const chunk of child.stdout ?? []) {
    said += String(chunk);
    const found = said.split(words)[1]?.split('\n');
    if (found && found.length > 1) return found[0] ?? '';
  }
  throw new Error(`ended before it said "${words}": ${said}`);
}

test('a shop of one program and one page is paid by card', async ({ page }) => {
  // Inside this repository, so that `florin` and `florin-server` resolve to what has just been built.
  mkdirSync('build', { recursive: true });
  const folder = mkdtempSync(join('build', 'quick-start-'));
  const children: ChildProcess[] = [];
  const start = (args: readonly string[], cwd: string, env: Record<string, string> = {}) => {
    const child = spawn(process.execPath, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    return child;
  };
  try {
    for (const name of ['server.js', 'checkout.html']) writeFileSync(join(folder, name), readFile(name));
    const sandbox = start(
      ['dist/bin/florin.js', 'sandbox', '--port', '0', '--database', join(folder, 'sandbox.sqlite')],
      '.',
    );
    const service = await readAddress(sandbox, 'sandbox ready at ');
    const shop = start(['server.js'], folder, { PORT: String(await findFreePort()), SERVICE_URL: service });
    const checkout = await readAddress(shop, 'shop at ');

    await page.goto(checkout);
    await new PaymentForm(page).pay(MASTERCARD);
    await expect(page.getByRole('article').getByRole('paragraph').first()).toHaveText('Approved');
    await page.goto(new URL('/orders/1042', checkout).href);
    await expect(page.getByText(/^Paid with transaction \d+$/)).toBeVisible();
  } finally {
    for (const child of children) child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
});
