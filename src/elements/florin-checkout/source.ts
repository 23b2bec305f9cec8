/**
 * Where a card or a bank account is typed: in the element (page-card.ts, token-account.ts), in Florin's frame (frame-card.ts), in
 * the service's frame (method-frame.ts), or on another page (method-away.ts). The checkout draws it, asks it whether all is
 * right, and has it send; it never sees what is typed.
 */
import type { LitElement, ReactiveController } from 'lit';
import type { FrameOptions } from '../../channel/contract.js';
import type { KeyWish } from '../../checkout/contract.js';
import type { AccountField, AccountInput } from '../../checkout/submit-account.js';
import type { CardField, CardInput, SavedCardInput, Send, SubmitKey } from '../../checkout/submit-card.js';
import type { Money } from '../../core/money/money.js';
import type { References } from '../../core/reference.js';

/** The element that draws a source. */
export type CheckoutHost = LitElement & {
  /** Ids of brands, separated by blanks; all when empty. */
  readonly acceptedBrands: string;
  readonly noName: boolean;
  /** BCP 47; the page's language when empty. */
  readonly locale: string;
  /** Where the frame page lies. */
  readonly frameSrc: string;
  readonly signerUrl: string;
  readonly order: string;
  readonly isolation: Isolation;
  /** Where an approved payment, or saving, leads. */
  readonly successUrl: string;
  /** What the shopper gives besides; null while that is not complete. */
  readonly references?: References | null;
  /** The source as the checkout knows it: this one, or what stands around it. */
  readonly card?: Source | undefined;
  /** The attempt that is shown, once its code is here. */
  readonly attempt: { readonly status: string; prepare(): Promise<SubmitKey | undefined> } | undefined;
  /** The shopper has begun to type. */
  prepare(): void;
  /** As when the button is pressed. */
  pay(): Promise<void>;
};

/** A card or a bank account to pay with or to be saved, as a checkout knows it. Fires `florin-field` on its host. */
export interface Source extends ReactiveController {
  /** The fields, for the element's shadow root. */
  render(): unknown;
  /** Focuses the first field. False: none can be focused yet. Left out: there is none. */
  focus?(options?: FocusOptions): boolean;
  /** Shows what is wrong, and puts the focus on the first of it. True when all can be sent. Left out: it always can. */
  report?(): boolean | Promise<boolean>;
  /** What is sent, or how. Only after {@link report} was true. */
  forSubmission(choice?: { readonly storeCard: boolean }): Typed | Send;
  /** What the key is to be made for, the same object for as long as nobody wishes something else. */
  readonly wish?: KeyWish | undefined;
  /** False while its code is on its way: the form waits out of sight. */
  readonly hasCode?: boolean;
  /** True while the form that the page brings (slot `form`) is shown in its place. */
  readonly showsGiven?: boolean;
  /** False while nobody can type. Left out: the fields are there as soon as they are drawn. */
  readonly isReady?: boolean | undefined;
  /** The card's frame asks the shopper, and has the button: the element shows its own only while it sends. */
  readonly hasButton?: boolean | undefined;
  /** The element is set up wrongly: what its developer has to change. */
  readonly fault?: string | undefined;
  /** Nothing is typed, as far as this page can know. */
  readonly isEmpty: boolean;
  /** What the signer has said that it costs, of a source that needs a key to be drawn. */
  readonly amount?: Money | undefined;
  /** Month 99 counts, by which the service's test mode is told what to answer. */
  allowTestMonth?(isAllowed: boolean): void;
  /** The service has refused a field: says so there, and focuses it if `takesFocus`. */
  refuse?(field: CardField | AccountField, takesFocus: boolean): void;
  clearCvn?(): void;
  clear?(): void;
  /** The key at hand has ended without success: what belongs to it has ended too. */
  renew?(): void;
  /** Of a card in a frame: what the frame is to do besides. */
  configure?(options: FrameOptions): void;
  /** An attribute of the host has changed. */
  hostChanged?(): void;
}

/** What was typed. */
export type Typed = CardInput | SavedCardInput | AccountInput;

/** The values of the attribute `isolation`. */
export type Isolation = 'page' | 'frame';

/** Kinds of fields that are not asked for; `false` is none. */
export type LeftOut = () => readonly (CardField | false)[];

/** Makes the source of an element. Undefined when the element shows the content of its slot `form`. */
export type CreateSource = (host: CheckoutHost, sources: Sources) => Source | undefined;

/**
 * What a bundle can type a card or an account in from the start, or at all: `florin.js` has the page's fields, and loads the
 * frame when it is wanted; `florin-isolated.js` has the frame, and nothing is typed in its page.
 */
export interface Sources {
  /** Fields in the page. `leftOut` is asked anew at each drawing. */
  readonly page?: (host: CheckoutHost, leftOut?: LeftOut) => Source;
  readonly frame?: (host: CheckoutHost) => Source;
  /** Loads `<florin-bank-account>` and the access to what is typed in it. */
  readonly account?: () => Promise<typeof import('../extras.js')>;
}

/**
 * The values of the attribute `method` but for the usual one, `javascript`; or `token`, by any method, for an attribute
 * `purpose` that says to save or update something instead of paying.
 */
export type OtherMethod = 'iframe' | 'redirect' | 'webform' | 'token';

/** What is done with an element, undefined for a payment by `javascript`. */
export function otherMethod(host: Element): OtherMethod | undefined {
  if (/^(sav|updat)e-/.test(host.getAttribute('purpose') ?? '')) return 'token';
  const method = host.getAttribute('method');
  return /^(iframe|redirect|webform)$/.test(method ?? '') ? (method as OtherMethod) : undefined;
}

/** Whether the page keeps cards out of itself. */
export function isFramed(host: Element): boolean {
  return host.getAttribute('isolation') === 'frame';
}
