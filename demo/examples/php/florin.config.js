/** The signer beside PHP: node_modules/florin-server/docs/guides/sidecar.md. */
const { env } = process;
const shop = `http://localhost:${env.PORT}`;

export default {
  service: {
    baseUrl: env.FLORIN_BASE_URL,
    merchantNumber: env.FLORIN_MERCHANT_NUMBER,
    username: env.FLORIN_USERNAME,
    password: { env: 'FLORIN_PASSWORD' },
  },
  secret: { env: 'FLORIN_SECRET' },
  publicUrl: env.FLORIN_PUBLIC_URL,
  merchantName: 'Example Shop',
  // PHP's own server forwards nothing, so the signer has another origin. With nginx or Apache in front, forward /pay to it.
  allowedOrigins: [shop],
  returnTo: `${shop}/orders/{order}`,
  orders: {
    issuer: 'shop.example',
    audience: 'florin',
    keys: [{ kid: 'order-1', alg: 'HS256', key: { env: 'FLORIN_ORDER_SECRET' } }],
  },
  callbacks: {
    url: `http://127.0.0.1:${env.PORT}/payments`,
    kid: 'callback-1',
    alg: 'HS256',
    key: { env: 'FLORIN_CALLBACK_SECRET' },
  },
  store: { sqlite: '.florin/claims.sqlite' },
  listen: {
    port: Number(env.FLORIN_SIGNER_PORT),
    host: env.HOST || '127.0.0.1',
    ...(env.FLORIN_CLIENT_HEADER && { clientHeader: env.FLORIN_CLIENT_HEADER }),
  },
};
