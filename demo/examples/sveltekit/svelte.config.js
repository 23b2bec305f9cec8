import adapter from '@sveltejs/adapter-node';
import { createPolicy } from './src/lib/server/policy.js';

const service = process.env.FLORIN_BASE_URL;
const isBuild = process.argv.includes('build');
if (!service && isBuild) throw new Error('Set FLORIN_BASE_URL in .env before `npm run build`.');

const origin = new URL(service ?? 'http://127.0.0.1:4010').origin;

/** @type {import('@sveltejs/kit').Config} */
export default {
  kit: {
    adapter: adapter(),
    // After 3-D Secure the payment service brings shoppers back by a POST from its own origin, which `vite build` writes down.
    csrf: { trustedOrigins: [origin] },
    csp: {
      // SvelteKit adds a nonce for its own script.
      mode: 'nonce',
      directives: isBuild
        ? {
            ...createPolicy(origin, { trusted: ['svelte-trusted-html', 'sveltekit-trusted-url'] }),
            // The style attribute of the element with which SvelteKit tells screen readers of navigations.
            'style-src-attr': ['unsafe-hashes', 'sha256-S8qMpvofolR8Mpjy4kQvEm7m1q8clzU4dfDH0AmvZjo='],
          }
        : // Vite's scripts of development are inline, and know no Trusted Types.
          { 'object-src': ['none'], 'base-uri': ['self'], 'form-action': ['self'], 'frame-ancestors': ['none'] },
    },
  },
};
