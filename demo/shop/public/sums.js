// @ts-check
/**
 * The sums of the page follow its language, and the totals the price of the payment form: one event of the form changes each
 * of them, so that a surcharge never leaves two totals.
 */
function print() {
  for (const sum of document.querySelectorAll('data')) {
    const [minor, currency] = sum.value.split(' ');
    const format = new Intl.NumberFormat(document.documentElement.lang, { style: 'currency', currency });
    sum.textContent = format.format(Number(minor) / 100);
  }
}

document.addEventListener('florin-amount', (event) => {
  const { amount } = /** @type {Event & { price: { amount: { minor: number, currency: string } } }} */ (event).price;
  for (const total of /** @type {NodeListOf<HTMLDataElement>} */ (document.querySelectorAll('[data-total] data')))
    total.value = `${amount.minor} ${amount.currency}`;
  print();
});
new MutationObserver(print).observe(document.documentElement, { attributeFilter: ['lang'] });
