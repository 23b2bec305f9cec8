// @ts-check
/**
 * The documentation site (docs/decisions/0024-documentation-site.md). `npm run docs` serves it and shows each change of a page;
 * `npm run docs:build` writes it to `build/docs/`, for any host of static files.
 */
import { pathToFileURL } from 'node:url';
import { build } from './build.mjs';
import { ensureInstalled } from './install.mjs';

const FOLDER = 'docs/site';
export const SITE = 'build/docs';
const PORT = 4030;

/** Writes the site. Expects a finished build. It ends with an error when a link has no page. */
export async function buildSite() {
  // Imported here, because on a fresh clone it is not there when this file is loaded.
  const vitepress = await import('vitepress');
  await vitepress.build(FOLDER);
}

async function serveSite() {
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
