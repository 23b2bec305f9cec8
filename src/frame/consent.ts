/**
 * For keys that are not bound to the shopper's browser: shows what the key will pay or store, from the signed key
 * itself, and sends nothing before a person has pressed the button here. A script of the page can pass a key of its own
 * choice, but it cannot change these texts or press this button. docs/guides/isolation.md#whose-key
 */
import { html, nothing, render } from 'lit';
import type { SignedKey } from '../channel/signed-key.js';
import type { ConsentLanguage, KeyTerms } from '../core/key-terms.js';
import { FlorinError } from '../core/errors.js';
import { writeMoney } from '../core/money/money.js';
import { consentStyles } from './consent.css.js';
import { Presence } from './presence.js';

/** How long the terms must have been shown before a press counts, so that they can have been read. */
const READ_MS = 500;
/** The page gets the order's key after the press. A press older than this has expired. */
const AGREED_MS = 60_000;
/** The interval of visibility reports: browsers send at most ten a second. */
const SIGHT_MS = 300;
/** Fully visible, except for a rounded pixel. */
const WHOLE = 0.98;
/** Number of characters of a name that are shown. */
const NAME_LENGTH = 80;

/** Taken from the key; the page cannot change it. */
type Shown = Pick<SignedKey, 'order' | 'terms'>;

/**
 * Chromium also reports whether something covers the terms or makes them transparent; other
 * browsers report only whether they are clipped.
 */
interface SightInit extends IntersectionObserverInit {
  readonly trackVisibility: true;
  readonly delay: number;
}
type Sight = IntersectionObserverEntry & { readonly isVisible?: boolean };

export class Consent {
  readonly element = document.createElement('div');
  readonly #root = this.element.attachShadow({ mode: 'open' });
  readonly #onPress: () => void;
  readonly #shop: string;
  readonly #language: ConsentLanguage;
  #saves: 'new' | 'changed' | undefined;
  #shown: Shown | undefined;
  #text = '';
  /** Why the last try was not sent. */
  #problem: 'unanswered' | 'hidden' | 'again' | undefined;
  readonly #presence = new Presence(() => this.#root.querySelector('button')?.blur());
  #shownAt = -READ_MS;
  #seenSince: number | undefined;
  #stores = false;
  /** The agreement to the shown terms; another key ends it. */
  #agreed: { readonly at: number; readonly stores: boolean } | undefined;

