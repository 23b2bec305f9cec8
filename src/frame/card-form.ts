/**
 * The element that holds the fields in the frame. It is what the fields need of their host and no more: Lit's own base
 * class would be a fifth of the frame's bytes, for properties and a life cycle that nobody uses here.
 */
import { html, render, type ReactiveController, type ReactiveControllerHost } from 'lit';
import { adoptStyles } from '../elements/adopt-styles.js';
import { CardSet } from '../elements/field/card-set.js';
import { cardLayout } from '../elements/field/card-layout.css.js';
import { fieldStyles } from '../elements/field/field.css.js';
import { theme } from '../elements/theme.css.js';
import { fieldWords } from '../elements/words/field-words.js';
import { translate } from './locale.js';
import { frameStyles } from './card-form.css.js';

/** What the page may change of the form. */
export interface FormLook {
  readonly locale: string;
  /** In the place of English ones, by path. */
  readonly words: Readonly<Record<string, string>>;
  readonly hasName: boolean;
  /** Of a saved card nothing is typed but its security code. */
  readonly onlyCvn: boolean;
}

/** `<florin-card-form>`, in the frame alone. */
export class CardForm extends HTMLElement implements ReactiveControllerHost {
  readonly set: CardSet;
  readonly #controllers = new Set<ReactiveController>();
  #look: FormLook = { locale: 'en', words: {}, hasName: true, onlyCvn: false };
  #update: Promise<boolean> | undefined;

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    adoptStyles(root, [theme, fieldStyles, cardLayout, frameStyles]);
    this.set = new CardSet(this);
  }

  get look(): FormLook {
    return this.#look;
  }

  set look(look: FormLook) {
    this.#look = look;
    this.requestUpdate();
  }

  get updateComplete(): Promise<boolean> {
    return this.#update ?? Promise.resolve(true);
  }

  addController(controller: ReactiveController): void {
    this.#controllers.add(controller);
  }

  removeController(controller: ReactiveController): void {
    this.#controllers.delete(controller);
  }

  requestUpdate(): void {
    this.#update ??= Promise.resolve().then(() => {
      this.#update = undefined;
      this.#render();
      return true;
    });
  }

  connectedCallback(): void {
    for (const controller of this.#controllers) controller.hostConnected?.();
    this.#render();
  }

  disconnectedCallback(): void {
    for (const controller of this.#controllers) controller.hostDisconnected?.();
  }

  #render(): void {
    const { locale, words, hasName, onlyCvn } = this.#look;
    const without = onlyCvn ? ['number', 'expiry', 'name'] : [!hasName && 'name'];
    const spoken = translate(fieldWords(locale), words);
    const { shadowRoot } = this;
    if (!shadowRoot) return;
    for (const controller of this.#controllers) controller.hostUpdate?.();
    render(html`<div class="florin">${this.set.render(spoken, locale, without)}</div>`, shadowRoot);
    for (const controller of this.#controllers) controller.hostUpdated?.();
  }
}
