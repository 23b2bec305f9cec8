/**
 * A card to be saved, in the page: the fields of a payment without the security code, which nobody may keep. They are
 * those of page-card.ts, which the first file has: another import of them would take that file apart.
 */
import type { CardField } from '../../checkout/submit-card.js';
import type { AccountField } from '../../checkout/submit-token.js';
import type { FlorinFieldEvent } from '../events.js';
import { type CardSource, createCard } from './card-source.js';
import type { TokenFields, TokenPlace } from './token-fields.js';

export class TokenCard implements TokenFields {
  readonly #card: CardSource;

  constructor({ host, onTyped }: TokenPlace) {
    const card = createCard('page', host);
    if (!card)
      throw new TypeError('florin-checkout: the fields of a page are not there; import florin/elements/define');
    this.#card = card;
    host.addEventListener('florin-field', ({ state }: FlorinFieldEvent) => {
      if (state.status !== 'empty') onTyped();
    });
  }

  render() {
    this.#card.hostChanged();
    return this.#card.render();
  }

  focus(options?: FocusOptions): boolean {
    return this.#card.focus(options);
  }

  report(): boolean {
    return this.#card.report() === true;
  }

  forSubmission() {
    const card = this.#card.forSubmission();
    if (!('number' in card)) throw new TypeError('a card in the page is sent by the page');
    const { number, expiryMonth, expiryYear, holderName } = card;
    return { number, expiryMonth, expiryYear, holderName };
  }

  get isEmpty(): boolean {
    return this.#card.isEmpty;
  }

  refuse(field: CardField | AccountField): void {
    this.#card.refuse(field as CardField, true);
  }

  clear(): void {
    this.#card.clear();
  }
}
