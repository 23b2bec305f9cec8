import { error } from '@sveltejs/kit';
import { findOrder } from '$lib/server/orders.js';

export const load = ({ params, setHeaders }) => {
  // Here you decide who may see an order.
  const order = findOrder(params.name);
  if (!order) error(404, 'There is no such order.');
  setHeaders({ 'cache-control': 'no-store' });
  return { name: params.name, ...order };
};
