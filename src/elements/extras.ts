/** Elements that only some pages have. The script tag loads this file when the page has one of their tags. */
import './florin-amount/florin-amount.js';
import './florin-bank-account/florin-bank-account.js';

export { readAccount, refuseAccount, whenTyped } from './florin-bank-account/account-access.js';
