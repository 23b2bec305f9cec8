// @ts-check
/**
 * The order summary follows the price of the payment form: one event of the form changes every total of the page, so that a
 * surcharge never leaves two totals.
 */
document.addEventListener('florin-amount', (event) => {
  const { amount } = /** @type {Event & { price: { amount: { minor: number, currency: string } } }} */ (event).price;
  const format = new Intl.NumberFormat('en-AU', { style: 'currency', currency: amount.currency });
  for (const total of document.querySelectorAll('[data-total]')) total.textContent = format.format(amount.minor / 100);
});
