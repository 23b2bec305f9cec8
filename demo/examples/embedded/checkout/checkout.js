/** The checkout's half: tells the shop's page, and no other, its height and the outcome. */
import { reportCheckout } from '/florin/embed/index.js';

const { shop, outcome } = document.documentElement.dataset;
reportCheckout({ parents: [shop], ...(outcome && { outcome }) });
