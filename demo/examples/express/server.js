// @ts-check
import { createServer } from 'node:http';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import express from 'express';
import { createListener, SERVER_LIMITS } from 'florin-server/signer/node';
import { pageHeaders } from './headers.js';
import { addOrder, findOrder } from './orders.js';
import { homePage, orderPage } from './pages.js';
import { signer } from './signer.js';

const port = Number(process.env.PORT ?? 3000);
const HEADERS = pageHeaders();
// As for production, Express shows no stack traces.
const app = express().set('env', 'production');
// The signer reads bodies itself: mount it before any body parser, with its whole path.
app.all('/pay/{*path}', createListener(signer));
app.use((_request, response, next) => {
  response.set(HEADERS);
  next();
});
app.use('/florin', express.static(dirname(fileURLToPath(import.meta.resolve('florin/florin.js')))));
app.use(express.static('public'));
app.get('/', (_request, response) => void response.send(homePage()));
app.post('/orders', (_request, response) => response.redirect(303, `/orders/${addOrder()}`));
app.get('/orders/:name', (request, response) => {
  // Here you decide who may see an order.
  const order = findOrder(request.params.name);
  if (order) response.set('cache-control', 'no-store').send(orderPage(request.params.name, order));
  else response.status(404).send('There is no such order.');
});
createServer(SERVER_LIMITS, app).listen(port, process.env.HOST || '127.0.0.1', () =>
  console.log(`shop at http://localhost:${port}/`),
);
