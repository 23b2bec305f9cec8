/**
 * Where the card of a checkout is typed: in the element itself (page-card.ts), or in a frame of another origin
 * (frame-card.ts). The checkout draws it, asks it whether all is right, and has it send; it never sees what is typed.
 */
import type { LitElement, ReactiveController } from 'lit';
import type { FrameOptions } from '../../channel/contract.js';
import type { KeyWish } from '../../checkout/contract.js';
import type { Money } from '../../core/money/money.js';
import type { CardField, CardInput, SavedCardInput, SendCard } from '../../checkout/submit-card.js';

/** The element that draws the card. */
export type CardHost = LitElement & {
  /** Ids of brands, separated by blanks; all when empty. */
  readonly acceptedBrands: string;
  readonly noName: boolean;
  /** BCP 47; the page's language when empty. */
  readonly locale: string;
  /** Where the frame page lies. */
  readonly frameSrc: string;
  readonly signerUrl: string;
  readonly order: string;
  /** As when the button is pressed. */
  pay(): Promise<void>;
};

/** The card, as a checkout knows it. Fires `florin-field` on its host. */
export interface CardSource extends ReactiveController {
  /** The fields, for the element's shadow root. */
  render(): unknown;
  /** Focuses the first field. False: there is none that could be focused yet. */
  focus(options?: FocusOptions): boolean;
  /** Shows what is wrong, and puts the focus on the first of it. True when all can be sent. */
  report(): boolean | Promise<boolean>;
  /** What `Checkout.submit` takes. Only after {@link report} was true. */
  forSubmission(): CardInput | SavedCardInput | SendCard;
  /** What the key is to be made for, the same object for as long as nobody wishes something else. */
  readonly wish?: KeyWish | undefined;
  /** False while the fields are on their way. Left out: they are there as soon as they are drawn. */
  readonly isReady?: boolean | undefined;
  /** Nothing is typed, as far as this page can know. */
  readonly isEmpty: boolean;
  /** What the signer has said that it costs, of a card that needs a key to be drawn. */
  readonly amount?: Money | undefined;
  /** Month 99 counts, by which the service's test mode is told what to answer. */
  allowTestMonth(isAllowed: boolean): void;
  /** The service has found fault with a field: says so there, and focuses it unless the shopper has gone elsewhere. */
  refuse(field: CardField, takesFocus: boolean): void;
  clearCvn(): void;
  clear(): void;
  /** Of a card in a frame: what the frame is to do besides. */
  configure?(options: FrameOptions): void;
  /** An attribute of the host has changed. */
  hostChanged(): void;
}

/** The values of the attribute `isolation`. */
export type Isolation = 'page' | 'frame';

/**
 * The values of the attribute `method` but for the usual one, `javascript`; or `token`, by any method, for an attribute
 * `purpose` that says to save or update something instead of paying.
 */
export type OtherMethod = 'iframe' | 'redirect' | 'webform' | 'token';

/** Kinds of fields that are not asked for; `false` is none. */
export type LeftOut = () => readonly (CardField | false)[];

/**
 * Makes the card of an element. `leftOut` is for one in the page; a frame is told by `configure`.
 * Undefined when the element shows what stands in its slot `form`.
 */
export type CreateCard = (host: CardHost, leftOut?: LeftOut) => CardSource | undefined;

const creators: Partial<Record<Isolation | OtherMethod, CreateCard>> = {};

/** Makes a kind of isolation or a method known; the bundle decides which kinds it holds from the start. */
export function offerCard(kind: Isolation | OtherMethod, create: CreateCard): void {
  creators[kind] = create;
}

/** What is done with an element, undefined for a payment by `javascript`. */
export function otherMethod(host: Element): OtherMethod | undefined {
  if (/^(sav|updat)e-/.test(host.getAttribute('purpose') ?? '')) return 'token';
  const method = host.getAttribute('method');
  return /^(iframe|redirect|webform)$/.test(method ?? '') ? (method as OtherMethod) : undefined;
}

/** The card of a kind; undefined while its code has not come, or what the page brings is shown. */
export function createCard(kind: Isolation | OtherMethod, host: CardHost, leftOut?: LeftOut): CardSource | undefined {
  return creators[kind]?.(host, leftOut);
}
