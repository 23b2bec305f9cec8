// @ts-check
/** The headers of all pages: what `florin csp` prints. No other script runs in them, and no other page shows them in a frame. */

const { FLORIN_BASE_URL } = process.env;
if (!FLORIN_BASE_URL)
  throw new Error('FLORIN_BASE_URL is not set. It is in .env: did you start the shop with npm run dev?');
const service = new URL(FLORIN_BASE_URL).origin;

/** @param {Readonly<Record<string, string>>} [changes] directives of a page, instead of these */
export function pageHeaders(changes = {}) {
  const policy = {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self'",
    'connect-src': `'self' ${service}`,
    'frame-src': `'self' ${service}`,
    'form-action': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': 'lit-html',
    ...changes,
  };
  return {
    'content-security-policy': Object.entries(policy)
      .map(([name, sources]) => `${name} ${sources}`)
      .join('; '),
    // The address of a page names the order.
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  };
}
