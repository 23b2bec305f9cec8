/**
 * The method `webform` where the page brings the signer's plain form inside the tag (`Signer.renderForm`): it works without
 * script, and is shown until this code is there. Then the fields of the element take its place, with what was typed and
 * the focus. The card still goes to the service by a form's post (T6), and the signer's return address leads back. The key
 * is the order's current one, asked for as for every method: it is the one of the page's form unless the price has changed.
 */
import type { CardField, SavedCardInput, SendCard } from '../../checkout/submit-card.js';
import { type CardHost, type CardSource, createCard, offerCard } from './card-source.js';
import { givenBy, GivenForm } from './given-form.js';
import { leaveByForm } from './leave-by-form.js';
import { AwayCard } from './method-away.js';

export class WebformCard implements CardSource {
  readonly #host: CardHost;
  readonly #fields: CardSource;
  /** Until what is typed in it has been taken over. */
  #given: GivenForm | undefined;

  /** @param fields - of the element, drawn in place of the form */
  constructor(host: CardHost, fields: CardSource, given: HTMLFormElement) {
    this.#host = host;
    this.#fields = fields;
    this.#given = new GivenForm(given);
    host.addController(this);
  }

  get isEmpty(): boolean {
    return this.#fields.isEmpty;
  }

  render() {
    this.#given?.noteFocus();
    return this.#fields.render();
  }

  hostUpdated(): void {
    const { renderRoot } = this.#host;
    const inputOf = (kind: string) => renderRoot.querySelector<HTMLInputElement>(`input#${kind}`);
    const given = this.#given;
    if (!given || !inputOf('number')) return;
    this.#given = undefined;
    given.takeOver(inputOf, renderRoot.querySelector('button'));
  }

  forSubmission(): SavedCardInput | SendCard {
    const card = this.#fields.forSubmission();
    // A saved card has no number, so that no form of cards can pay with it.
    if (typeof card === 'function' || !('number' in card)) return card;
    const { number, expiryMonth, expiryYear, cvn, holderName } = card;
    const values = {
      CardHolderName: holderName,
      CardNumber: number,
      ExpiryDateMonth: expiryMonth,
      ExpiryDateYear: expiryYear,
      CVN: cvn,
    };
    return ({ submitUrl }, exchange) => leaveByForm(this.#host.renderRoot, { action: submitUrl, values }, exchange);
  }

  focus(options?: FocusOptions): boolean {
    return this.#fields.focus(options);
  }

  report(): boolean | Promise<boolean> {
    return this.#fields.report();
  }

  allowTestMonth(isAllowed: boolean): void {
    this.#fields.allowTestMonth(isAllowed);
  }

  refuse(field: CardField, takesFocus: boolean): void {
    this.#fields.refuse(field, takesFocus);
  }

  clearCvn(): void {
    this.#fields.clearCvn();
  }

  clear(): void {
    this.#fields.clear();
  }

  hostChanged(): void {
    this.#fields.hostChanged();
  }
}

/** A script that is not deferred can be here before the form that the page brings. */
export async function pageRead(): Promise<void> {
  if (document.readyState !== 'loading') return;
  await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
}

/**
 * Makes the method known as it is here. An element that brings nothing leads away (method-away.ts); one that brings a sentence
 * in place of a form, or for whose page there are no fields here, shows what it brings.
 */
export async function offerWebform(): Promise<void> {
  await pageRead();
  offerCard('webform', (host) => {
    const given = givenBy(host);
    if (!given) return new AwayCard(host, 'webform');
    const fields = given instanceof HTMLFormElement ? createCard('page', host) : undefined;
    return fields && new WebformCard(host, fields, given as HTMLFormElement);
  });
}
