/** Where what is to be saved is typed: in the element, in the service's frame, or on another page. */
import type { CardField } from '../../checkout/submit-card.js';
import type { AccountField, SendToken, TokenInput } from '../../checkout/submit-token.js';
import type { TokenFlow, TokenPurpose } from '../../checkout/token-flow.js';
import type { CardHost } from './card-source.js';

/** The element that a card or an account is saved in. */
export type TokenHost = CardHost & {
  /** Where saving leads; without it what was saved is shown in place. */
  readonly successUrl: string;
};

/** What the fields work with. */
export interface TokenPlace {
  readonly host: TokenHost;
  readonly purpose: TokenPurpose;
  /** The handle of what is changed; empty when something is added. */
  readonly card: string;
  /** The flow as it is now; none while the element has no `signer-url`. */
  flow(): TokenFlow | undefined;
  /** The shopper has begun to type. */
  onTyped(): void;
}

/** The fields, as the form knows them. */
export interface TokenFields {
  render(): unknown;
  /** What the element shows in place of all, for as long as it is not undefined. */
  readonly inPlace?: unknown;
  /** False while their code is not there: the form waits out of sight. Left out: they are there as soon as they are drawn. */
  readonly isReady?: boolean;
  /** False: there is nothing yet that could be focused. */
  focus(options?: FocusOptions): boolean;
  /** Shows what is wrong, and puts the focus on the first of it. True when all can be sent. */
  report(): boolean | Promise<boolean>;
  /** Only after {@link report} was true. */
  forSubmission(): TokenInput | SendToken;
  /** Nothing is typed, as far as this page can know. */
  readonly isEmpty: boolean;
  /** The service has found fault with a field: says so there, and focuses it unless the shopper has gone elsewhere. */
  refuse(field: CardField | AccountField, takesFocus: boolean): void;
  clear(): void;
  /** The host has been drawn. */
  hostUpdated?(): void;
  hostDisconnected?(): void;
  /** The key at hand is over, and nothing was stored: what belongs to it is over too. */
  renew?(): void;
}

/** Whether the page keeps cards out of itself. */
export function isFramed(host: TokenHost): boolean {
  return host.getAttribute('isolation') === 'frame';
}
