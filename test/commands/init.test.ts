/**
 * `florin init`: each kind is written into an empty folder, installed from the packed files, started by `npm run dev`, and
 * paid in a browser.
 */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium, expect as expectPage, type Browser } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PaymentForm } from '../browser/pages/payment-form.js';
import { MASTERCARD } from '../browser/test-cards.js';
import { findFreePort } from '../support/free-port.js';
import { packBoth } from './user-project.js';

const COMMAND = join(process.cwd(), 'dist/bin/florin.js');
const KINDS = ['express', 'static', 'php', 'sveltekit', 'next'];
/** Programs besides Node. */
const NEEDED: Readonly<Record<string, string>> = { php: 'php' };
const MINUTES_5 = 300_000;
/** Next.js compiles a route when it is asked for the first time. */
const COMPILES = { timeout: 60_000 };

describe('florin init', { timeout: MINUTES_5 }, () => {
  let packed: Awaited<ReturnType<typeof packBoth>>;
  let browser: Browser;
  const folders: string[] = [];

  beforeAll(async () => {
    packed = await packBoth();
    browser = await chromium.launch({ executablePath: process.env['FLORIN_CHROMIUM'] ?? '/usr/bin/chromium' });
  }, MINUTES_5);
  afterAll(async () => {
    await browser.close();
    for (const folder of [packed.folder, ...folders]) rmSync(folder, { recursive: true });
  }, MINUTES_5);

  it.each(KINDS)('%s: two commands, and a card is paid', async (kind) => {
    const program = NEEDED[kind];
    if (program !== undefined && spawnSync(program, ['--version'], { stdio: 'ignore' }).status !== 0) {
      console.log(`${kind}: ${program} is not installed here`);
      return;
    }
    const startedAt = performance.now();
    const parent = mkdtempSync(join(tmpdir(), 'florin-init-'));
    folders.push(parent);
    const folder = join(parent, 'ein Büchershop');
    const run = promisify(execFile);
    await run(process.execPath, [COMMAND, 'init', kind, folder, '--packages', packed.folder]);
    await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline'], { cwd: folder });

    const port = String(await findFreePort());
    // The signer beside PHP has a port of its own.
    const signerPort = kind === 'php' ? String(await findFreePort()) : port;
    const addresses = {
      PORT: port,
      FLORIN_SIGNER_PORT: signerPort,
      FLORIN_PUBLIC_URL: `http://localhost:${signerPort}/pay`,
    };
    const shop = spawn('npm', ['run', 'dev'], {
      cwd: folder,
      detached: true,
      env: { ...process.env, NODE_ENV: '', NEXT_TELEMETRY_DISABLED: '1', ...addresses },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = once(shop, 'close');
    let output = '';
    for (const stream of [shop.stdout, shop.stderr]) stream.setEncoding('utf8').on('data', (part) => (output += part));
    try {
      const isUp = () => output.includes('sandbox ready at') && output.includes(`http://localhost:${port}`);
      await expect.poll(isUp, { timeout: 120_000, message: 'the shop is ready' }).toBe(true);
      const page = await browser.newPage();
      await page.goto(`http://localhost:${port}/`);
      await page.getByRole('button', { name: 'Buy the book for 199.00 AUD' }).click();
      await new PaymentForm(page).pay(MASTERCARD);
      await expectPage(page.getByRole('article').getByRole('paragraph').first()).toHaveText('Approved', COMPILES);
      console.log(
        `${kind}: paid ${((performance.now() - startedAt) / 60_000).toFixed(1)} minutes after the empty folder`,
      );
      await page.reload();
      await expectPage(page.getByText(/^Paid with transaction \d+$/)).toBeVisible();
      await page.close();
    } catch (error) {
      console.log(output);
      throw error;
    } finally {
      // To the group, as a terminal does.
      process.kill(-shop.pid!, 'SIGINT');
      await ended;
    }
  });
});
