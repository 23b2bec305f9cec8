/**
 * The contract between a page and the frame with the card fields (docs/guides/isolation.md): the methods that the page may
 * call ({@link FrameApi}), and the notices that the frame sends ({@link FrameNotice}). Both sides import this and nothing
 * else from each other.
 *
 * Every member that the frame sends is a value of a closed list, a small number, or an answer of the service: none can
 * contain a card number or a CVN (invariant 1). `write-frame-record.ts` copies only these members;
 * `read-frame-record.ts` refuses any other value.
 */
import type { CardBrandId } from '../core/card/brand.js';
import type { CardFieldReason, CardFieldState } from '../core/card/field-state.js';

/** The fields of the frame, in tab order. */
export const FRAME_FIELDS = ['number', 'expiry', 'cvn', 'name'] as const;

export type FrameField = (typeof FRAME_FIELDS)[number];

/** Targets of the focus: a field, or the first or last one. */
export type FocusTarget = FrameField | 'first' | 'last';

/** Appearance and rules of the frame. An absent member does not change. */
export interface FrameOptions {
  /** Locale of the messages (BCP 47): for screen readers, fonts, and lists of brands. */
  readonly locale?: string;
  /**
   * All messages of the fields instead of the English ones: by path in the table of elements/messages/field-messages.ts, as plain
   * text of at most {@link MESSAGE_LENGTH} characters each. `{0}` is replaced by the names of brands.
   */
  readonly messages?: Readonly<Record<string, string>>;
  /** Accepted brands. Default: all. */
  readonly acceptedBrands?: readonly CardBrandId[];
  /** Accepts month 99 (docs/wire/rest.md section 10). */
  readonly allowTestMonth?: boolean;
  /** The shopper agrees to save the card. It is sent with the card; the key must allow it. */
  readonly storeCard?: boolean;
  /**
   * The saved card of the form. A brand, or `any`: only the security code of a saved card that pays. `new`: a card to be saved,
   * without its security code. `changed`: only the expiry of a saved card. These two need a key for a token. `none`: a typed card
   * that pays.
   */
  readonly savedCard?: CardBrandId | 'any' | 'new' | 'changed' | 'none';
  /** The key of the next submission: a frame that asks for consent shows its terms ({@link FrameNotice.asks}). Empty: none. */
  readonly signedKey?: string;
  /** Moves the focus to the next field when one is complete and valid. */
  readonly autoAdvance?: boolean;
  /** Hides the field of the name. */
  readonly withoutName?: boolean;
  /** All styles of the page; an absent one has the frame's own value. See style-table.ts. */
  readonly styles?: FrameStyles;
}

/** Values by the property names of style-table.ts. */
export type FrameStyles = Readonly<Record<string, string>>;

/**
 * The outcome of a submission. `lost`: a transaction may have been made; ask the signer, and never offer to pay again.
 */
export type SubmitOutcome =
  | { readonly kind: 'finished'; readonly resultKey: string }
  | { readonly kind: 'challenge'; readonly redirectionUrl: string }
  | { readonly kind: 'field_error'; readonly field: FrameField; readonly apiCode: number }
  | { readonly kind: 'refused'; readonly apiCode: number }
  | { readonly kind: 'lost'; readonly apiCode?: number };

/** The methods of the frame that the page may call. */
export interface FrameApi {
  configure(options: FrameOptions): void;
  /** Focuses a field. Browsers may refuse this without a gesture of the shopper (iOS). */
  focus(target: FocusTarget): void;
  /** Validates the fields as the pay button does: shows errors and focuses the first invalid field. True if all are valid. */
  check(): boolean;
  /**
   * Submits the card with the key that the signer signed (signed-key.ts).
   * @throws FlorinError `field_invalid` (also while the shopper has not consented in the frame), `key_refused`, `key_expired`:
   *   nothing was sent. Every later failure is an outcome.
   */
  submit(signedKey: string): Promise<SubmitOutcome>;
  /** After a decline: clears the security code and keeps the other fields. */
  clearCvn(): void;
  /** Clears all fields. */
  reset(): void;
  setDisabled(disabled: boolean): void;
}

/** The guard's allow-list: no other method can be called. */
export const FRAME_METHODS = [
  'configure',
  'focus',
  'check',
  'submit',
  'clearCvn',
  'reset',
  'setDisabled',
] as const satisfies readonly (keyof FrameApi)[];

/** A method of {@link FrameApi}. */
export type FrameMethod = (typeof FRAME_METHODS)[number];

/** An action of the shopper for the page. */
export const FRAME_ACTS = ['submit'] as const;

/** `submit`: Enter in a field; the page pays, as by its button. Tab leaves the frame natively. */
export type FrameAct = (typeof FRAME_ACTS)[number];

/** All that the frame may send to the page: its state, and an action of the shopper. */
export interface FrameNotice {
  /** State of each field; never its value. */
  readonly fields: Readonly<Partial<Record<FrameField, CardFieldState>>>;
  /** The brand, if it is certain. */
  readonly brand: CardBrandId | null;
  /** Height of the content in CSS pixels, an integer of at most {@link HIGHEST_FRAME}. */
  readonly height: number;
  readonly focused: FrameField | null;
  /**
   * The frame asks the shopper for consent, because keys are not bound to the shopper: it shows the terms of the key and has its
   * own button. It ignores `storeCard`.
   */
  readonly asks: boolean;
  readonly act: FrameAct | null;
}

/** The greatest height in CSS pixels: greater than any form, and smaller than any card number. */
export const HIGHEST_FRAME = 4000;

/** Most characters of a label or message. */
export const MESSAGE_LENGTH = 200;

/** Type of a signed key for a payment, so that a JWS for another purpose is refused. */
export const KEY_TYPE = 'florin-key+jwt';

/** Type of a signed key to save or update a card. */
export const TOKEN_KEY_TYPE = 'florin-token-key+jwt';

/**
 * Most characters of a signed key: an order of 4,096 characters of three bytes, an address and the other members, as base64url.
 */
export const SIGNED_KEY_LENGTH = 20_000;

/** Every status of a field in a notice. */
export const FIELD_STATUSES = ['empty', 'incomplete', 'invalid', 'valid'] as const satisfies CardFieldState['status'][];

/** Every reason in a notice. The type requires all of them. */
export const FIELD_REASONS = /* @__PURE__ */ Object.keys({
  too_short: 0,
  too_long: 0,
  luhn: 0,
  unknown_brand: 0,
  brand_not_accepted: 0,
  stored_token: 0,
  characters: 0,
  month: 0,
  expired: 0,
  too_far: 0,
} satisfies Record<CardFieldReason, 0>) as readonly CardFieldReason[];
