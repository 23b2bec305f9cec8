/**
 * Elements that belong to a checkout and that only some pages have. The script tag loads this file
 * when the page has one of their tags.
 */
import './florin-pay-button/florin-pay-button.js';
import './florin-references/florin-references.js';
