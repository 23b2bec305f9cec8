import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { property, state } from '../property.js';
import type { CardField } from '../../checkout/submit-card.js';
import { brandOfCardType } from '../../core/card/brand.js';
import { isFlorinError } from '../../core/errors.js';
import type { SavedCard } from '../../core/pay-api.js';
import { FlorinCardChoiceEvent, FlorinCardRemovedEvent } from '../card-choice-event.js';
import { fieldsWithin } from '../field/field-registry.js';
import { icons } from '../field/icon-loader.js';
import { otherMethod } from '../florin-checkout/source.js';
import type { CheckoutElement } from '../florin-checkout/checkout-element.js';
import { type ChosenCard, joinCheckout, type SavedChoice } from '../florin-checkout/chosen-card.js';
import { drawsAsServer } from '../hydration.js';
import { localeOf } from '../locale.js';
import { onEnter } from '../submit-on-enter.js';
import { theme } from '../theme.css.js';
import { type SavedCardsMessages, savedCardsMessages } from '../messages/saved-cards-messages.js';
import { listCards, removeCard } from './card-calls.js';
import { renderCard, renderMore, renderOther } from './card-row.js';
import { nameOf } from './card-text.js';
import { type Notice, renderNotice } from './notice.js';
import { savedCardsStyles } from './saved-cards-element.css.js';

/**
 * The shopper's saved cards: masked, expired ones marked, each with a button to remove it after a confirmation. In a
 * `<florin-checkout>` (slot `before-fields`) the shopper can choose one of them to pay with, or another card. On its own it is a
 * list for an account page. A page never gets the service's tokens, only handles that are valid in this session.
 * The list is loaded again when an element of the page has saved or changed something.
 *
 * @fires {FlorinCardChoiceEvent} florin-card-choice - The shopper has chosen a saved card, or "another card".
 * @fires {FlorinCardRemovedEvent} florin-card-removed - A saved card has been removed permanently.
 * @slot - Your server's list, for browsers without script; shown until the list is loaded, and then removed.
 * @csspart title - The line above the list.
 * @csspart manage - In a checkout on a phone: the button that shows "Change" and "Remove". When they are shown, also `done`.
 * @csspart list - The list.
 * @csspart card - One card; the chosen one also `chosen`, an expired one also `expired`.
 * @csspart change - The link to the page that changes a card.
 * @csspart remove - The button that removes a card.
 * @csspart show-all - The button below the first five cards.
 * @csspart confirm - The confirmation before a card is removed.
 * @csspart message - The message about the list.
 * @cssprop --florin-ink - Text.
 * @cssprop --florin-ink-soft - Title and dates.
 * @cssprop --florin-paper - Background of a card.
 * @cssprop --florin-line - Borders.
 * @cssprop --florin-accent - Focus, choice and buttons.
 * @cssprop --florin-danger - Expired cards, errors, and the button that removes a card.
 * @cssprop --florin-radius - Corners.
 * @cssprop --florin-gap - Space below the list.
 * @cssprop --florin-font - Font family; inherited by default.
 */
export class SavedCardsElement extends LitElement implements SavedChoice {
  static override styles = [theme, savedCardsStyles];

  /** URL of the shop's signer; that of the checkout around it when empty. */
  @property({ attribute: 'signer-url' }) signerUrl = '';

  /** URL of the page that changes a card, with `{kind}` (`card`, `bank-account`) and `{card}`, its handle. */
  @property({ attribute: 'change-url' }) changeUrl = '';

  /** `required` (default) asks for the security code of the chosen card; `none` does not. */
  @property() cvn = 'required';

  /** BCP 47; the page's language when empty. */
  @property() locale = '';

  /** Set by the element: the list is loaded, or could not be. Until then, the checkout's fields are hidden for at most 3 s. */
  @property({ type: Boolean, reflect: true }) settled = false;

  @state() private cards: readonly SavedCard[] | undefined;
  /** Handles: of the chosen card, and of the card whose removal is being confirmed. */
  @state() private chosen = '';
  @state() private asked = '';
  @state() private isRemoving = false;
  /** The number of cards that are shown. The chosen card is one of them. */
  @state() private most = 5;
  /** "Manage" was pressed. */
  @state() private isManaging = false;
  /** The checkout takes typed cards only. */
  @state() private isOff = false;
  @state() private notice: Notice | undefined;
  /** The name of the card that was removed last. */
  @state() private removed = '';

  #checkout: CheckoutElement | null = null;
  #payer: ChosenCard | undefined;
  #connection: AbortController | undefined;
  /** Number of the last call for the list, because answers can arrive in another order. */
  #lastCall = 0;

  /** The chosen card; undefined for "another card", and while nothing can be chosen. */
  get card(): SavedCard | undefined {
    return this.#payer ? this.cards?.find(({ handle }) => handle === this.chosen) : undefined;
  }

  get asksCvn(): boolean {
    return this.cvn !== 'none';
  }

