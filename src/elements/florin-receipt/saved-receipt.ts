/**
 * The receipt of `<florin-receipt purpose="…">` for a card or a bank account: asks the signer like the checkout does,
 * with the claim that the checkout left in this browser tab. Loaded for receipts with such a purpose.
 */
import { css, html, type LitElement, nothing } from 'lit';
import { isWebAddress } from '../../checkout/addresses.js';
import { createSaving, type SavingFlow, type TokenPurpose, type TokenState } from '../../checkout/saving.js';
import type { SavedCard } from '../../core/pay-api.js';
import { adoptStyles } from '../adopt-styles.js';
import { FlorinSavedEvent } from '../florin-checkout/token-event.js';
import { isStuck } from '../florin-checkout/attempt-message.js';
import { canTryAgain, tokenMessage } from '../florin-checkout/token-message.js';
import { endOf, cardName, nameOf } from '../florin-checkout/token-text.js';
import { alertMark, tickMark } from '../marks.js';
import { type TokenMessages, tokenMessages } from '../messages/token-messages.js';
import { redrawn, untranslated } from '../untranslated.js';

const styles = css`
  [part='saved'] {
    font-size: 1.375rem;
    font-weight: 650;
    line-height: 1.3;
    margin-block: 8px 4px;
  }
`;

export class SavedReceipt {
  readonly #purpose: TokenPurpose;
  readonly #flow: SavingFlow;
  readonly #againUrl: string;
  readonly #doneUrl: string;

  constructor(host: LitElement & { readonly signerUrl: string }) {
    const attribute = (name: string) => host.getAttribute(name) ?? '';
    const purpose = attribute('purpose') as TokenPurpose;
    const card = purpose.startsWith('update') ? attribute('card') : '';
    this.#purpose = purpose;
    this.#againUrl = attribute('again-url');
    this.#doneUrl = attribute('done-url');
    this.#flow = createSaving({ signerUrl: host.signerUrl, purpose, card, claim: attribute('claim') });
    adoptStyles(host.renderRoot, [styles]);
    this.#flow.subscribe(({ status, result }) => {
      if (status === 'saved' && result?.status === 'stored') {
        host.dispatchEvent(new FlorinSavedEvent(purpose, result.card));
      }
      host.requestUpdate();
    });
    this.#flow.resume(true);
  }

  get state(): TokenState {
    return this.#flow.state;
  }

  dispose(): void {
    this.#flow.dispose();
  }

  render(locale: string) {
    const messages = tokenMessages(locale);
    const { state } = this;
    const { result } = state;
    if (result?.status === 'stored') return this.#renderStored(result.card, messages);
    const message = tokenMessage(state, messages, navigator.onLine, locale);
    if (!message) return html`<p class="soft">${messages.nothingToShow}</p>`;
    if (state.status === 'unknown' && !isStuck(state))
      return html`<p class="soft">${redrawn(`${message.what} ${message.next}`)}</p>`;
    return html`<header class="failed">
        ${state.status === 'unknown' ? nothing : html`<p class="word" part="outcome">${alertMark(22)}${messages.notSaved}</p>`}
        <p part="advice"><strong>${redrawn(message.what)}</strong> ${redrawn(message.next)}</p>
      </header>
      ${this.#renderWayOn(messages)}`;
  }

  /** Nothing was saved: back to the form, or to the account if the form cannot save this. */
  #renderWayOn(messages: TokenMessages) {
    const { state } = this;
    const [url, text] = canTryAgain(state) ? [this.#againUrl, messages.goAgain] : [this.#doneUrl, messages.toAccount];
    return url && isWebAddress(url) ? html`<p><a part="again" href=${url}>${text}</a></p>` : nothing;
  }

  #renderStored(card: SavedCard, messages: TokenMessages) {
    const lines = [endOf(card, messages), card.holderName].filter(Boolean);
    return html`<header class="approved">
      <p class="word" part="outcome">${tickMark(22)}${messages.saved[nameOf(this.#purpose, card.kind)]}</p>
      <p part="saved">${cardName(card, messages)}</p>
      ${lines.map((line) => html`<p class="soft"><bdi>${untranslated(line)}</bdi></p>`)}
    </header>`;
  }
}
