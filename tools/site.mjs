// @ts-check
/**
 * The documentation site (docs/decisions/0024-documentation-site.md). `npm run docs` serves it and reloads changed pages;
 * `npm run docs:build` writes it to `build/docs/<version>/`, beside other versions, for any host of static files.
 */
import { copyFileSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { build } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { isProgram, run } from './process.mjs';
import { readArguments, readPort } from './script-arguments.mjs';

const FOLDER = 'docs/site';
/** The folder of all versions. */
export const SITE = 'build/docs';
/** Name of this version's folder. @type {string} */
export const SITE_VERSION = JSON.parse(readFileSync('package.json', 'utf8')).version;
const PORT = 4030;

/**
 * Copies static files, the worker for payments in the pages, and the script of the REST reference to the folder that
 * docs/site/.vitepress/config.ts names.
 */
function preparePublic() {
  const folder = 'build/docs-public';
  rmSync(folder, { recursive: true, force: true });
  cpSync(`${FOLDER}/public`, folder, { recursive: true });
  for (const file of ['florin-sandbox-worker.js', 'florin-reference.js'])
    copyFileSync(`dist/browser/${file}`, `${folder}/${file}`);
}

/**
 * The versions among the names, the newest first, and the version of the start page: the newest release, or without a
 * release the newest pre-release.
 * @param {readonly string[]} names
 */
export function orderVersions(names) {
  // A fresh clone does not have it when this file is loaded.
  /** @type {typeof import('semver')} */
  const semver = createRequire(import.meta.url)('semver');
  const versions = semver.rsort(names.filter((name) => semver.valid(name) === name));
  return { versions, start: semver.maxSatisfying(versions, '*') ?? versions[0] };
}

/** Writes the list of all versions, the redirect to the newest release, and its page for addresses without a page. */
export function writeVersions() {
  const { versions, start } = orderVersions(readdirSync(SITE));
  writeFileSync(`${SITE}/versions.json`, JSON.stringify(versions));
  // Hosts look for it in their first folder.
  copyFileSync(`${SITE}/${start}/404.html`, `${SITE}/404.html`);
  const path = `./${start}/index.html`;
  writeFileSync(
    `${SITE}/index.html`,
    `<!doctype html>\n<html lang="en-AU"><meta charset="utf-8"><title>Florin</title><meta http-equiv="refresh" content="0; url=${path}"><a href="${path}">Florin ${start}</a></html>\n`,
  );
}

/** Writes the API reference, in a process of its own: with the compiler's memory the rest of the build takes longer. */
async function prepareReference() {
  const { code } = await run(process.execPath, ['tools/api-pages.mjs']);
  if (code !== 0) throw new Error('The API reference is not written');
}

/** Writes the site. Expects a finished build. @throws Error when a link has no page */
export async function buildSite() {
  preparePublic();
  await prepareReference();
  // Imported here, because a fresh clone does not have it when this file is loaded.
  const vitepress = await import('vitepress');
  await vitepress.build(FOLDER);
  writeVersions();
}

/** @param {number} [port] */
async function serveSite(port = PORT) {
  preparePublic();
  await prepareReference();
  const { createServer } = await import('vitepress');
  const server = await createServer(FOLDER, { host: '127.0.0.1', port });
  await server.listen();
  console.log('The documentation, until Ctrl-C:');
  server.printUrls();
}

if (isProgram(import.meta.url)) {
  const { values } = readArguments(`npm run docs [-- --port ${PORT}]; npm run docs:build`, {
    build: { type: 'boolean' },
    port: { type: 'string' },
  });
  const port = readPort(values['port']);
  await ensureInstalled();
  await build();
  if (values['build']) {
    await buildSite();
    console.log(`Written to ${SITE}/${SITE_VERSION}/.`);
  } else await serveSite(port);
}
