// @ts-check
/** The signer: creates the keys with which browsers pay, and checks each result. */
import { createSigner } from 'florin-server/signer';
import { openSqliteStore } from 'florin-server/signer/node';
import { findOrder, markPaid } from './orders.js';

/** @param {string} name */
function setting(name) {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set. It is in .env: did you start the shop with npm run dev?`);
  return value;
}

export const signer = createSigner({
  service: {
    baseUrl: setting('FLORIN_BASE_URL'),
    merchantNumber: setting('FLORIN_MERCHANT_NUMBER'),
    username: setting('FLORIN_USERNAME'),
    password: setting('FLORIN_PASSWORD'),
  },
  store: openSqliteStore('.florin/claims.sqlite'),
  secret: setting('FLORIN_SECRET'),
  publicUrl: setting('FLORIN_PUBLIC_URL'),
  // Behind a proxy: the header in which it writes the client's address. Limits count the calls of each client.
  clientHeader: process.env.FLORIN_CLIENT_HEADER || undefined,
  // The origin of a shop that shows or embeds the form, if it is not that of the signer.
  allowedOrigins: process.env.SHOP_ORIGIN ? [process.env.SHOP_ORIGIN] : [],
  merchantName: 'Example Shop',
  priceOrder(_request, name) {
    // Here you decide who may pay an order: the request has the cookies of your session.
    const order = findOrder(name);
    if (!order) return null;
    // testMode: nobody is charged, and the cents of the price decide the bank's answer. Remove it to go live.
    return { order: name, amount: { minor: order.cents, currency: 'AUD' }, crn1: name, testMode: true };
  },
  onPaid(name, transaction, agreed) {
    // A key is paid at its own price. If the order's price has changed since, a person has to check.
    if (agreed.amount === findOrder(name)?.cents) markPaid(name, transaction.TxnNumber ?? '');
    else console.error(`order ${name} was paid at ${agreed.amount} by ${transaction.TxnNumber}`);
  },
  // The form at /pay/form, for browsers without script.
  webform: {},
  returnTo: (name) => `/orders/${encodeURIComponent(name)}`,
});

// Finds payments without a result: after a closed tab, a lost answer, a restart.
setInterval(() => void signer.reconcile(), 60_000).unref();
