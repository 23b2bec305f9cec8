// @ts-check
/** The signer: creates the keys with which browsers pay, and checks each result. */

/**
 * The variables of `.env`, or of `wrangler secret put`.
 * @typedef {Readonly<Record<'FLORIN_BASE_URL' | 'FLORIN_MERCHANT_NUMBER' | 'FLORIN_USERNAME' | 'FLORIN_PASSWORD'
 *   | 'FLORIN_SECRET' | 'FLORIN_PUBLIC_URL', string>>} Settings
 */

/**
 * @param {Settings} env
 * @param {ReturnType<import('./orders.js').createOrders>} orders
 * @returns {Parameters<import('florin-server/signer/worker').createDurableSigner>[1]}
 */
export const signerOptions = (env, orders) => ({
  service: {
    baseUrl: env.FLORIN_BASE_URL,
    merchantNumber: env.FLORIN_MERCHANT_NUMBER,
    username: env.FLORIN_USERNAME,
    password: env.FLORIN_PASSWORD,
  },
  secret: env.FLORIN_SECRET,
  publicUrl: env.FLORIN_PUBLIC_URL,
  merchantName: 'Example Shop',
  priceOrder(_request, name) {
    // Here you decide who may pay an order: the request has the cookies of your session.
    const order = orders.find(name);
    if (!order) return null;
    // testMode: nobody is charged, and the cents of the price decide the bank's answer. Remove it to go live.
    return { order: name, amount: { minor: order.cents, currency: 'AUD' }, crn1: name, testMode: true };
  },
  onPaid(name, transaction, agreed) {
    // A key is paid at its own price. If the order's price has changed since, a person has to check.
    if (agreed.amount === orders.find(name)?.cents) orders.markPaid(name, transaction.TxnNumber ?? '');
    else console.error(`order ${name} was paid at ${agreed.amount} by ${transaction.TxnNumber}`);
  },
  returnTo: (name) => `/orders/${encodeURIComponent(name)}`,
});
