// @ts-check
/**
 * The import table: what each folder below `src` may import, and in which package it is published. All folders but core may
 * import types of `wire`.
 */

/**
 * @typedef {'florin' | 'florin-server'} PackageName
 * @typedef {object} Arrow
 * @property {PackageName} package the npm package of the built folder
 * @property {readonly string[]} folders folders below src, or single files of them
 * @property {readonly string[]} packages third-party packages
 * @property {readonly string[]} [types] files below src of which only types may be imported
 */

/** @type {Readonly<Record<string, Arrow>>} */
export const ARROWS = {
  core: { package: 'florin', folders: [], packages: [] },
  languages: { package: 'florin', folders: [], packages: [] },
  sqlite: { package: 'florin-server', folders: [], packages: ['kysely'] },
  node: { package: 'florin-server', folders: ['sqlite'], packages: ['pg', '@photostructure/sqlite'] },
  wire: { package: 'florin-server', folders: ['core'], packages: ['zod', 'saxes'] },
  checkout: { package: 'florin', folders: ['core', 'wire/codes.ts'], packages: [] },
  channel: { package: 'florin', folders: ['core'], packages: ['comlink'] },
  elements: { package: 'florin', folders: ['core', 'languages', 'checkout', 'channel'], packages: ['lit'] },
  hydrate: { package: 'florin', folders: ['elements'], packages: ['lit', '@lit-labs/ssr-client'] },
  embed: { package: 'florin', folders: ['core', 'channel', 'elements/events.ts'], packages: [] },
  frame: { package: 'florin', folders: ['core', 'checkout', 'channel', 'elements'], packages: ['lit', 'comlink'] },
  // `florin-first-file` is an alias of dist/browser/florin.js: vite.config.ts.
  widget: { package: 'florin', folders: ['core', 'checkout', 'elements'], packages: ['florin-first-file'] },
  testing: { package: 'florin', folders: ['core', 'checkout'], packages: [] },
  service: { package: 'florin-server', folders: ['core', 'wire'], packages: [] },
  signer: {
    package: 'florin-server',
    folders: ['core', 'languages', 'wire', 'service', 'sqlite', 'node'],
    packages: ['@hono/node-server', 'jose', 'rate-limiter-flexible', 'kysely', '@redis/client', '@opentelemetry/api'],
  },
  sandbox: {
    package: 'florin-server',
    folders: ['core', 'languages', 'wire', 'sqlite', 'node'],
    packages: ['@hono/node-server', 'kysely', '@zip.js/zip.js'],
  },
  tab: { package: 'florin-server', folders: ['core', 'widget/version.ts'], packages: [] },
  'tab-worker': {
    package: 'florin-server',
    folders: ['core', 'tab', 'sqlite', 'sandbox', 'signer', 'widget/version.ts'],
    packages: ['kysely', '@sqlite.org/sqlite-wasm'],
  },
  pages: { package: 'florin-server', folders: ['core', 'elements'], packages: ['lit'] },
  backoffice: {
    package: 'florin-server',
    folders: ['core', 'elements'],
    packages: ['lit', '@lit-labs/virtualizer', 'uplot'],
    types: ['sandbox/backoffice/api.ts', 'sandbox/backoffice/data-api.ts'],
  },
  fixtures: {
    package: 'florin-server',
    folders: ['core', 'node', 'testing', 'signer', 'sandbox'],
    packages: ['@hono/node-server', '@playwright/test'],
  },
  cli: {
    package: 'florin-server',
    folders: ['wire/rest/lossless-json.ts', 'core', 'service', 'signer', 'sandbox', 'node'],
    packages: ['commander'],
  },
};

/** Files that may use Node's modules: the rest of the package also runs in browsers and edge runtimes. */
export const NODE_FILES = /^src\/(cli|node|fixtures)\/|^src\/[^/]+\/node\//;
