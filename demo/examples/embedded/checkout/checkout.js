/** The script of the checkout page: reports its height and the outcome to the shop's page only. */
import { reportCheckout } from '/florin/embed/index.js';

const { shop, outcome } = document.documentElement.dataset;
reportCheckout({ parents: [shop], ...(outcome && { outcome }) });
