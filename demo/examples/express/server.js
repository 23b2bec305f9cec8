// @ts-check
import { createServer } from 'node:http';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import express from 'express';
import { createListener, SERVER_LIMITS } from 'florin-server/signer/node';
import { addOrder, findOrder } from './orders.js';
import { homePage, orderPage } from './pages.js';
import { signer } from './signer.js';

const port = Number(process.env.PORT ?? 3000);
const app = express();
// The signer reads bodies itself: mount it before any body parser, with its whole path.
app.all('/pay/{*path}', createListener(signer));
app.use('/florin', express.static(dirname(fileURLToPath(import.meta.resolve('florin/florin.js')))));
app.use(express.static('public'));
app.get('/', (_request, response) => void response.send(homePage()));
app.post('/orders', (_request, response) => response.redirect(303, `/orders/${addOrder()}`));
app.get('/orders/:name', (request, response) => {
  const order = findOrder(request.params.name);
  if (order) response.set('cache-control', 'no-store').send(orderPage(request.params.name, order));
  else response.status(404).send('There is no such order.');
});
createServer(SERVER_LIMITS, app).listen(port, () => console.log(`shop at http://localhost:${port}/`));
