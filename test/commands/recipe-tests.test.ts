/** docs/recipes: the files and commands of the pages about Vitest, Playwright and GitHub Actions, in a shop of `florin init`. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readBlock } from '../browser/recipe.js';
import { createExample, type ExampleProject } from '../examples/example-project.js';
import { CHROMIUM, CHROMIUM_ARGS } from '../support/chromium-args.mjs';
import { findFreePort } from '../support/free-port.js';

const MINUTES_3 = 180_000;
const PACKAGES = ['express', 'vitest', 'jsdom', 'happy-dom', '@playwright/test', 'playwright'];
/** They need a registry or a download. */
const NOT_HERE = /^(npm ci|npx playwright install)/;

let packed: string;
let shop: ExampleProject;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  // `link` uses the repository's packages instead of these.
  packed = mkdtempSync(join(tmpdir(), 'florin-packed-'));
  for (const name of ['florin', 'florin-server']) writeFileSync(join(packed, `${name}-0.1.0.tgz`), '');
  shop = await createExample('express', packed);
  shop.link(PACKAGES);
  const files = {
    'vitest.config.js': 'test-with-vitest',
    'test/pay.test.js': 'test-with-vitest',
    'playwright.config.ts': 'test-with-playwright',
    'e2e/pay.spec.ts': 'test-with-playwright',
  };
  for (const [name, page] of Object.entries(files)) {
    mkdirSync(dirname(join(shop.folder, name)), { recursive: true });
    writeFileSync(join(shop.folder, name), readBlock(page, name));
  }
  // The browser of this machine.
  const launchOptions = { executablePath: process.env['FLORIN_HEADLESS_SHELL'] ?? CHROMIUM, args: CHROMIUM_ARGS };
  writeFileSync(
    join(shop.folder, 'own.config.ts'),
    `import base from './playwright.config.ts';
    export default { ...base, use: { ...base.use, launchOptions: ${JSON.stringify(launchOptions)} } };`,
  );
  const port = `${await findFreePort()}`;
  const isOwn = ([name]: [string, unknown]) =>
    !/^(VITEST|TEST|NODE_ENV|NODE_OPTIONS|FORCE_COLOR|FLORIN_BASE_URL)/.test(name);
  const origin = `http://localhost:${port}`;
  env = {
    ...Object.fromEntries(Object.entries(process.env).filter(isOwn)),
    ...{ NO_COLOR: '1', CI: '1', PORT: port, ORIGIN: origin, FLORIN_PUBLIC_URL: `${origin}/pay` },
  };
});
afterAll(() => {
  shop.remove();
  rmSync(packed, { recursive: true });
});

/** Runs a command of a page in the shop's folder, and returns what it prints. */
function run(command: string, more: NodeJS.ProcessEnv = {}): Promise<string> {
  const here = command.replace('npx playwright test', 'npx playwright test --config own.config.ts --reporter=line');
  return new Promise((resolve) =>
    execFile('sh', ['-ec', here], { cwd: shop.folder, env: { ...env, ...more } }, (error, stdout, stderr) =>
      resolve(`${stdout}${stderr}\nended with ${error?.code ?? 0}`),
    ),
  );
}

/** The commands of a workflow that can run here. */
function commandsOf(name: string): readonly string[] {
  const { jobs } = parse(readBlock('github-actions', name)) as { jobs: { test: { steps: { run?: string }[] } } };
  return jobs.test.steps.flatMap(({ run: command }) => (command && !NOT_HERE.test(command) ? [command] : []));
}

it(
  'runs the tests of the pages by the commands of the workflow without a service',
  { timeout: MINUTES_3 },
  async () => {
    const commands = commandsOf('.github/workflows/test.yml');
    expect(commands).toEqual(['npx vitest run', 'npx playwright test']);
    const [vitest, playwright] = [await run(commands[0] ?? ''), await run(commands[1] ?? '')];
    expect(vitest).toMatch(/Tests {2}3 passed[\s\S]*ended with 0$/);
    expect(playwright).toMatch(/2 passed[\s\S]*ended with 0$/);
  },
);

it('runs the tests of Vitest in happy-dom', { timeout: MINUTES_3 }, async () => {
  const page = readFileSync('docs/recipes/test-with-vitest.md', 'utf8');
  const [command = ''] = /^npx vitest run --environment happy-dom$/m.exec(page) ?? [];
  expect(await run(command)).toMatch(/Tests {2}3 passed[\s\S]*ended with 0$/);
});

it('runs the tests beside the sandbox of the image', { timeout: MINUTES_3 }, async () => {
  const [, words = '[]'] = /^CMD (.*)$/m.exec(readBlock('github-actions', 'Dockerfile')) ?? [];
  const [, , ...args] = JSON.parse(words) as string[];
  const port = `${await findFreePort()}`;
  const command = ['node_modules/.bin/florin', ...args].join(' ').replace('4010', port);
  const commands = commandsOf('.github/workflows/test-with-service.yml');
  expect(commands).toHaveLength(2);
  const service = { FLORIN_BASE_URL: `http://localhost:${port}` };
  const output = await run([`${command} & trap "kill $!" EXIT`, ...commands].join('\n'), service);
  expect(output).toContain('{"status":"ready"}');
  expect(output).toMatch(/2 passed[\s\S]*ended with 0$/);
});
