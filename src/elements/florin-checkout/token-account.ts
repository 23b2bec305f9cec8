/** A bank account to save, in the page: `<florin-bank-account>`, whose code is loaded on demand. */
import { html } from 'lit';
import type { AccountInput } from '../../checkout/submit-account.js';
import { errorBox } from '../error-box.js';
import { localeOf } from '../locale.js';
import { tokenMessages } from '../messages/token-messages.js';
import type { BankAccountElement } from '../florin-bank-account/bank-account-element.js';
import { type CheckoutHost, payOnEnter, type Source } from './source.js';

type Access = typeof import('../extras.js');

export class TokenAccount implements Source {
  readonly #host: CheckoutHost;
  #access: Access | undefined;
  #load: 'loading' | 'there' | 'failed' = 'loading';

  constructor(host: CheckoutHost) {
    this.#host = host;
    void this.#begin();
  }

  get hasCode(): boolean {
    return this.#load === 'there';
  }

  render() {
    const host = this.#host;
    const messages = tokenMessages(localeOf(host));
    if (this.#load === 'failed') {
      return html`<div part="frame-error" role="alert">
        ${errorBox(messages.notLoaded, messages.loadAgain, () => void this.#begin())}
      </div>`;
    }
    return html`<slot
      name="fields"
      @slotchange=${this.#onSlotChange}
      @keypress=${(event: KeyboardEvent) => payOnEnter(host, event)}
      ><florin-bank-account
        locale=${host.locale}
        agreement-url=${host.getAttribute('agreement-url') ?? ''}
      ></florin-bank-account
    ></slot>`;
  }

  focus(options?: FocusOptions): boolean {
    const element = this.#element();
    element?.focus(options);
    return Boolean(element);
  }

  report(): boolean {
    return this.#element()?.reportValidity?.() ?? false;
  }

  forSubmission(): AccountInput {
    const account = this.#access?.readAccount(this.#element());
    if (!account) throw new TypeError('florin-checkout: there is no florin-bank-account in it');
    return account;
  }

  get isEmpty(): boolean {
    return this.#access?.readAccount(this.#element())?.accountNumber === '';
  }

  refuse(field: string, takesFocus: boolean): void {
    this.#access?.refuseAccount(this.#element(), field, takesFocus);
  }

  clear(): void {
    this.#element()?.formResetCallback?.();
  }

  async #begin(): Promise<void> {
    this.#load = 'loading';
    this.#host.requestUpdate();
    try {
      this.#access = await this.#host.sources.account?.();
      this.#load = 'there';
    } catch {
      this.#load = 'failed';
    }
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    this.#onSlotChange();
  }

  readonly #onSlotChange = (): void => {
    this.#access?.whenTyped(this.#element(), () => this.#host.prepare());
  };

  /** The shop's own element in the slot, or Florin's. */
  #element(): BankAccountElement | null {
    const host = this.#host;
    const own = host.querySelector<BankAccountElement>('florin-bank-account');
    return own ?? host.renderRoot.querySelector<BankAccountElement>('florin-bank-account');
  }
}
