/** What a page in TypeScript gets from one import: the tag, its events on the element, `document` and `window`. */
import 'florin/elements/florin-checkout';

const checkout = document.createElement('florin-checkout');
checkout.amount = 19900;
// @ts-expect-error: a value that the property does not have
checkout.isolation = 'iframe';

checkout.addEventListener(
  'florin-result',
  (event) => event.result.status === 'approved' && event.result.receipt.txnNumber,
);
document.addEventListener('florin-result', ({ result }) => result.status satisfies string);
window.addEventListener('florin-card-choice', ({ card }) => card?.handle);
document.querySelector('div')?.addEventListener('florin-field', ({ brand, state }) => [brand, state.status]);
// @ts-expect-error: the event has no detail
document.addEventListener('florin-result', (event) => event.detail);

void checkout.pay().then(() => checkout.price?.amount.minor);
