// @ts-check
/** The import table of the architecture: what each folder below `src` may import. Types of `wire` are open to all but core. */

/**
 * @typedef {object} Arrow
 * @property {readonly string[]} folders folders below src, or single files of them
 * @property {readonly string[]} packages third-party packages
 */

/** @type {Readonly<Record<string, Arrow>>} */
export const ARROWS = {
  core: { folders: [], packages: [] },
  wire: { folders: ['core'], packages: ['zod', 'saxes'] },
  checkout: { folders: ['core', 'wire/codes.ts'], packages: [] },
  channel: { folders: ['core'], packages: ['comlink'] },
  elements: { folders: ['core', 'checkout', 'channel'], packages: ['lit'] },
  frame: { folders: ['core', 'checkout', 'channel', 'elements'], packages: ['lit', 'comlink'] },
  widget: { folders: ['core', 'checkout', 'elements'], packages: [] },
  service: { folders: ['core', 'wire'], packages: [] },
  signer: {
    folders: ['core', 'wire', 'service'],
    packages: [
      'hono',
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
    folders: ['core', 'wire'],
    packages: ['hono', '@hono/node-server', 'kysely', '@photostructure/sqlite', 'pg'],
  },
  pages: { folders: ['core', 'elements'], packages: ['lit'] },
  backoffice: { folders: ['core', 'elements'], packages: ['lit'] },
  testing: {
    folders: ['core', 'wire', 'checkout', 'channel', 'elements', 'service', 'signer', 'sandbox'],
    packages: ['@playwright/test'],
  },
  cli: { folders: ['service', 'signer', 'sandbox'], packages: ['commander'] },
};

/** Files that may use Node's own modules: the rest of the package runs in browsers and edge runtimes as well. */
export const NODE_FILES = /^src\/(cli|testing)\/|^src\/[^/]+\/node\//;
