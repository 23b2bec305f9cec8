/** A page with the script tag: types of the global, of the tags, and of the events. */
import type {} from 'florin/florin.js';

const { mount } = await Florin.ready;
const { element, paid } = mount('#pay', { signerUrl: '/pay', order: 'B-1042', amount: 19900 });
element.addEventListener('florin-state', ({ state }) => state satisfies string);
(await paid).order.toLowerCase();
document.querySelector('florin-receipt')?.focus();
// @ts-expect-error: a misspelt option
mount('#pay', { signerUrl: '/pay', ordr: 'B-1042' });
// @ts-expect-error: the version is text
Florin.version satisfies number;
