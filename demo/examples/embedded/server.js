// @ts-check
/** Two servers: the shop, and the checkout page of another origin that the shop embeds. */
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import express from 'express';
import { createListener, SERVER_LIMITS } from 'florin-server/signer/node';
import { pageHeaders } from './headers.js';
import { addOrder, findOrder } from './orders.js';
import { checkoutPage, homePage, orderPage } from './pages.js';
import { signer } from './signer.js';

const { PORT, SHOP_ORIGIN = '', FLORIN_PUBLIC_URL = '', FLORIN_BASE_URL = '' } = process.env;
const host = process.env.HOST || '127.0.0.1';
const { origin: checkoutOrigin, port: checkoutPort } = new URL(FLORIN_PUBLIC_URL);
const service = new URL(FLORIN_BASE_URL).origin;
// Modules for browsers, without a bundler: `florin/embed` imports no packages.
const florin = express.static(fileURLToPath(new URL('..', import.meta.resolve('florin/embed'))));

// As for production, Express shows no stack traces.
const createApp = () => express().set('env', 'production');

/** @param {Readonly<Record<string, string>>} policy @returns {import('express').RequestHandler} */
function setHeaders(policy) {
  const headers = pageHeaders(policy);
  return (_request, response, next) => {
    response.set(headers);
    next();
  };
}

/** @param {import('express').Response} response @param {string} html */
const send = (response, html) => void response.set('cache-control', 'no-store').send(html);

const shop = createApp();
// The frame itself goes to the service when a shopper takes the bank's step without the dialog.
shop.use(setHeaders({ 'connect-src': "'self'", 'frame-src': `${checkoutOrigin} ${service}` }));
shop.use('/florin', florin).use(express.static('public')).use(express.static('shop'));
shop.get('/', (_request, response) => send(response, homePage()));
shop.post('/orders', (_request, response) => response.redirect(303, `/orders/${addOrder()}`));
shop.get('/orders/:name', ({ params: { name } }, response) => {
  // Here you decide who may see an order.
  const order = findOrder(name);
  if (order) send(response, orderPage(`${checkoutOrigin}/orders/${name}`, order.paidBy));
  else response.status(404).send('There is no such order.');
});
shop.get('/api/orders/:name', ({ params: { name } }, response) => {
  response.set('cache-control', 'no-store').json({ paidBy: findOrder(name)?.paidBy });
});

const checkout = createApp();
// The signer reads bodies itself: mount it before any body parser, with its whole path.
checkout.all('/pay/{*path}', createListener(signer));
// Only the shop may embed this page.
checkout.use(setHeaders({ 'frame-ancestors': SHOP_ORIGIN }));
checkout.use('/florin', florin).use(express.static('public')).use(express.static('checkout'));
// Browsers send no cookies into a frame of another site: the name of the order is what lets a shopper see and pay it.
checkout.get('/orders/:name', ({ params: { name } }, response) => {
  const order = findOrder(name);
  if (order) send(response, checkoutPage(SHOP_ORIGIN, name, order));
  else response.status(404).send('There is no such order.');
});

createServer(SERVER_LIMITS, checkout).listen(Number(checkoutPort), host);
createServer(SERVER_LIMITS, shop).listen(Number(PORT), host, () => console.log(`shop at http://localhost:${PORT}/`));
