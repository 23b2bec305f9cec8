// @ts-check
/** Settings of Vite's development server. */

/** Files that it gives to nobody: Vite's own list, and the folder of orders and databases. */
export const PRIVATE_FILES = [
  ...['.env', '.env.*', '*.{crt,pem,key,p12,pfx,cer,der}', '.npmrc', '.yarnrc.yml', '**/.git/**'],
  '**/.florin/**',
];

/** Headers of the pages in development. The policy of the build is stricter: Vite's own scripts are inline. */
export const DEV_HEADERS = {
  'content-security-policy': "object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'",
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};

/** Without it an address such as `http://[/`, which no browser sends, ends Vite's server. */
export const refuseAddresses = {
  name: 'refuse-addresses',
  /** @param {{ httpServer: import('node:events').EventEmitter | null }} server */
  configureServer({ httpServer }) {
    httpServer?.prependListener('request', (/** @type {import('node:http').IncomingMessage} */ request) => {
      if (!request.url?.startsWith('/')) request.url = '/';
    });
  },
};
