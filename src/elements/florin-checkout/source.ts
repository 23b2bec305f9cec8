/**
 * A source is the place where a card or a bank account is typed: in the element (page-card.ts, token-account.ts), in
 * Florin's frame (frame-card.ts), in the service's frame (method-frame.ts), or on another page (method-away.ts). The
 * checkout draws the source, validates it, and makes it send; it never sees the typed text.
 */
import type { LitElement, ReactiveController } from 'lit';
import type { FrameOptions } from '../../channel/contract.js';
import type { KeyOptions } from '../../checkout/contract.js';
import type { AccountField, AccountInput } from '../../checkout/submit-account.js';
import type { CardField, CardInput, SavedCardInput, Send, SubmitKey } from '../../checkout/submit-card.js';
import type { PageScheme } from '../../core/pay-api.js';
import type { Money } from '../../core/money/money.js';
import type { References } from '../../core/reference.js';
import { onEnter } from '../submit-on-enter.js';

export type CheckoutHost = LitElement & {
  /** Brand ids, separated by spaces; all when empty. */
  readonly acceptedBrands: string;
  readonly noName: boolean;
  /** BCP 47; the page's language when empty. */
  readonly locale: string;
  /** URL of the frame page. */
  readonly frameSrc: string;
  readonly signerUrl: string;
  readonly order: string;
  readonly isolation: Isolation;
  readonly sources: Sources;
  /** Where to redirect after an approved payment, or after saving. */
  readonly successUrl: string;
  /** References that the shopper has typed; null while incomplete. */
  readonly references?: References | null;
  /** The source that the checkout uses: this one, or the one that wraps it. */
  readonly card?: Source | undefined;
  /** The attempt that is shown, once its code is loaded. */
  readonly attempt:
    | {
        readonly status: string;
        /** The signer refuses the shopper or the saved card. */
        readonly isRefused?: boolean;
        /** Empty if the page cannot renew its order. */
        readonly renewOrder?: () => Promise<string>;
        prepare(scheme?: PageScheme): Promise<SubmitKey | undefined>;
      }
    | undefined;
  /** The shopper has begun to type. */
  prepare(): void;
  /** The same as pressing the button. */
  pay(): Promise<void>;
};

/** A card or a bank account to pay with or to save. Fires `florin-field` on its host. */
export interface Source extends ReactiveController {
  /** The fields, for the element's shadow root. */
  render(): unknown;
  /** Focuses the first field. False: no field can be focused yet. Omitted: there is no field. */
  focus?(options?: FocusOptions): boolean;
  /** Shows all errors and focuses the first one. True when everything can be sent. Omitted: it always can. */
  report?(): boolean | Promise<boolean>;
  /**
   * The function that pays with a saved card, which the key names. Omitted: the security code is sent as a typed card is.
   * @param cvn - as typed in the page; empty if {@link asksCvn}
   */
  forSaved?(cvn: string): Send;
  /** The security code of a saved card is asked for where a card is typed: in a frame, or on another page. */
  readonly asksCvn?: boolean | undefined;
  /** The chosen saved card is paid without a security code. */
  readonly needsNoCvn?: boolean | undefined;
  /** Why saved cards and the choice to save one have no effect; a warning for the developer. */
  readonly typedOnly?: string | undefined;
  /** The details to send, or the function that sends them. Only after {@link report} returned true. */
  forSubmission(choice?: { readonly storeCard: boolean }): Typed | Send;
  /** The details that the key must be made for; the same object as long as they do not change. */
  readonly keyOptions?: KeyOptions | undefined;
  /** False while its code is loading: the form is hidden. */
  readonly hasCode?: boolean;
  /** True while the page's form (slot `form`) is shown instead. */
  readonly showsGiven?: boolean;
  /** False while nothing can be typed. Omitted: the fields are ready as soon as they are drawn. */
  readonly isReady?: boolean | undefined;
  /** True if the frame has the button, or there are no fields: the element shows its own button only while it sends. */
  readonly hasButton?: boolean | undefined;
  /** The button's text while it can be pressed; omitted: what is paid. */
  readonly label?: string | undefined;
  /** A configuration error of the element, for its developer. */
  readonly fault?: string | undefined;
  /** Nothing is typed, as far as this page knows. */
  readonly isEmpty: boolean;
  /** The button opens another page, where everything is typed. */
  readonly isAway?: boolean | undefined;
  /** The signer's price, of a source that needs a key before it can be drawn. */
  readonly amount?: Money | undefined;
  /** Accepts month 99, which selects the answer of the service in test mode. */
  allowTestMonth?(isAllowed: boolean): void;
  /** Shows that the service has refused a field, and focuses it if `takesFocus`. */
  refuse?(field: CardField | AccountField, takesFocus: boolean): void;
  clearCvn?(): void;
  clear?(): void;
  /** The current key has ended without success, or its price has changed: the source discards what belongs to it. */
  renew?(isRepriced?: boolean): void;
  /** Of a card in a frame: further options of the frame. */
  configure?(options: FrameOptions): void;
  /** An attribute of the host has changed. */
  hostChanged?(): void;
}

export type Typed = CardInput | SavedCardInput | AccountInput;

/** The values of the attribute `isolation`. */
export type Isolation = 'page' | 'frame';

/** Kinds of fields that are not asked for; `false` is ignored. */
export type OmittedFields = () => readonly (CardField | false)[];

/** Creates the source of an element. Undefined if the element shows the content of its slot `form`. */
export type CreateSource = (host: CheckoutHost) => Source | undefined;

/**
 * The sources that a bundle contains or can load: `florin.js` has the page's fields and loads the
 * frame on demand; `florin-isolated.js` has the frame and no fields for the page.
 */
export interface Sources {
  /** Fields in the page. `omitted` is called at each render. */
  readonly page?: (host: CheckoutHost, omitted?: OmittedFields) => Source;
  readonly frame?: (host: CheckoutHost) => Source;
  /** Loads `<florin-bank-account>` and the access to its text. */
  readonly account?: () => Promise<typeof import('../extras.js')>;
}

/**
 * The values of the attribute `method` except the default `javascript`; or `token`, for any method,
 * if the attribute `purpose` says to save or update something.
 */
export type OtherMethod = 'iframe' | 'redirect' | 'webform' | 'token';

/** The kind of an element; undefined for a payment by `javascript`. */
export function otherMethod(host: Element): OtherMethod | undefined {
  if (/^(sav|updat)e-/.test(host.getAttribute('purpose') ?? '')) return 'token';
  const method = host.getAttribute('method');
  return /^(iframe|redirect|webform)$/.test(method ?? '') ? (method as OtherMethod) : undefined;
}

/**
 * Pays when Enter is pressed in a field of the shop in the slot. In built-in fields, and in an input that belongs to a form of
 * the page, the browser submits that form.
 */
export function payOnEnter(host: CheckoutHost, event: KeyboardEvent): void {
  const target = event.target as HTMLInputElement;
  const isOfForm = !host.contains(target) || (target.localName === 'input' && target.form);
  onEnter(event, () => isOfForm || void host.pay());
}

/** The fields have names for password managers; form data must not contain the card. */
export function leaveOutCard({ formData }: FormDataEvent): void {
  for (const name of [...formData.keys()]) formData.delete(name);
}
