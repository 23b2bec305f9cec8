/**
 * docs/recipes of frameworks that render on a server: the files of a page in an empty project, with both packed packages and
 * the framework from the registry, built and started by the page's own commands, and paid in Chromium.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { florinCheckout } from 'florin-server/testing/playwright';
import { testCards } from 'florin/testing';
import { readRecipe } from '../recipes/recipe.js';
import { CHROMIUM, CHROMIUM_ARGS } from '../support/chromium-args.mjs';
import { findFreePort } from '../support/free-port.js';
import { createProject, packBoth, type Project } from './user-project.js';

interface Framework {
  readonly name: string;
  readonly page: string;
  /** Those of the framework that run on Node 20. */
  readonly packages: readonly string[];
  /** The folders of `shop.ts` and `load-florin.ts`, as the page says. */
  readonly shop: string;
  readonly load: string;
  /** What a new project of the framework has, and a page with a link to the order. */
  readonly project: Readonly<Record<string, string>>;
}

const FRAMEWORKS: readonly Framework[] = [
  {
    name: 'React Router',
    page: 'react-router',
    packages: [
      ...['react-router', '@react-router/dev', '@react-router/node', '@react-router/serve'].map(
        (each) => `${each}@7.18.4`,
      ),
      ...['react@19', 'react-dom@19', 'isbot@5', 'vite@7'],
    ],
    shop: 'app/shop.server.ts',
    load: 'app/load-florin.ts',
    project: {
      'vite.config.ts': `import { reactRouter } from '@react-router/dev/vite';
        export default { plugins: [reactRouter()] };`,
      'app/root.tsx': `import { Link, Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router';
        export default function App() {
          return <html lang="en"><head><meta charSet="utf-8" /><link rel="icon" href="/icon.svg" /><Meta /><Links /></head>
            <body><Link to="/orders/1043">To the order</Link><Outlet /><ScrollRestoration /><Scripts /></body></html>;
        }`,
    },
  },
  {
    name: 'Nuxt',
    page: 'nuxt',
    packages: ['nuxt@4.4.5', 'vue@3'],
    shop: 'server/utils/shop.ts',
    load: 'app/load-florin.ts',
    project: {
      'app/app.vue': `<script setup>useHead({ link: [{ rel: 'icon', href: '/icon.svg' }] });</script>
        <template><NuxtLink to="/orders/1043">To the order</NuxtLink><NuxtPage /></template>`,
      'app/pages/index.vue': '<template><p>Shop</p></template>',
    },
  },
  {
    name: 'SolidStart',
    page: 'solid-start',
    packages: ['@solidjs/start@1.3.2', '@solidjs/router@0.15', 'solid-js@1', 'vinxi@0.5'],
    shop: 'src/shop.ts',
    load: 'src/load-florin.ts',
    project: {
      'tsconfig.json': `{ "compilerOptions": { "jsx": "preserve", "jsxImportSource": "solid-js", "paths": { "~/*": ["./src/*"] } } }`,
      'src/entry-client.tsx': `import { mount, StartClient } from '@solidjs/start/client';
        mount(() => <StartClient />, document.getElementById('app')!);`,
      'src/app.tsx': `import { Router } from '@solidjs/router';
        import { FileRoutes } from '@solidjs/start/router';
        import { Suspense } from 'solid-js';
        export default () => (
          <Router root={(props) => <><a href="/orders/1043">To the order</a><Suspense>{props.children}</Suspense></>}>
            <FileRoutes />
          </Router>
        );`,
      'src/routes/index.tsx': 'export default () => <p>Shop</p>;',
    },
  },
];

/** What each page asks for. */
const ICON = { 'public/icon.svg': '<svg xmlns="http://www.w3.org/2000/svg" />' };

const MINUTES_5 = 300_000;

/** The commands of the page's last shell block, with a free port and a database in memory for the sandbox. */
function commandsOf(page: string): readonly string[] {
  const blocks = [...readFileSync(`docs/recipes/${page}.md`, 'utf8').matchAll(/^```sh\n([^]*?)^```/gm)];
  const commands = (blocks.at(-1)?.[1] ?? '').trim().split('\n');
  return commands.map((each) => each.replace('--port 4911 --database sandbox.sqlite', '--port 0 --database :memory:'));
}

let packed: Awaited<ReturnType<typeof packBoth>>;
let browser: Browser;
beforeAll(async () => {
  packed = await packBoth();
  const executablePath = process.env['FLORIN_HEADLESS_SHELL'] ?? CHROMIUM;
  browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
}, MINUTES_5);
afterAll(async () => {
  await browser.close();
  rmSync(packed.folder, { recursive: true });
});

/** In CI each has its turn every third day, as other long suites have: tools/suites.mjs. */
const TODAY = Math.floor(Date.now() / 86_400_000) % FRAMEWORKS.length;
const IN_TURN = process.env['CI'] ? FRAMEWORKS.filter((_, index) => index === TODAY) : FRAMEWORKS;

