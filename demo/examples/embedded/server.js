// @ts-check
/** Two servers: the shop, and the checkout page of another origin that the shop embeds. */
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import express from 'express';
import { createListener, SERVER_LIMITS } from 'florin-server/signer/node';
import { addOrder, findOrder } from './orders.js';
import { checkoutPage, homePage, orderPage } from './pages.js';
import { signer } from './signer.js';

const { PORT, SHOP_ORIGIN = '', FLORIN_PUBLIC_URL = '', FLORIN_BASE_URL = '' } = process.env;
const { origin: checkoutOrigin, port: checkoutPort } = new URL(FLORIN_PUBLIC_URL);
const service = new URL(FLORIN_BASE_URL).origin;
// Modules for browsers, without a bundler: `florin/embed` imports no packages.
const florin = express.static(fileURLToPath(new URL('..', import.meta.resolve('florin/embed'))));

/** @param {import('express').Response} response @param {string} policy @param {string} html */
const send = (response, policy, html) =>
  void response.set({ 'content-security-policy': policy, 'cache-control': 'no-store' }).send(html);

// The frame itself goes to the service when a shopper takes the bank's step without the dialog.
const SHOP_POLICY = `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src ${checkoutOrigin} ${service}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;
const shop = express();
shop.use('/florin', florin).use(express.static('public')).use(express.static('shop'));
shop.get('/', (_request, response) => send(response, SHOP_POLICY, homePage()));
shop.post('/orders', (_request, response) => response.redirect(303, `/orders/${addOrder()}`));
shop.get('/orders/:name', ({ params: { name } }, response) => {
  // Here you decide who may see an order.
  const order = findOrder(name);
  if (order) send(response, SHOP_POLICY, orderPage(`${checkoutOrigin}/orders/${name}`, order.paidBy));
  else response.status(404).send('There is no such order.');
});
shop.get('/api/orders/:name', ({ params: { name } }, response) => {
  response.set('cache-control', 'no-store').json({ paidBy: findOrder(name)?.paidBy });
});

// What `florin csp` prints, and the shop as the page that may embed this one.
const CHECKOUT_POLICY = `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self' ${service}; frame-src 'self' ${service}; form-action 'self'; base-uri 'none'; frame-ancestors ${SHOP_ORIGIN}; require-trusted-types-for 'script'; trusted-types lit-html`;
const checkout = express();
// The signer reads bodies itself: mount it before any body parser, with its whole path.
checkout.all('/pay/{*path}', createListener(signer));
checkout.use('/florin', florin).use(express.static('public')).use(express.static('checkout'));
// Browsers send no cookies into a frame of another site: the name of the order is what lets a shopper see and pay it.
checkout.get('/orders/:name', ({ params: { name } }, response) => {
  const order = findOrder(name);
  if (order) send(response, CHECKOUT_POLICY, checkoutPage(SHOP_ORIGIN, name, order));
  else response.status(404).send('There is no such order.');
});

createServer(SERVER_LIMITS, checkout).listen(Number(checkoutPort));
createServer(SERVER_LIMITS, shop).listen(Number(PORT), () => console.log(`shop at http://localhost:${PORT}/`));
