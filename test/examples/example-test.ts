/** A test of one example: the project's option `kind` names it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { test as base, type Browser, type FrameLocator, type Page } from '@playwright/test';
import { createExample, isInstalled, type ExampleProject, type Running } from './example-project.js';
import { kindOf } from './kinds.js';

export { expect } from '@playwright/test';

export const MINUTES_5 = 300_000;
/** The header in which the proxy of a built shop would write the client's address. */
export const CLIENT_HEADER = 'X-Test-Client';
interface Example {
  readonly project: ExampleProject;
  readonly createdAt: number;
}

export const test = base.extend<object, { kind: string; example: Example; built: Running }>({
  kind: ['static', { option: true, scope: 'worker' }],
  example: [
    async ({ kind }, use) => {
      const createdAt = performance.now();
      const project = await createExample(kind);
      await use({ project, createdAt });
      project.remove();
    },
    { scope: 'worker', timeout: MINUTES_5 },
  ],
  page: async ({ page, kind }, use) => {
    test.skip(kind === 'php' && !isInstalled('php'), 'php is not installed here');
    // What the browser says is in the output of a test that fails.
    page.on('console', (message) => console.log(`${message.type()}: ${message.text()}`));
    page.on('requestfailed', (request) => console.log(`failed: ${request.method()} ${request.url()}`));
    await use(page);
  },
  built: [
    async ({ kind, example: { project } }, use) => {
      if (!existsSync(join(project.folder, 'node_modules'))) await project.install();
      const more = { FLORIN_CLIENT_HEADER: CLIENT_HEADER };
      const shop = await (kindOf(kind).devOnly ? project.startDev(undefined, more) : project.startBuilt(more));
      await use(shop);
      await shop.stop();
    },
    { scope: 'worker', timeout: MINUTES_5 },
  ],
});

/** Adds a fact to the report. */
export function note(type: string, description: string): void {
  test.info().annotations.push({ type, description });
}

/** The first words of the receipt. */
export const outcome = (page: Page | FrameLocator) => page.getByRole('article').getByRole('paragraph').first();

/** Installs the example, and notes the versions that the report shows. */
export async function install(project: ExampleProject, kind: string): Promise<void> {
  await project.install();
  const versions = kindOf(kind).shows.map(async (name) => `${name} ${await project.versionOf(name)}`);
  note('versions', (await Promise.all(versions)).join(', '));
}

/** Notes the seconds since the empty folder. */
export const noteSeconds = ({ createdAt }: Example): void =>
  note('seconds to an approved payment', ((performance.now() - createdAt) / 1_000).toFixed(0));

/**
 * Opens an address with an empty cache, and notes what is loaded until nothing more comes, as a server that compresses sends it.
 */
export async function notePageBytes(
  browser: Browser,
  url: string,
  isReady: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const loaded: Promise<number>[] = [];
  page.on('response', (response) => {
    loaded.push(
      response.body().then(
        (body) => brotliCompressSync(body).length,
        () => 0,
      ),
    );
  });
  await page.goto(url);
  await isReady(page);
  await page.waitForLoadState('networkidle');
  const bytes = (await Promise.all(loaded)).reduce((sum, each) => sum + each, 0);
  note('page, kB', (bytes / 1_000).toFixed(1));
  await context.close();
}
