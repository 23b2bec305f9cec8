import adapter from '@sveltejs/adapter-node';

const service = process.env.FLORIN_BASE_URL;
if (!service && process.argv.includes('build')) throw new Error('Set FLORIN_BASE_URL in .env before `npm run build`.');

/** @type {import('@sveltejs/kit').Config} */
export default {
  kit: {
    adapter: adapter(),
    // After 3-D Secure the payment service brings shoppers back by a POST from its own origin, which `vite build` writes down.
    csrf: { trustedOrigins: service ? [new URL(service).origin] : [] },
  },
};
