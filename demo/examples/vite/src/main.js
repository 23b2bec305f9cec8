// @ts-check
import 'florin/elements/florin-checkout';
import { buy, findOrder } from './orders.js';

const main = document.querySelector('main');

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {string} text
 */
function add(tag, text) {
  const element = document.createElement(tag);
  element.textContent = text;
  main?.append(element);
  return element;
}

const order = await findOrder();
if (order === undefined) {
  add('h1', 'Example Shop');
  add('button', 'Buy the book for 199.00 AUD').addEventListener('click', buy);
} else if (order === null) {
  add('p', 'There is no such order.');
} else if (order.paidBy !== null) {
  add('h1', 'Thank you');
  add('p', `Paid with transaction ${order.paidBy}`);
} else {
  add('h1', 'One book');
  // For production call `allowOrigins` once: node_modules/florin/docs/guides/script-tag.md, "Addresses".
  const checkout = document.createElement('florin-checkout');
  Object.assign(checkout, { signerUrl: '/pay', order: order.name, amount: order.cents, currency: 'AUD' });
  // Draws the receipt by itself. Your server learns of the payment in `onPaid`, not from this event.
  checkout.addEventListener('florin-result', ({ result }) => console.log(`payment ${result.status}`));
  main?.append(checkout);
}
