import { redirect } from '@sveltejs/kit';
import { addOrder } from '$lib/server/orders.js';

export const actions = {
  default: () => redirect(303, `/orders/${addOrder()}`),
};
