// @ts-check
/**
 * The documentation site (docs/decisions/0024-documentation-site.md). `npm run docs` serves it and shows each change of a page;
 * `npm run docs:build` writes it to `build/docs/`, for any host of static files.
 */
import { copyFileSync, cpSync, rmSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { build } from './build.mjs';
import { ensureInstalled } from './install.mjs';

const FOLDER = 'docs/site';
export const SITE = 'build/docs';
const PORT = 4030;

/** Files that are served as they are, and the worker in which the playground pays. docs/site/.vitepress/config.ts names the folder. */
function preparePublic() {
  const folder = 'build/docs-public';
  rmSync(folder, { recursive: true, force: true });
  cpSync(`${FOLDER}/public`, folder, { recursive: true });
  copyFileSync('dist/browser/florin-sandbox-worker.js', `${folder}/florin-sandbox-worker.js`);
}

/** Writes the site. Expects a finished build. It ends with an error when a link has no page. */
export async function buildSite() {
  preparePublic();
  // Imported here, because on a fresh clone it is not there when this file is loaded.
  const vitepress = await import('vitepress');
  await vitepress.build(FOLDER);
}

async function serveSite() {
  preparePublic();
  const { createServer } = await import('vitepress');
  const server = await createServer(FOLDER, { host: '127.0.0.1', port: PORT });
  await server.listen();
  console.log('The documentation, until Ctrl-C:');
  server.printUrls();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await ensureInstalled();
  await build();
  if (process.argv.includes('--build')) {
    await buildSite();
    console.log(`Written to ${SITE}/.`);
  } else await serveSite();
}
