/**
 * The element that holds the fields in the frame. It has only what the fields need of their host: Lit's own base class
 * would be a fifth of the frame's bytes, for properties and a life cycle that nothing here uses.
 */
import { html, render, type ReactiveController } from 'lit';
import type { FrameField } from '../channel/contract.js';
import type { FieldHost } from '../elements/field/card-field.js';
import { CardSet } from '../elements/field/card-set.js';
import { cardLayout } from '../elements/field/card-layout.css.js';
import { fieldStyles } from '../elements/field/field.css.js';
import { theme } from '../elements/theme.css.js';
import { fieldMessages } from '../elements/messages/field-messages.js';
import { translate } from './locale.js';
import { frameStyles } from './card-form.css.js';

/** The parts of the form that the page may change. */
interface FormLook {
  readonly locale: string;
  /** Texts that replace English ones, by path. */
  readonly messages: Readonly<Record<string, string>>;
  readonly withoutName: boolean;
  /** Further fields that are not asked for. */
  readonly without: readonly FrameField[];
}

/** `<florin-card-form>`, used only in the frame, where it stays as long as the document. */
export class CardForm extends HTMLElement implements FieldHost {
  readonly set: CardSet;
  readonly #controllers: ReactiveController[] = [];
  #look: FormLook = { locale: 'en', messages: {}, withoutName: false, without: [] };
  #messages = fieldMessages('en');
  #isDrawnSoon = false;

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [theme, fieldStyles, cardLayout, frameStyles].map(({ styleSheet }) => styleSheet!);
    this.set = new CardSet(this);
  }

  get look(): FormLook {
    return this.#look;
  }

  set look(look: FormLook) {
    this.#look = look;
    this.#messages = translate(fieldMessages(look.locale), look.messages);
    this.requestUpdate();
  }

  addController(controller: ReactiveController): void {
    this.#controllers.push(controller);
  }

  requestUpdate(): void {
    if (this.#isDrawnSoon) return;
    this.#isDrawnSoon = true;
    queueMicrotask(() => {
      this.#isDrawnSoon = false;
      this.#render();
    });
  }

  connectedCallback(): void {
    for (const controller of this.#controllers) controller.hostConnected?.();
    this.#render();
  }

  #render(): void {
    const { locale, withoutName, without } = this.#look;
    const { shadowRoot } = this;
    if (shadowRoot)
      render(
        html`<div class="florin">${this.set.render(this.#messages, locale, [...without, withoutName && 'name'])}</div>`,
        shadowRoot,
      );
  }
}
