// @ts-check
/** The Content-Security-Policy of the pages: what `florin csp --server-rendered` prints, and what the framework needs. */
import integrity from 'florin/integrity.json' with { type: 'json' };

/**
 * @param {string} service origin of the payment service
 * @param {object} more what the framework needs
 * @param {readonly string[]} [more.scripts] sources of scripts
 * @param {readonly string[]} [more.trusted] names of its policies for Trusted Types; left out, it works without Trusted Types
 */
export const createPolicy = (service, { scripts = [], trusted }) => ({
  'default-src': ['none'],
  'script-src': ['self', ...scripts],
  // The style elements in the HTML of the form.
  'style-src': ['self', ...integrity.styles.map((style) => style.integrity)],
  'img-src': ['self'],
  'connect-src': ['self', service],
  'frame-src': ['self', service],
  'form-action': ['self'],
  'base-uri': ['none'],
  'frame-ancestors': ['none'],
  ...(trusted && { 'require-trusted-types-for': ['script'], 'trusted-types': ['lit-html', ...trusted] }),
});

/** The value of the header. @param {Readonly<Record<string, readonly string[]>>} policy */
export const writePolicy = (policy) =>
  Object.entries(policy)
    .map(([name, sources]) => `${name} ${sources.map(quote).join(' ')}`)
    .join('; ');

/** @param {string} source */
const quote = (source) =>
  /^(self|none|script|strict-dynamic|(nonce|sha256)-.*)$/.test(source) ? `'${source}'` : source;
