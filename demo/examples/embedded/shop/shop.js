/** The script of the shop's page: shows the checkout page in a frame, and asks the shop's server after each outcome. */
import { embedCheckout } from '/florin/embed/index.js';

const place = document.querySelector('#pay');
const state = document.querySelector('#state');
const frame = embedCheckout(place, { src: place.dataset.src, title: 'Payment' });

frame.addEventListener('florin-outcome', async () => {
  // The outcome comes from a browser: only the server knows, which learned of the payment in `onPaid`.
  const answer = await fetch(`/api${location.pathname}`);
  const { paidBy } = await answer.json();
  state.textContent = paidBy ? `Paid with transaction ${paidBy}` : '';
});
frame.addEventListener('florin-error', ({ error }) => {
  state.textContent = 'The payment form does not load. Reload this page.';
  console.error(error);
});