  /** @param onPress - The shopper has pressed the button; the page then pays as with its own button. */
  constructor(parent: string, language: ConsentLanguage, onPress: () => void) {
    this.#shop = new URL(parent).host;
    this.#language = language;
    this.element.lang = language.locale;
    this.element.dir = language.direction;
    this.#onPress = onPress;
    this.#root.adoptedStyleSheets = [consentStyles.styleSheet!];
    const init: SightInit = { threshold: WHOLE, trackVisibility: true, delay: 100 };
    new IntersectionObserver((entries) => {
      const { intersectionRatio, isVisible } = entries.at(-1) as Sight;
      const isSeen = intersectionRatio >= WHOLE && isVisible !== false;
      if (isSeen === (this.#seenSince !== undefined)) return;
      this.#seenSince = isSeen ? performance.now() : undefined;
      this.#renderSoon();
    }, init).observe(this.element);
    this.#render();
  }

  /** @param saves - The purpose of the form before a key is shown. */
  configure(saves: 'new' | 'changed' | undefined): void {
    this.#saves = saves;
    this.#render();
  }

  /** Shows the terms of a key, or nothing without a key. An earlier agreement does not apply to another key. */
  show(key?: Shown): void {
    const text = key ? JSON.stringify([key.order, key.terms]) : '';
    if (text === this.#text) return;
    this.#shown = key;
    this.#text = text;
    this.#shownAt = performance.now();
    this.#stores = false;
    this.#agreed = undefined;
    if (this.#problem === 'again') this.#presence.restart();
    this.#problem = undefined;
    this.#renderSoon();
  }

  /** True if the last try was not sent. */
  get isUnanswered(): boolean {
    return this.#problem !== undefined;
  }

  onFocusByPage(): void {
    this.#presence.onFocusByPage();
  }

  /** The form is incomplete: the shopper has to press again. */
  forget(): void {
    this.#agreed = undefined;
  }

  /**
   * Uses up the shopper's agreement: returns whether the card is to be stored with the payment.
   * @throws FlorinError `field_invalid` while the shopper has not agreed; `key_refused` if the key has no terms
   */
  async take(key: Shown): Promise<boolean> {
    if (!key.terms) throw new FlorinError('key_refused', 'The signed key does not say what it is for');
    this.show(key);
    const agreed = this.#agreed;
    this.#agreed = undefined;
    if (agreed && performance.now() - agreed.at < AGREED_MS) return agreed.stores;
    await new Promise((resolve) => setTimeout(resolve, SIGHT_MS));
    if (this.#problem !== 'again') this.#problem = this.#seenSince === undefined ? 'hidden' : 'unanswered';
    this.#render();
    throw new FlorinError(
      'field_invalid',
      this.#problem === 'hidden'
        ? 'What the frame asks the shopper is cut off or covered; give the frame its height'
        : 'The shopper has to press the button in the frame',
    );
  }

  /**
   * A press by a person, not too early, who has been with the frame. It counts only if the terms were visible. If only that
   * moment is missing, a second press counts.
   */
  readonly #press = (event: MouseEvent): void => {
    if (!event.isTrusted || this.#isTooSoon(event.timeStamp)) return;
    const isHere = this.#presence.allows(event, this.#problem === 'again') || !this.#shown;
    const counts = isHere && this.#shown && this.#seenSince !== undefined;
    this.#problem = isHere ? undefined : 'again';
    this.#agreed = counts ? { at: performance.now(), stores: this.#stores } : undefined;
    this.#render();
    if (isHere) this.#onPress();
  };

  readonly #tick = (event: Event): void => {
    this.#stores = event.isTrusted && (event.target as HTMLInputElement).checked;
  };

  /** Renders now, and again when the button becomes active. */
  #renderSoon(): void {
    this.#render();
    setTimeout(() => this.#render(), READ_MS + 20);
  }

  /**
   * The terms were not shown long enough. A press while they are not visible is allowed but does
   * not count, and the frame shows why.
   */
  #isTooSoon(at: number): boolean {
    return at - Math.max(this.#shownAt, this.#seenSince ?? this.#shownAt) < READ_MS;
  }

  #render(): void {
    const { messages } = this.#language;
    const { order = '', terms } = this.#shown ?? {};
    const { amount, action, stores, account = this.#shop } = terms ?? {};
    const money = amount && isolate(this.#write(amount));
    const kept = isolate(shorten(account));
    const lines = [
      amount && fill(messages[action ?? 'pay'], money, isolate(shorten(order))),
      stores === 'changed'
        ? fill(messages.changed, kept)
        : stores && stores !== 'if_agreed' && fill(messages.always, kept),
    ].filter(Boolean);
    const label = amount
      ? messages[`${action ?? 'pay'}Now`].replace('{0}', () => this.#write(amount))
      : stores === 'new' || stores === 'changed'
        ? messages[`${stores}Now`]
        : this.#saves
          ? messages[`${this.#saves}Now`]
          : messages.start;
    render(
      html`<div class="consent" translate="no">
        <div id="what" role="status">${lines.map((line) => html`<p>${line}</p>`)}</div>
        ${
          stores === 'if_agreed'
            ? html`<label
                ><input type="checkbox" .checked=${this.#stores} @change=${this.#tick} /><span
                  >${fill(messages.if_agreed, kept)}</span
                ></label
              >`
            : nothing
        }
        <div id="problem" role="status">${this.#problem && messages[this.#problem]}</div>
        <button
          type="button"
          aria-describedby="problem what"
          aria-disabled=${this.#isTooSoon(performance.now()) ? 'true' : 'false'}
          @click=${this.#press}
        >
          ${label}
        </button>
      </div>`,
      this.#root,
    );
  }

  /** With the currency's code, because one sign stands for several currencies. */
  #write(amount: NonNullable<KeyTerms['amount']>): string {
    const text = writeMoney(amount);
    const digits = (text.split('.')[1] ?? '').length;
    return new Intl.NumberFormat(this.#language.locale, {
      style: 'currency',
      currency: amount.currency,
      currencyDisplay: 'code',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }).format(text as `${number}`);
  }
}

/** Isolated, so that a name with direction characters affects only itself. */
const isolate = (text: string) => html`<b><bdi>${text}</bdi></b>`;

const shorten = (name: string): string => (name.length > NAME_LENGTH ? `${name.slice(0, NAME_LENGTH)}…` : name);

/** A sentence with the values for `{0}` and `{1}`. */
const fill = (sentence: string, ...values: readonly unknown[]): readonly unknown[] =>
  sentence.split(/\{(\d)\}/).map((piece, index) => (index % 2 ? values[Number(piece)] : piece));
