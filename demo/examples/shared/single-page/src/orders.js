// @ts-check
/** The orders, as the shop's server tells the page. Secrets stay at the server. */

/** @typedef {{ name: string, cents: number, paidBy: string | null }} Order */

/** The order that the address names: `/orders/…`. */
const nameInAddress = () => /^\/orders\/(.+)$/.exec(location.pathname)?.[1] ?? '';

/**
 * The order of this address: `undefined` if it names none, `null` if the shop does not know it.
 * @returns {Promise<Order | null | undefined>}
 */
export async function findOrder() {
  const name = nameInAddress();
  if (!name) return undefined;
  const answer = await fetch(`/api/orders/${encodeURIComponent(name)}`);
  return answer.ok ? { name, ...(await answer.json()) } : null;
}

/** Orders one book, and opens the page of the order. */
export async function buy() {
  const answer = await fetch('/api/orders', { method: 'POST' });
  const { name } = await answer.json();
  location.assign(`/orders/${encodeURIComponent(name)}`);
}
