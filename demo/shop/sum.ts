/** Sums of money in the language of the page, as Florin's elements on it print theirs. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createMoney, formatMoney } from 'florin/core';
import { html } from 'hono/html';
import type { Html } from '../ways/html.js';
import { CURRENCY } from './catalogue.js';

const language = new AsyncLocalStorage<string>();

/** Runs `render`, and prints its sums in the language `lang` (BCP 47). */
export function withSumsIn<Result>(lang: string, render: () => Result): Result {
  return language.run(lang, render);
}

/**
 * Prints a sum in minor units: `$74.00`. In the browser it follows the language of the page and the price of the payment form
 * (public/sums.js).
 */
export function printSum(minor: number): Html {
  const text = formatMoney(createMoney(minor, CURRENCY), language.getStore() ?? 'en-AU');
  return html`<data value="${minor} ${CURRENCY}" translate="no">${text}</data>`;
}
