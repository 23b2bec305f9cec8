/** `florin/elements/define`: registers all tags. Repeated imports have no effect. */
import './florin-amount/florin-amount.js';
import './florin-bank-account/florin-bank-account.js';
import './florin-card-cvn/florin-card-cvn.js';
import './florin-card-expiry/florin-card-expiry.js';
import './florin-card-fields/florin-card-fields.js';
import './florin-card-name/florin-card-name.js';
import './florin-card-number/florin-card-number.js';
import './florin-checkout/florin-checkout.js';
import './florin-pay-button/florin-pay-button.js';
import './florin-receipt/florin-receipt.js';
import './florin-references/florin-references.js';
import './florin-saved-cards/florin-saved-cards.js';
import './florin-store-card/florin-store-card.js';
