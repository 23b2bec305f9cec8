/** What only some pages have a tag of; for the script tag, which asks for this file when there is one. */
import './florin-amount/florin-amount.js';
import './florin-bank-account/florin-bank-account.js';

export { readAccount, refuseAccount, whenTyped } from './florin-bank-account/account-access.js';
