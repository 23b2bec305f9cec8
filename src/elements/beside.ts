/** What stands beside a checkout on some pages; for the script tag, which asks for this file when there is a tag of it. */
import './florin-pay-button/florin-pay-button.js';
import './florin-references/florin-references.js';
