/**
 * The method `webform` for what is saved, where the page brings the signer's plain form inside the tag: as for a payment
 * (method-webform.ts) the element's fields take its place with what was typed, and send it by a form's post (D9, D10). They
 * send it with a key of their own; that of the page's form then stays unused.
 */
import { html } from 'lit';
import type { LitElement } from 'lit';
import type { CardField } from '../../checkout/submit-card.js';
import type { AccountField, SendToken, TokenInput } from '../../checkout/submit-token.js';
import type { GivenForm } from './given-form.js';
import { leaveByForm } from './leave-by-form.js';
import type { TokenFields, TokenHost } from './token-fields.js';

export class TokenWebform implements TokenFields {
  readonly #host: TokenHost;
  readonly #fields: TokenFields;
  /** Until what is typed in it has been taken over. */
  #given: GivenForm | undefined;

  /** @param fields - of the element, drawn in place of the form */
  constructor(host: TokenHost, fields: TokenFields, given: GivenForm) {
    this.#host = host;
    this.#fields = fields;
    this.#given = given;
  }

  get isEmpty(): boolean {
    return this.#fields.isEmpty;
  }

  get inPlace(): unknown {
    return this.#given && this.#fields.isReady === false ? html`<slot name="form"></slot>` : undefined;
  }

  render() {
    this.#given?.noteFocus();
    return this.#fields.render();
  }

  hostUpdated(): void {
    if (this.#given && !this.inPlace) void this.#takeOver(this.#given);
  }

  async #takeOver(given: GivenForm): Promise<void> {
    this.#given = undefined;
    const { renderRoot } = this.#host;
    const account = renderRoot.querySelector<LitElement>('florin-bank-account');
    // It draws itself after the element around it.
    await account?.updateComplete;
    const root = account?.renderRoot ?? renderRoot;
    given.takeOver(
      (id) => root.querySelector<HTMLInputElement>(`input#${id}`),
      renderRoot.querySelector<HTMLElement>('[part="button"]'),
    );
  }

  forSubmission(): TokenInput | SendToken {
    const input = this.#fields.forSubmission();
    if (typeof input === 'function') return input;
    const values = valuesOf(input);
    return ({ submitUrl }, exchange) => leaveByForm(this.#host.renderRoot, { action: submitUrl, values }, exchange);
  }

  focus(options?: FocusOptions): boolean {
    return this.#fields.focus(options);
  }

  report(): boolean | Promise<boolean> {
    return this.#fields.report();
  }

  refuse(field: CardField | AccountField, takesFocus: boolean): void {
    this.#fields.refuse(field, takesFocus);
  }

  clear(): void {
    this.#fields.clear();
  }
}

/** What is not typed of a card that is changed is left out, and stays as it was. */
function valuesOf(input: TokenInput): Readonly<Record<string, string>> {
  const values =
    'bsb' in input
      ? {
          AccountName: input.accountName,
          AccountNumber: input.accountNumber,
          BSBNumber: input.bsb,
          AcceptBADirectDebitTC: 'true',
        }
      : {
          CardHolderName: input.holderName,
          CardNumber: input.number,
          ExpiryDateMonth: input.expiryMonth,
          ExpiryDateYear: input.expiryYear,
        };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
}