  get isEmpty(): boolean {
    return !this.#cvnField()?.read();
  }

  #leave(): void {
    this.#connection?.abort();
    this.#connection = undefined;
    this.#payer?.useSaved(undefined);
    this.#payer = undefined;
    this.#checkout = null;
  }

  /** Loads the list again. */
  async refresh(): Promise<void> {
    const signal = this.#connection?.signal;
    const signerUrl = this.signerUrl || this.#checkout?.signerUrl;
    if (!signal || !signerUrl) return;
    const call = ++this.#lastCall;
    let cards: readonly SavedCard[] | undefined;
    try {
      cards = await listCards(signerUrl, signal);
    } catch (error) {
      // Nobody is logged in: there is nothing to choose and no error to show.
      if (isFlorinError(error) && error.code === 'shopper_refused') cards = [];
    }
    // A later list is on its way or shown already.
    if (signal.aborted || call !== this.#lastCall) return;
    if (!cards) this.notice = 'not_loaded';
    else {
      if (this.notice === 'not_loaded') this.notice = undefined;
      this.#show(cards);
    }
    this.settled = true;
    this.#checkout?.requestUpdate();
  }

  report(): boolean {
    const field = this.#cvnField();
    if (!field || field.report()) return true;
    field.focus();
    return false;
  }

  readCvn(): string {
    return this.#cvnField()?.read() ?? '';
  }

  clearCvn(): void {
    this.#cvnField()?.clear();
  }

  refuse(kind: CardField, takesFocus: boolean): void {
    const field = this.#cvnField();
    if (kind === 'cvn' && field) {
      field.refuse();
      if (takesFocus) field.focus();
      return;
    }
    this.notice = 'refused';
    if (takesFocus) this.focusChoice();
  }

  focusChoice(): void {
    this.renderRoot.querySelector<HTMLElement>('input:checked')?.focus();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const checkout = this.closest('florin-checkout');
    // Moved together with its checkout: the choice and the typed security code stay.
    if (this.#connection && checkout === this.#checkout) return;
    this.#leave();
    this.#connection = new AbortController();
    const { signal } = this.#connection;
    icons.want(this);
    this.#checkout = checkout;
    if (checkout && otherMethod(checkout) !== 'token') {
      joinCheckout(checkout, (payer) => this.#join(payer), signal);
      checkout.addEventListener('florin-error', ({ error }) => this.#onError(error), { signal });
    }
    document.addEventListener('florin-saved', () => void this.refresh(), { signal });
    // A handle of an earlier session is invalid in this one.
    globalThis.addEventListener('pageshow', ({ persisted }) => persisted && void this.refresh(), { signal });
    // Its attributes, and those of the checkout, may be set in the same task.
    void Promise.resolve().then(() => this.refresh());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    // An element that is moved is disconnected and connected in the same task.
    queueMicrotask(() => this.isConnected || this.#leave());
  }

  protected override willUpdate(): void {
    const at = this.#shown()?.findIndex(({ handle }) => handle === this.chosen) ?? 0;
    this.most = Math.max(this.most, at + 1);
  }

  protected override updated(): void {
    const field = this.#cvnField();
    const brand = brandOfCardType(this.card?.type ?? '');
    if (!field || field.context.brand === brand) return;
    field.context = { ...field.context, brand };
    field.refresh();
  }

  protected override render(): TemplateResult | typeof nothing {
    if (this.isOff) return nothing;
    const messages = savedCardsMessages(localeOf(this));
    const cards = this.#shown();
    const isChoosing = this.#payer !== undefined;
    const title = isChoosing ? messages.payWith : messages.title;
    const { locale, changeUrl, chosen, asked, isRemoving, isManaging } = this;
    const view = {
      ...{ messages, locale, changeUrl, isChoosing, chosen, asked, isRemoving },
      asksCvn: this.asksCvn && !this.#payer?.asksElsewhere,
      onChoose: this.#choose,
      onAsk: this.#ask,
      onRemove: (card: SavedCard) => void this.#remove(card, messages),
      onKeep: this.#keep,
      onShowAll: this.#showAll,
    };
    return html`<div class="florin" @keydown=${this.#onKeydown} @keypress=${this.#onKeypress}>
      ${
        (!this.#checkout && !drawsAsServer(this)) || (cards && cards.length > 0)
          ? html`<div class="head">
              <p id="title" class="title" part="title" tabindex="-1">${title}</p>
              ${
                isChoosing
                  ? html`<button
                      type="button"
                      class="manage"
                      part="manage ${isManaging ? 'done' : ''}"
                      @click=${this.#manage}
                    >
                      ${isManaging ? messages.done : messages.manage}
                    </button>`
                  : nothing
              }
            </div>`
          : nothing
      }
      ${
        cards && cards.length > 0
          ? html`<div
              class="list ${isChoosing ? 'choosing' : ''} ${isManaging ? 'managing' : ''}"
              part="list"
              role=${isChoosing ? 'radiogroup' : 'list'}
              aria-labelledby="title"
            >
              ${cards.slice(0, this.most).map((card) => renderCard(card, view))}
              ${cards.length > this.most ? renderMore(view) : nothing}${isChoosing ? renderOther(view) : nothing}
            </div>`
          : nothing
      }
      ${this.cards ? nothing : html`<slot></slot>`}
      <div part="message" role="status">${this.#renderNotice(messages)}</div>
    </div>`;
  }

  #renderNotice(messages: SavedCardsMessages) {
    const { cards, notice, removed } = this;
    const isSilent = drawsAsServer(this) || this.#checkout !== null || (!cards && this.childElementCount > 0);
    return renderNotice({ notice, removed, isSilent, cards }, messages, () => void this.refresh());
  }

  /** Bank accounts cannot pay here. */
  #shown(): readonly SavedCard[] | undefined {
    return this.#payer ? this.cards?.filter(({ kind }) => kind === 'card') : this.cards;
  }

  #join(payer: ChosenCard): void {
    this.isOff = payer.isTypedOnly;
    if (this.isOff) return;
    this.#payer = payer;
    this.#chooseFirst();
    payer.useSaved(this);
    this.requestUpdate();
  }

  #show(cards: readonly SavedCard[]): void {
    const isFirst = this.cards === undefined;
    this.cards = cards;
    // A second, hidden list would confuse tools and tests.
    if (isFirst) this.replaceChildren();
    if (isFirst) this.#chooseFirst();
    else if (!cards.some(({ handle, isExpired }) => handle === this.chosen && !isExpired)) this.chosen = '';
    this.#payer?.update();
  }

  /** Chooses the card that was saved last, unless the shopper has begun to type another. */
  #chooseFirst(): void {
    if (!this.#payer?.areFieldsEmpty) return;
    this.chosen = this.#shown()?.find(({ isExpired }) => !isExpired)?.handle ?? '';
  }

  readonly #choose = (handle: string) => {
    this.chosen = handle;
    this.notice = undefined;
    this.removed = '';
    this.#payer?.update();
    this.dispatchEvent(new FlorinCardChoiceEvent(this.card));
    if (handle) this.#checkout?.prepare();
  };

  readonly #ask = (handle: string) => {
    if (this.isRemoving) return;
    this.asked = this.asked === handle ? '' : handle;
    this.removed = '';
    void this.#focusAfterUpdate(['.keep']);
  };

  readonly #keep = () => {
    const { asked } = this;
    if (this.isRemoving || !asked) return;
    this.asked = '';
    void this.#focusAfterUpdate([`[data-card="${asked}"]`]);
  };

  readonly #manage = () => {
    this.isManaging = !this.isManaging;
    if (!this.isRemoving) this.asked = '';
  };

  /** Focuses the first of the cards that were hidden. */
  readonly #showAll = () => {
    const added = `.row:nth-child(n + ${this.most + 1})`;
    this.most = Infinity;
    void this.#focusAfterUpdate([`${added} input:enabled`, `${added} :is(a, button)`]);
  };

  async #remove(card: SavedCard, messages: SavedCardsMessages): Promise<void> {
    const signal = this.#connection?.signal;
    if (this.isRemoving || !signal) return;
    const before = this.#shown() ?? [];
    const next = before[before.indexOf(card) + 1] ?? before[before.indexOf(card) - 1];
    this.isRemoving = true;
    this.notice = undefined;
    try {
      const left = await removeCard(this.signerUrl || (this.#checkout?.signerUrl ?? ''), card, signal);
      if (signal.aborted) return;
      this.#lastCall += 1;
      this.removed = nameOf(card, messages.cardForScreenReader, messages);
      this.asked = '';
      this.#show(left);
      this.dispatchEvent(new FlorinCardRemovedEvent(card));
      await this.#focusAfterUpdate(['input:checked', `[data-card="${next?.handle ?? ''}"]`, '.title']);
    } catch {
      if (!signal.aborted) this.notice = 'not_removed';
    } finally {
      this.isRemoving = false;
    }
  }

  /** Focuses the first of these that exists. */
  async #focusAfterUpdate(selectors: readonly string[]): Promise<void> {
    await this.updateComplete;
    const found = selectors.map((selector) => this.renderRoot.querySelector<HTMLElement>(selector)).find(Boolean);
    if (found) found.focus();
    else this.#checkout?.focus();
  }

  /** The key was refused: the card was removed, or the shopper was logged out. */
  #onError({ code }: { readonly code: string }): void {
    if ((code !== 'card_refused' && code !== 'shopper_refused') || !this.chosen) return;
    this.notice = 'refused';
    void this.refresh();
  }

  #cvnField() {
    return fieldsWithin([...this.renderRoot.querySelectorAll('florin-card-cvn')])[0];
  }

  readonly #onKeydown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && this.asked) {
      event.preventDefault();
      this.#keep();
    }
  };

  readonly #onKeypress = (event: KeyboardEvent) => onEnter(event, () => void this.#checkout?.pay());
}
