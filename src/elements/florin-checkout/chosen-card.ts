/**
 * The source of a checkout with saved cards or the choice to save a card: it wraps the fields. A
 * saved card pays with a key made for it, so that only its security code is sent.
 */
import type { FrameOptions } from '../../channel/contract.js';
import type { KeyOptions } from '../../checkout/contract.js';
import type { CardField, Send } from '../../checkout/submit-card.js';
import { brandOfCardType, type CardBrandId } from '../../core/card/brand.js';
import type { Money } from '../../core/money/money.js';
import type { SavedCard } from '../../core/pay-api.js';
import type { CheckoutElement } from './checkout-element.js';
import { otherMethod, type Source, type Typed } from './source.js';

/** The list of saved cards, as the checkout uses it. */
export interface SavedChoice {
  readonly card: SavedCard | undefined;
  /** True while no security code is typed. */
  readonly isEmpty: boolean;
  /** Whether the security code is asked for. */
  readonly asksCvn: boolean;
  /** Shows an error of the security code. */
  report(): boolean;
  readCvn(): string;
  clearCvn(): void;
  /** Shows that the service has refused the security code. */
  refuse(field: CardField, takesFocus: boolean): void;
  focusChoice(): void;
}

/** The choice to save the card. */
interface StoreChoice {
  readonly checked: boolean;
  /** False if there is nothing to save, or if the service asks on its own page. */
  isOffered: boolean;
}

const HIDDEN = 'slot[name="before-fields"] ~ :not(slot) { display: none !important; }';
const STORES_CARD: KeyOptions = { storeCard: true };

export class ChosenCard implements Source {
  readonly #host: CheckoutElement;
  readonly #inner: Source;
  readonly #hiding = new CSSStyleSheet();
  /** Always the same object for the same card. */
  readonly #keyOptions = new Map<string, KeyOptions>();
  #saved: SavedChoice | undefined;
  #store: StoreChoice | undefined;
  #typedBrand: CardBrandId | undefined;
  #hasWarned = false;
  #handle = '';

  constructor(host: CheckoutElement, inner: Source) {
    this.#host = host;
    this.#inner = inner;
    this.#hiding.replaceSync(HIDDEN);
    this.#hiding.disabled = true;
    const { renderRoot: root } = host;
    if (root instanceof ShadowRoot) root.adoptedStyleSheets = [...root.adoptedStyleSheets, this.#hiding];
  }

  get keyOptions(): KeyOptions | undefined {
    const handle = this.#saved?.card?.handle;
    if (handle === undefined) return this.#store && STORES_CARD;
    const keyOptions = this.#keyOptions.get(handle) ?? { card: handle };
    this.#keyOptions.set(handle, keyOptions);
    return keyOptions;
  }

  get isReady(): boolean | undefined {
    return this.#inner.isReady;
  }

  get hasCode(): boolean {
    return this.#inner.hasCode !== false;
  }

  get showsGiven(): boolean {
    return this.#inner.showsGiven === true;
  }

  get amount(): Money | undefined {
    return this.#inner.amount;
  }

  get fault(): string | undefined {
    return this.#inner.fault;
  }

  /** A saved card without a security code needs no frame: nothing is typed. */
  get hasButton(): boolean | undefined {
    return this.#hiding.disabled && this.#inner.hasButton;
  }

  get isAway(): boolean | undefined {
    return this.#inner.isAway;
  }

  get isEmpty(): boolean {
    return this.#saved?.card ? this.#saved.isEmpty : this.#inner.isEmpty;
  }

  /** Whether the fields are empty, regardless of the choice. */
  get areFieldsEmpty(): boolean {
    return this.#inner.isEmpty;
  }

  /** The card is typed in a frame or on another page, and so is the security code of a saved card. */
  get asksElsewhere(): boolean {
    return this.#isFramed || this.#inner.asksCvn === true;
  }

  get needsNoCvn(): boolean {
    return this.#saved?.card !== undefined && !this.#saved.asksCvn;
  }

  /** Saved cards and the choice to save one have no effect. Warns the developer, once. */
  get isTypedOnly(): boolean {
    const { typedOnly } = this.#inner;
    if (typedOnly !== undefined && !this.#hasWarned) {
      console.warn(`florin-checkout: no saved card can be used, and none can be saved: ${typedOnly}`);
    }
    this.#hasWarned = true;
    return typedOnly !== undefined;
  }

  /** In Florin's frame. */
  get #isFramed(): boolean {
    return this.#inner.configure !== undefined;
  }

