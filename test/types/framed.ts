/** The small element of `isolation="frame"` types the same tag and events. */
import 'florin/elements/framed';

document.querySelector('florin-checkout')?.addEventListener('florin-before-pay', (event) => event.preventDefault());
document.createElement('florin-checkout').frameSrc satisfies string;
