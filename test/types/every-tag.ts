/** Every tag has an entry of its own. */
import 'florin/elements/florin-amount';
import 'florin/elements/florin-bank-account';
import 'florin/elements/florin-card-cvn';
import 'florin/elements/florin-card-expiry';
import 'florin/elements/florin-card-fields';
import 'florin/elements/florin-card-name';
import 'florin/elements/florin-card-number';
import 'florin/elements/florin-checkout';
import 'florin/elements/florin-pay-button';
import 'florin/elements/florin-receipt';
import 'florin/elements/florin-references';
import 'florin/elements/florin-saved-cards';
import 'florin/elements/florin-store-card';
import type * as Classes from 'florin/elements';

document.addEventListener('florin-result', (event: Classes.FlorinResultEvent) => event.result.status);

export const elements = {
  amount: document.createElement('florin-amount') satisfies Classes.AmountElement,
  bankAccount: document.createElement('florin-bank-account') satisfies Classes.BankAccountElement,
  cvn: document.createElement('florin-card-cvn') satisfies Classes.CardCvnElement,
  expiry: document.createElement('florin-card-expiry') satisfies Classes.CardExpiryElement,
  fields: document.createElement('florin-card-fields') satisfies Classes.CardFieldsElement,
  name: document.createElement('florin-card-name') satisfies Classes.CardNameElement,
  number: document.createElement('florin-card-number') satisfies Classes.CardNumberElement,
  checkout: document.createElement('florin-checkout') satisfies Classes.CheckoutElement,
  button: document.createElement('florin-pay-button') satisfies Classes.PayButtonElement,
  receipt: document.createElement('florin-receipt') satisfies Classes.ReceiptElement,
  references: document.createElement('florin-references') satisfies Classes.ReferencesElement,
  savedCards: document.createElement('florin-saved-cards') satisfies Classes.SavedCardsElement,
  storeCard: document.createElement('florin-store-card') satisfies Classes.StoreCardElement,
};
