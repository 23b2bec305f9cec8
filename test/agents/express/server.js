// A shop that cannot take cards yet. Orders are in memory.
import { appendFileSync } from 'node:fs';
import express from 'express';

const app = express();
const orders = new Map();

/** What a cart costs, in cents. */
const priceOf = (items) => items * 4900;

/** The rest of the shop ships when this is called. */
export function markPaid(id) {
  orders.get(id).paid = true;
  appendFileSync('paid.log', `${id}\n`);
}

app.get('/', (_request, response) =>
  response.send('<form method="post" action="/orders"><input name="items" value="2"><button>Order</button></form>'),
);
app.post('/orders', express.urlencoded({ extended: false }), (request, response) => {
  const id = String(1000 + orders.size);
  orders.set(id, { id, total: priceOf(Number(request.body.items)), paid: false });
  response.redirect(303, `/orders/${id}`);
});
app.get('/orders/:id', (request, response) => {
  const order = orders.get(request.params.id);
  if (!order) return response.sendStatus(404);
  const state = order.paid ? 'paid' : 'not paid';
  response.send(`<h1>Order ${order.id}</h1><p>Total: ${order.total / 100} AUD, <span id="state">${state}</span></p>`);
});

app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1');
