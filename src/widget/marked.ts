/**
 * Selects the elements that get a checkout from their `data-` attributes: marked elements, and the
 * script tag if it names an order.
 */
export const MARKED = '[data-florin-checkout],script[src*="/florin"][data-order]';
