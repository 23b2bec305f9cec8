// @ts-check
/**
 * The script of the payment page whose form the server has rendered (render-checkout.js): npm's modules, as a shop's bundler
 * builds them (`demo` in vite.config.ts). It takes over the form and the typed text.
 */
import 'florin/hydrate';
import 'florin/elements/florin-checkout';
import { allowOrigins } from 'florin/checkout';

/** The addresses are in this script's own element, as with the script tag. */
const { florinOrigins = '' } = /** @type {HTMLElement} */ (document.querySelector('script[data-florin-origins]'))
  .dataset;
allowOrigins(...florinOrigins.split(' '));
