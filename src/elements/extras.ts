/** `florin/elements/extras`: registers the tags that only some pages use. */
import './florin-amount/florin-amount.js';
