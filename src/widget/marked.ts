/** What is to have a checkout by its `data-` attributes: any element that says so, and the script tag with an order. */
export const MARKED = '[data-florin-checkout],script[src*="/florin"][data-order]';
