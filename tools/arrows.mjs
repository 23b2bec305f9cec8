// @ts-check
/**
 * The import table: what each folder below `src` may import, and in which package it is published. All folders but core may
 * import types of `wire`.
 */

/**
 * @typedef {'florin' | 'florin-server'} PackageName
 * @typedef {object} Arrow
 * @property {string} what it is, in src/README.md
 * @property {PackageName} package the npm package of the built folder
 * @property {readonly string[]} folders folders below src, or single files of them
 * @property {readonly string[]} packages third-party packages
 * @property {readonly string[]} [types] files below src of which only types may be imported
 */

/** @type {Readonly<Record<string, Arrow>>} */
export const ARROWS = {
  core: {
    what: 'Rules of cards, accounts, money and outcomes; errors. No DOM, no Node.',
    package: 'florin',
    folders: [],
    packages: [],
  },
  languages: {
    what: "The elements' texts in each language, and the number formats.",
    package: 'florin',
    folders: [],
    packages: [],
  },
  sqlite: {
    what: 'Kysely on SQLite, for whoever opens the file.',
    package: 'florin-server',
    folders: [],
    packages: ['kysely'],
  },
  node: {
    what: "What Node programs share: connections to PostgreSQL, SQLite's file, servers.",
    package: 'florin-server',
    folders: ['sqlite'],
    packages: ['pg', '@photostructure/sqlite'],
  },
  wire: {
    what: "The service's wire formats: REST objects, SOAP types, tables of codes.",
    package: 'florin-server',
    folders: ['core'],
    packages: ['zod', 'saxes'],
  },
  checkout: {
    what: 'The payment flow of a page, without any DOM of its own: a state machine.',
    package: 'florin',
    folders: ['core'],
    packages: [],
  },
  channel: {
    what: 'The contract between a page and the frame that holds the card: handshake, guard, port.',
    package: 'florin',
    folders: ['core'],
    packages: ['comlink'],
  },
  elements: {
    what: 'The Lit elements, a folder for each tag.',
    package: 'florin',
    folders: ['core', 'languages', 'checkout', 'channel'],
    packages: ['lit'],
  },
  hydrate: {
    what: 'Makes elements that a server has rendered live.',
    package: 'florin',
    folders: ['elements'],
    packages: ['lit', '@lit-labs/ssr-client'],
  },
  embed: {
    what: "The checkout in a frame of the shop's other origin.",
    package: 'florin',
    folders: ['core', 'channel', 'elements/events.ts'],
    packages: [],
  },
  frame: {
    what: "The frame's page. With the field elements, the only code that sees a card's digits.",
    package: 'florin',
    folders: ['core', 'checkout', 'channel', 'elements'],
    packages: ['lit', 'comlink'],
  },
  // `florin-first-file` is an alias of dist/browser/florin.js: vite.config.ts.
  widget: {
    what: 'The script tag: registers the elements and reads `data-` attributes.',
    package: 'florin',
    folders: ['core', 'checkout', 'elements'],
    packages: ['florin-first-file'],
  },
  testing: {
    what: "`florin/testing`: page objects for a shop's browser tests.",
    package: 'florin',
    folders: ['core', 'checkout'],
    packages: [],
  },
  service: {
    what: 'REST and SOAP clients of the service.',
    package: 'florin-server',
    folders: ['core', 'wire'],
    packages: [],
  },
  signer: {
    what: 'Makes AuthKeys, verifies results, notifies the shop: `Request` in, `Response` out.',
    package: 'florin-server',
    folders: ['core', 'languages', 'wire', 'service', 'sqlite', 'node'],
    packages: [
      '@hono/node-server',
      'jose',
      'rate-limiter-flexible',
      'kysely',
      '@redis/client',
      '@opentelemetry/api',
      'zod',
    ],
  },
  sandbox: {
    what: 'Stands in for the service: operations, REST, SOAP, webhooks, bank, store.',
    package: 'florin-server',
    folders: ['core', 'languages', 'wire', 'sqlite', 'node'],
    packages: ['@hono/node-server', 'kysely', '@zip.js/zip.js', 'zod'],
  },
  tab: {
    what: 'The sandbox in a browser tab: what the page loads.',
    package: 'florin-server',
    folders: ['core'],
    packages: [],
  },
  'tab-worker': {
    what: 'The sandbox in a browser tab: its worker.',
    package: 'florin-server',
    folders: ['core', 'tab', 'sqlite', 'sandbox', 'signer'],
    packages: ['kysely', '@sqlite.org/sqlite-wasm'],
  },
  pages: {
    what: "Browser code of the sandbox's hosted pages, whose HTML is `sandbox/pages`.",
    package: 'florin-server',
    folders: ['core', 'elements'],
    packages: ['lit'],
  },
  backoffice: {
    what: "Browser code of the sandbox's back office, whose server is `sandbox/backoffice`.",
    package: 'florin-server',
    folders: ['core', 'elements'],
    packages: ['lit', '@lit-labs/virtualizer', 'uplot'],
    types: ['sandbox/backoffice/api.ts', 'sandbox/backoffice/data-api.ts'],
  },
  fixtures: {
    what: '`florin-server/testing`: sandbox and signer for tests in Node and Playwright.',
    package: 'florin-server',
    folders: ['core', 'node', 'testing', 'signer', 'sandbox'],
    packages: ['@hono/node-server', '@playwright/test'],
  },
  contract: {
    what: 'Asks a facility how it differs from the sandbox, and what the sandbox learns from it.',
    package: 'florin-server',
    folders: ['core', 'wire', 'sandbox'],
    packages: ['zod'],
  },
  cli: {
    what: 'The command `florin`.',
    package: 'florin-server',
    folders: ['core', 'wire', 'service', 'signer', 'sandbox', 'contract', 'node'],
    packages: ['commander'],
  },
};

/** Files that may use Node's modules: the rest of the package also runs in browsers and edge runtimes. */
export const NODE_FILES = /^src\/(cli|node|fixtures)\/|^src\/[^/]+\/node\//;
