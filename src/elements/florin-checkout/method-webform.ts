/**
 * The method `webform` where the page brings the signer's plain form inside the tag (`Signer.renderForm`): it works without
 * script, and is shown until this code is there. Then the fields of the element take its place, with what was typed and
 * the focus. The card still goes to the service by a form's post (T6), and the signer's return address leads back. The key
 * is the order's current one, asked for as for every method: it is the one of the page's form unless the price has changed.
 */
import type { CardField, CardInput, SavedCardInput, SendCard } from '../../checkout/submit-card.js';
import { SUBMIT_TIMEOUT_SECONDS } from '../../checkout/submit-card.js';
import { pause } from '../../checkout/timers.js';
import { FlorinError } from '../../core/errors.js';
import { type CardHost, type CardSource, createCard, offerCard } from './card-source.js';
import { AwayCard } from './method-away.js';

/** Where what is typed in the page's form goes. */
const PLACES: Readonly<Record<string, CardField>> = {
  CardNumber: 'number',
  ExpiryDateMonth: 'expiry',
  ExpiryDateYear: 'expiry',
  CVN: 'cvn',
  CardHolderName: 'name',
};

export class WebformCard implements CardSource {
  readonly #host: CardHost;
  readonly #fields: CardSource;
  /** Until what is typed in it has been taken over. */
  #given: HTMLFormElement | undefined;
  /** The element of it that had the focus. */
  #focused: Element | null | undefined;

  /** @param fields - of the element, drawn in place of the form */
  constructor(host: CardHost, fields: CardSource, given: HTMLFormElement) {
    this.#host = host;
    this.#fields = fields;
    this.#given = given;
    host.addController(this);
  }

  get isEmpty(): boolean {
    return this.#fields.isEmpty;
  }

  render() {
    // The form is about to lose its place, and with it the focus.
    this.#focused ??= this.#given && (this.#given.getRootNode() as Document | ShadowRoot).activeElement;
    return this.#fields.render();
  }

  hostUpdated(): void {
    const given = this.#given;
    if (!given || !this.#inputOf('number')) return;
    this.#given = undefined;
    const focused = given.contains(this.#focused ?? null) && this.#focused;
    this.#takeOver(given);
    if (!focused) return;
    const kind = PLACES[focused.getAttribute('name') ?? ''];
    const input = kind && this.#inputOf(kind);
    if (input) input.focus({ preventScroll: true });
    else this.#host.renderRoot.querySelector('button')?.focus({ preventScroll: true });
  }

  /** From input to input, and nowhere else; then the form is empty. */
  #takeOver(given: HTMLFormElement): void {
    const typed = new Map<CardField, string>();
    for (const element of given.elements) {
      const { name, value } = element as HTMLInputElement;
      const kind = PLACES[name];
      // A year alone would be read as a month.
      if (!kind || !value || (name === 'ExpiryDateYear' && typed.get(kind)?.length !== 2)) continue;
      typed.set(kind, (typed.get(kind) ?? '') + value);
    }
    // No second field of that name for autofill, tests and tools; what was typed is in the inputs that have gone.
    given.replaceChildren();
    for (const [kind, text] of typed) {
      const input = this.#inputOf(kind);
      if (!input) continue;
      input.value = text;
      // Formatted and checked as if a password manager had written it.
      input.dispatchEvent(new Event('input'));
    }
  }

  #inputOf(kind: CardField): HTMLInputElement | null {
    return this.#host.renderRoot.querySelector<HTMLInputElement>(`input#${kind}`);
  }

  forSubmission(): SavedCardInput | SendCard {
    const card = this.#fields.forSubmission();
    // A saved card has no number, so that no form of cards can pay with it.
    if (typeof card === 'function' || !('number' in card)) return card;
    return async ({ submitUrl }, { timers, signal }) => {
      const left = new AbortController();
      signal.addEventListener('abort', () => left.abort());
      let cause: unknown;
      // Also of the redirect that answers it, when the card has arrived: the signer knows.
      const onViolation = ({ effectiveDirective }: SecurityPolicyViolationEvent) => {
        if (effectiveDirective !== 'form-action') return;
        cause = new FlorinError('configuration_invalid', 'The page’s form-action needs the service and the signer');
        console.warn(`florin-checkout: ${String(cause)}`);
        left.abort();
      };
      document.addEventListener('securitypolicyviolation', onViolation, { signal: left.signal });
      this.#post(submitUrl, card);
      await pause(SUBMIT_TIMEOUT_SECONDS * 1000, timers, left.signal);
      left.abort();
      // The page is still here, or here again.
      return { kind: 'lost', cause };
    };
  }

  /** Its inputs are of text, whose values stand in no attribute; its `formdata` event ends at the shadow root. */
  #post(action: string, { number, expiryMonth, expiryYear, cvn, holderName }: CardInput): void {
    const form = document.createElement('form');
    Object.assign(form, { method: 'post', action, hidden: true });
    const values = {
      CardHolderName: holderName,
      CardNumber: number,
      ExpiryDateMonth: expiryMonth,
      ExpiryDateYear: expiryYear,
      CVN: cvn,
    };
    for (const [name, value] of Object.entries(values)) {
      const input = document.createElement('input');
      Object.assign(input, { name, value });
      form.append(input);
    }
    this.#host.renderRoot.append(form);
    form.submit();
    form.remove();
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

/**
 * Makes the method known as it is here. An element that brings nothing leads away (method-away.ts); one that brings a sentence
 * in place of a form, or for whose page there are no fields here, shows what it brings.
 */
export async function offerWebform(): Promise<void> {
  // A script that is not deferred can be here before the form that the page brings.
  if (document.readyState === 'loading') {
    await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
  }
  offerCard('webform', (host) => {
    const given = host.querySelector(':scope > [slot="form"]');
    if (!given) return new AwayCard(host, 'webform');
    const fields = given instanceof HTMLFormElement ? createCard('page', host) : undefined;
    return fields && new WebformCard(host, fields, given as HTMLFormElement);
  });
}
