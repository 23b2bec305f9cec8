/**
 * The contract between a page and the frame that holds the card fields (design.md section 4): what the page may ask
 * ({@link FrameApi}), and the one kind of thing that the frame tells ({@link FrameNotice}). Both sides import this and
 * nothing else from each other.
 *
 * Every member that the frame sends is a word of a closed list, a small number, or an answer of the service: there is
 * no place where a card number or a CVN could stand (invariant 1). `write-frame-record.ts` copies these members and
 * no others; `read-frame-record.ts` refuses what does not fit them.
 */
import type { CardBrandId } from '../core/card/brand.js';
import type { CardFieldReason, CardFieldState } from '../core/card/field-state.js';

/** The fields of the frame, in the order in which they are tabbed. */
export const FRAME_FIELDS = ['number', 'expiry', 'cvn', 'name'] as const;

/** A field of the frame. */
export type FrameField = (typeof FRAME_FIELDS)[number];

/** Where the focus may be sent: a field, or the first or last that is there. */
export type FocusTarget = FrameField | 'first' | 'last';

/** How the frame looks and what it takes. A member that is absent stays as it was. */
export interface FrameOptions {
  /** Language and region of the words, as in `lang` (BCP 47): for screen readers, fonts, and lists of brands. */
  readonly locale?: string;
  /**
   * What the fields say in the place of English, whole: by path in the table of elements/words/field-words.ts, as text and
   * nothing else, at most {@link WORD_LENGTH} characters each. `{0}` stands for the names of brands.
   */
  readonly words?: Readonly<Record<string, string>>;
  /** Brands that the shop takes; all of them while absent. */
  readonly acceptedBrands?: readonly CardBrandId[];
  /** Takes month 99 (REST manual, "Test mode"). */
  readonly allowTestMonth?: boolean;
  /** The shopper agrees that the card is kept: goes out with it, and counts where the key was made for it. */
  readonly storeCard?: boolean;
  /**
   * What is asked for. Of a saved card that pays, whose key names it, nothing but the security code: of this brand, or of `any`.
   * `new`: a card that is saved instead of paying, without its security code; `changed`: only what changes of a saved one, its
   * expiry. Both go out with a token's key, and with no other. `none` for a card that is typed to pay.
   */
  readonly savedCard?: CardBrandId | 'any' | 'new' | 'changed' | 'none';
  /** Leaves the name out. */
  readonly withoutName?: boolean;
  /** The look of the page, whole: what is absent has the frame's own value. See style-table.ts. */
  readonly styles?: FrameStyles;
}

/** Property name to checked value; the names are those of style-table.ts. */
export type FrameStyles = Readonly<Record<string, string>>;

/**
 * What became of a submission. `lost` is everything that leaves open whether a transaction was made: ask the signer,
 * never offer to pay again.
 */
export type SubmitOutcome =
  | { readonly kind: 'finished'; readonly resultKey: string }
  | { readonly kind: 'challenge'; readonly redirectionUrl: string }
  | { readonly kind: 'field_error'; readonly field: FrameField; readonly apiCode: number }
  | { readonly kind: 'refused'; readonly apiCode: number }
  | { readonly kind: 'lost'; readonly apiCode?: number };

/** Everything that the page may ask of the frame. */
export interface FrameApi {
  configure(options: FrameOptions): void;
  /** Puts the caret into a field. Browsers may refuse it without a gesture of the shopper (iOS). */
  focus(target: FocusTarget): void;
  /** As when the pay button is pressed: shows what is wrong and focuses the first wrong field. True: all can be sent. */
  check(): boolean;
  /**
   * Sends the card, with the key that the signer signed (signed-key.ts).
   * @throws FlorinError `field_invalid`, `key_refused`, `key_expired`: nothing has been sent. Whatever happens after
   *   the send is an outcome.
   */
  submit(signedKey: string): Promise<SubmitOutcome>;
  /** After a decline: the security code is asked for again, the rest stays. */
  clearCvn(): void;
  /** Empties all fields. */
  reset(): void;
  setDisabled(disabled: boolean): void;
}

/** The guard's allow-list: a method that is not named here cannot be called. */
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

/** Something that the shopper did which the page has to act on. */
export const FRAME_ACTS = ['submit'] as const;

/** `submit`: Enter in a field; the page pays, as by its button. Tab leaves the frame without anybody's help. */
export type FrameAct = (typeof FRAME_ACTS)[number];

/** Everything that the frame may tell the page: how it stands now, and what was just done. */
export interface FrameNotice {
  /** State of each field that is there; never what it holds. */
  readonly fields: Readonly<Partial<Record<FrameField, CardFieldState>>>;
  /** The brand, once it is certain. */
  readonly brand: CardBrandId | null;
  /** Height of the content in CSS pixels, whole, at most {@link HIGHEST_FRAME}. */
  readonly height: number;
  readonly focused: FrameField | null;
  readonly act: FrameAct | null;
}

/** CSS pixels. No form is higher, and no card number is so small. */
export const HIGHEST_FRAME = 4000;

/** Characters of a label or message. */
export const WORD_LENGTH = 200;

/** What the signer signs a key as: for a payment. The type keeps a token that the same key signed for something else out. */
export const KEY_TYPE = 'florin-key+jwt';

/** For a card that is to be saved or changed. */
export const TOKEN_KEY_TYPE = 'florin-token-key+jwt';

/** Characters of a signed key: an order of 4,096 characters of three bytes, an address and the rest, as base64url. */
export const SIGNED_KEY_LENGTH = 20_000;

/** Words of a notice: every status of a field. */
export const FIELD_STATUSES = ['empty', 'incomplete', 'invalid', 'valid'] as const satisfies CardFieldState['status'][];

/** Words of a notice: every reason. The type says when one is missing. */
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

/** Words of a notice and of the options: every brand. The table of brands itself stays out of the page's half. */
export const BRAND_IDS = /* @__PURE__ */ Object.keys({
  visa: 0,
  mastercard: 0,
  amex: 0,
  diners: 0,
  jcb: 0,
  discover: 0,
  unionpay: 0,
} satisfies Record<CardBrandId, 0>) as readonly CardBrandId[];