  useSaved(saved: SavedChoice | undefined): void {
    if (saved && this.isTypedOnly) return;
    this.#saved = saved;
    this.update();
  }

  useStore(store: StoreChoice | undefined): void {
    if (store && this.isTypedOnly) store.isOffered = false;
    this.#store = this.#inner.typedOnly === undefined ? store : undefined;
    this.update();
  }

  /** The choice has changed. */
  update(): void {
    const host = this.#host;
    const card = this.#saved?.card;
    const handle = card?.handle ?? '';
    const asksCvn = this.#saved?.asksCvn ?? false;
    this.#hiding.disabled = !card || (this.#isFramed ? asksCvn : this.asksElsewhere);
    if (handle !== this.#handle) {
      if (this.#handle === '') this.#typedBrand = host.brand;
      this.#handle = handle;
      const brand = brandOfCardType(card?.type ?? '')?.id;
      host.brand = card ? brand : this.#typedBrand;
      this.configure({ savedCard: card ? (brand ?? 'any') : 'none' });
    }
    host.requestUpdate();
  }

  render() {
    // A frame with its own button asks about saving too.
    if (this.#store)
      this.#store.isOffered =
        !this.#saved?.card && !this.hasButton && !this.isAway && otherMethod(this.#host) !== 'token';
    return this.#inner.render();
  }

  focus(options?: FocusOptions): boolean {
    if (!this.#saved?.card) return this.#inner.focus?.(options) ?? false;
    this.#saved.focusChoice();
    return true;
  }

  report(): boolean | Promise<boolean> {
    const saved = this.#saved;
    if (!saved?.card) return this.#inner.report?.() ?? true;
    if (!saved.asksCvn) return true;
    return this.asksElsewhere ? (this.#inner.report?.() ?? true) : saved.report();
  }

  forSubmission(): Typed | Send {
    const saved = this.#saved;
    if (saved?.card && !this.#isFramed) {
      const cvn = saved.asksCvn ? saved.readCvn() : '';
      return this.#inner.forSaved?.(cvn) ?? { cvn };
    }
    const storeCard = this.#store?.checked === true && !saved?.card;
    this.configure({ storeCard });
    const card = this.#inner.forSubmission({ storeCard });
    return typeof card === 'object' && storeCard ? { ...card, storeCard } : card;
  }

  allowTestMonth(isAllowed: boolean): void {
    this.#inner.allowTestMonth?.(isAllowed);
  }

  refuse(field: CardField, takesFocus: boolean): void {
    const saved = this.#saved;
    if (!saved?.card) return this.#inner.refuse?.(field, takesFocus);
    if (this.asksElsewhere && field === 'cvn') this.#inner.refuse?.(field, takesFocus);
    else saved.refuse(field, takesFocus);
  }

  clearCvn(): void {
    this.#saved?.clearCvn();
    this.#inner.clearCvn?.();
  }

  renew(isRepriced?: boolean): void {
    this.#inner.renew?.(isRepriced);
  }

  clear(): void {
    this.#saved?.clearCvn();
    this.#inner.clear?.();
  }

  hostChanged(): void {
    this.#inner.hostChanged?.();
  }

  configure(options: FrameOptions): void {
    this.#inner.configure?.(options);
  }
}

/**
 * Wraps the fields of a checkout, now or when they are ready, and calls back with the wrapper. Only
 * one wrapper for each source.
 */
export function joinCheckout(checkout: CheckoutElement, join: (card: ChosenCard) => void, signal: AbortSignal): void {
  let isJoined = false;
  const controller = {
    hostUpdate() {
      const { card } = checkout;
      if (isJoined || !card) return;
      isJoined = true;
      const chosen = card instanceof ChosenCard ? card : new ChosenCard(checkout, card);
      checkout.card = chosen;
      join(chosen);
    },
  };
  void customElements.whenDefined('florin-checkout').then(() => {
    if (signal.aborted) return;
    checkout.addController(controller);
    checkout.requestUpdate();
    signal.addEventListener('abort', () => checkout.removeController(controller));
  });
}
