/** Shows what the address asks for: `/` the button, `/orders/…` the form or the paid order. */
const place = document.querySelector('#place');
const name = /^\/orders\/(.+)$/.exec(location.pathname)?.[1] ?? '';

function show(tag, text, attributes = {}) {
  const element = document.createElement(tag);
  element.textContent = text;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  place.replaceChildren(element);
  return element;
}

async function showOrder() {
  const answer = await fetch(`/api/orders/${encodeURIComponent(name)}`);
  if (!answer.ok) return show('p', 'There is no such order.');
  const { cents, paidBy } = await answer.json();
  if (paidBy) return show('p', `Paid with transaction ${paidBy}`);
  return show('florin-checkout', '', { 'signer-url': '/pay', order: name, amount: cents, currency: 'AUD' });
}

async function buy() {
  const answer = await fetch('/api/orders', { method: 'POST' });
  const { order } = await answer.json();
  location.assign(`/orders/${order}`);
}

if (name) await showOrder();
else show('button', 'Buy the book for 199.00 AUD').addEventListener('click', buy);
