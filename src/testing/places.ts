/** Selectors of the parts of a form: in Florin's elements, in its frame page, and on the pages of the payment service. */
import type { Place } from './driver.js';
import type { TypedAccount, TypedCard } from './test-cards.js';

const at = (selector: string): Place => ({ selector });

export const CARD: Readonly<Record<keyof TypedCard, Place>> = {
  number: at('input[autocomplete="cc-number"]'),
  expiry: at('input[autocomplete="cc-exp"]'),
  cvn: at('input[autocomplete="cc-csc"]'),
  name: at('input[autocomplete="cc-name"]'),
};

/** First the id of `<florin-bank-account>`, then that of the service's page, then the name in a plain form without script. */
export const ACCOUNT: Readonly<Record<keyof TypedAccount, Place>> = {
  bsb: at('input#bsb, input[name="BSBNumber"]'),
  number: at('input#number:not([autocomplete="cc-number"]), input#account, input[name="AccountNumber"]'),
  name: at('input#name[autocomplete="name"], input#holder, input[name="AccountName"]'),
};
export const AGREEMENT = at('input#agreement, input#agree, input[name="AcceptBADirectDebitTC"]');

const READY = ':not([aria-disabled="true"])';
/** The button of the element, of the service's page, and of the frame that asks for consent. */
export const PAY = at(
  `[part="button"]${READY}, form[data-mode] button:not([name])${READY}, button[aria-describedby="problem what"]${READY}`,
);
export const STORE_CARD = at('florin-store-card [part="choice"] input, input#store, [part="choice"] input');

const SAVED = '[part~="card"]';
export const savedCard = (text: string): Place => ({ selector: '.choice', within: { selector: SAVED, text } });
export const SHOW_ALL = at('[part="show-all"]');
export const MANAGE = at('[part~="manage"]:not([part~="done"])');
export const ANOTHER_CARD: Place = { selector: `${SAVED}:not(:has([part="remove"])) label` };
export const removeButton = (text: string): Place => ({
  selector: '[part="remove"]',
  within: { selector: SAVED, text },
});
export const CONFIRM_REMOVE = at('[part="confirm"] button.really');

/** The 3-D Secure dialog after the bank's page has been loaded. */
export const CLOSE_CHALLENGE = at('dialog[part="challenge"]:not(:has(.waits)) header button');
export const LEAVE_CHALLENGE = at('dialog[part="challenge"] [role="alertdialog"] button.plain');
export const CONTINUE = at('[part="continue"]');
export const answerButton = (answer: string): Place => at(`button[name="answer"][value="${answer}"]`);
