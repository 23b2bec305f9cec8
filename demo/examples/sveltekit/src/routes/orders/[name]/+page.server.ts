import { error } from '@sveltejs/kit';
import { findOrder } from '$lib/server/orders.js';
import { renderCheckout } from '$lib/server/render-checkout.js';

export const load = async ({ params, setHeaders }) => {
  // Here you decide who may see an order.
  const order = findOrder(params.name);
  if (!order) error(404, 'There is no such order.');
  setHeaders({ 'cache-control': 'no-store' });
  const { paidBy } = order;
  return { paidBy, form: paidBy === null ? await renderCheckout(params.name, order) : '' };
};
