// @ts-check
/** The import table of the architecture: what each folder below `src` may import. Types of `wire` are open to all but core. */

/**
 * @typedef {object} Arrow
 * @property {readonly string[]} folders folders below src, or single files of them
 * @property {readonly string[]} packages third-party packages
 * @property {readonly string[]} [types] files below src of which only types may be imported
 */

/** @type {Readonly<Record<string, Arrow>>} */
export const ARROWS = {
  core: { folders: [], packages: [] },
  languages: { folders: [], packages: [] },
  node: { folders: [], packages: ['pg'] },
  wire: { folders: ['core'], packages: ['zod', 'saxes'] },
  checkout: { folders: ['core', 'wire/codes.ts'], packages: [] },
  channel: { folders: ['core'], packages: ['comlink'] },
  elements: { folders: ['core', 'languages', 'checkout', 'channel'], packages: ['lit'] },
  frame: { folders: ['core', 'checkout', 'channel', 'elements'], packages: ['lit', 'comlink'] },
  // The one package is dist/browser/florin.js: vite.config.ts.
  widget: { folders: ['core', 'checkout', 'elements'], packages: ['florin-first-file'] },
  service: { folders: ['core', 'wire'], packages: [] },
  signer: {
    folders: ['core', 'languages', 'wire', 'service', 'node'],
    packages: [
      '@hono/node-server',
      'jose',
      'rate-limiter-flexible',
      'kysely',
      '@photostructure/sqlite',
      'pg',
      '@redis/client',
      '@opentelemetry/api',
    ],
  },
  sandbox: {
    folders: ['core', 'languages', 'wire', 'node'],
    packages: ['@hono/node-server', 'kysely', '@photostructure/sqlite', '@zip.js/zip.js', 'pg'],
  },
  pages: { folders: ['core', 'elements'], packages: ['lit'] },
  backoffice: {
    folders: ['core', 'elements'],
    packages: ['lit', '@lit-labs/virtualizer'],
    types: ['sandbox/backoffice/api.ts'],
  },
  cli: {
    folders: ['wire/rest/lossless-json.ts', 'core', 'service', 'signer', 'sandbox', 'node'],
    packages: ['commander'],
  },
};

/** Files that may use Node's modules: the rest of the package also runs in browsers and edge runtimes. */
export const NODE_FILES = /^src\/(cli|node)\/|^src\/[^/]+\/node\//;
