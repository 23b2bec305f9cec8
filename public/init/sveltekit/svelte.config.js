import adapter from '@sveltejs/adapter-node';

/** @type {import('@sveltejs/kit').Config} */
export default {
  kit: {
    adapter: adapter(),
    // After 3-D Secure the payment service brings shoppers back by a POST from its own origin, which `vite build` writes down.
    csrf: { trustedOrigins: [new URL(process.env.FLORIN_BASE_URL ?? '').origin] },
  },
};
