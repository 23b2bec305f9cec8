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
