/** Attributes of Svelte: what its templates may not contain. `Pay.svelte` has what they may. */
import type {} from 'florin/types/svelte';
import type { SvelteHTMLElements } from 'svelte/elements';

type Checkout = SvelteHTMLElements['florin-checkout'];

export const right: Checkout = { method: 'iframe', amount: '19900', 'no-name': true, class: 'pay' };
// @ts-expect-error: a value that the attribute does not have
export const wrong: Checkout = { method: 'java' };
// @ts-expect-error: the event has no detail
export const noDetail: Checkout = { 'onflorin-result': (event) => event.detail };