describe.for(IN_TURN)(
  'a shop in $name',
  { timeout: MINUTES_5 },
  ({ page: name, packages, shop, load, project: own }) => {
    let project: Project;
    let server: ChildProcess | undefined;
    let url: string;
    let said = '';

    async function start(command: string): Promise<void> {
      const port = `${await findFreePort()}`;
      url = `http://localhost:${port}`;
      const env = { ...process.env, NODE_ENV: 'production', PORT: port, FLORIN_PUBLIC_URL: `${url}/pay` };
      server = spawn('sh', ['-c', command], {
        cwd: project.folder,
        env,
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      for (const stream of [server.stdout, server.stderr]) stream?.on('data', (part) => (said += String(part)));
      let health: Response | undefined;
      while (!(health = await fetch(`${url}/pay/health`).catch(() => undefined))) {
        if (server.exitCode !== null) throw new Error(said);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      expect(health.status, said).toBe(200);
    }

    beforeAll(async () => {
      project = createProject();
      const { 'shop.ts': shopFile = '', 'load-florin.ts': loadFile = '' } = readRecipe('shop-in-a-framework');
      const files = { ...ICON, ...own, ...readRecipe(name), [shop]: shopFile, [load]: loadFile };
      for (const [file, text] of Object.entries(files)) {
        mkdirSync(dirname(join(project.folder, file)), { recursive: true });
        project.write(file, text);
      }
      const words = ['install', '--no-audit', '--no-fund', '--prefer-offline', packed.page, packed.server, ...packages];
      const installed = await project.run('npm', ...words);
      expect(installed.code, installed.output).toBe(0);
      const [build = '', run = ''] = commandsOf(name);
      const built = await project.run('env', 'NUXT_TELEMETRY_DISABLED=1', 'sh', '-c', build);
      expect(built.code, built.output).toBe(0);
      await start(run);
    }, MINUTES_5);
    afterAll(async () => {
      if (server?.pid !== undefined && server.exitCode === null) {
        process.kill(-server.pid, 'SIGKILL');
        await once(server, 'close');
      }
      // Thousands of files, while other tests write theirs.
      rmSync(project.folder, { recursive: true, force: true });
    }, MINUTES_5);

    /** Opens an address, and pays on it. The page must not break its policy. */
    async function pay(open: (page: Page) => Promise<unknown>, card: typeof testCards.visa): Promise<void> {
      const page = await browser.newPage();
      const problems: string[] = [];
      page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
      page.on('pageerror', (error) => problems.push(error.message));
      await open(page);
      const checkout = florinCheckout(page);
      await checkout.fillCard(card);
      await checkout.pay();
      if (card === testCards.challenge) await checkout.answerChallenge('approve');
      expect(await checkout.outcome(), said).toMatchObject({ status: 'approved', amount: 'A$199.00' });
      expect(problems).toEqual([]);
      await page.reload();
      await expect.poll(() => page.locator('main').textContent()).toMatch(/Paid with transaction \d+$/);
      await page.close();
    }

    it('pays on a page that is loaded by its address, with 3-D Secure', async () => {
      await pay((page) => page.goto(`${url}/orders/1042`), testCards.challenge);
    });

    it('pays on a page that a link leads to', async () => {
      await pay(async (page) => {
        await page.goto(url);
        await page.getByRole('link', { name: 'To the order' }).click();
      }, testCards.visa);
    });

    it('has a policy with a new nonce in each answer', async () => {
      const nonces = new Set<string>();
      for (let index = 0; index < 2; index += 1) {
        const answer = await fetch(`${url}/orders/1043`);
        const [, nonce = ''] =
          /script-src 'self' 'nonce-([^']{20,})'/.exec(answer.headers.get('content-security-policy') ?? '') ?? [];
        expect(await answer.text()).toContain(`nonce="${nonce}"`);
        nonces.add(nonce);
      }
      expect(nonces.size).toBe(2);
    });

    it('answers 404 for an order that is not there', async () => {
      expect((await fetch(`${url}/orders/none`)).status).toBe(404);
    });

    it('leaves it to the signer whom it answers', async () => {
      const headers = { origin: 'https://other.example', 'content-type': 'application/json' };
      const refused = await fetch(`${url}/pay/authkey`, { method: 'POST', headers, body: '{"order":"1043"}' });
      expect(await refused.text()).toContain('origin_refused');
      // As the payment service sends a shopper back.
      const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' };
      const returned = await fetch(`${url}/pay/return`, {
        ...{ method: 'POST', headers: form, body: 'a=1', redirect: 'manual' },
      });
      expect(returned.headers.get('referrer-policy')).toBe('no-referrer');
    });
  },
);
