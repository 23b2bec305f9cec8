/** The options of `createSigner`. */
import type { JWK } from 'jose';
import type { CardBrandId, CardType } from '../core/card/brand.js';
import type { Money } from '../core/money/money.js';
import type { OrderAction, PaymentResult, Support, TokenResult } from '../core/pay-api.js';
import type { ReferenceName, ReferenceRule } from '../core/reference.js';
import type { TxnResp } from '../wire/rest/txn-resp.js';
import type { AgreedTerms, CurrentTerms } from './claims/agreed-terms.js';
import type { ClaimStore } from './claims/claim-store.js';
import type { ShortClaims } from './claims/short-claims.js';
import type { FrameTheme } from './frame/frame-theme.js';
import type { CallCounter, CallLimit, TryCounter } from './guards/call-limits.js';
import type { PaymentDetails } from './keys/payment-details.js';
import type { OpenTelemetry } from './monitoring/open-telemetry.js';
import type { MismatchReport } from './notices/mismatch-report.js';
import type { ServiceAccount, ServiceConnection } from './service/service-account.js';
import type { MerchantDefaults, TransactionType } from './option-rules.js';

/** A reference that the shopper types, and its format. A value that looks like a card number is always refused. */
export interface ShopperReference extends ReferenceRule {
  /** Which reference it is. */
  readonly name: ReferenceName;
}

/** An order as the shop prices it for this request, at this moment. */
export interface PricedOrder extends PaymentDetails {
  /** The shop's own name of the order, the same for every request. */
  readonly order: string;
  /**
   * Default `payment`. `preauth` reserves the amount: capture it with `florin-server/service` (`capture`)
   * when you ship, within the days that your acquirer allows. `verify_only` checks whether the card
   * is valid: amount 0, no surcharge, version 3. `onPaid` is called for each approved one; the
   * transaction's `Action` tells them apart.
   */
  readonly action?: OrderAction;
  /** The amount to charge, in minor units, above zero; {@link SignerOptions.surcharge} is added to it. */
  readonly amount: Money;
  /** Crn1 to Crn3 and BillerCode as the merchant's facility requires them; at most 50 characters each. */
  readonly crn1: string;
  /** As `crn1`. */
  readonly crn2?: string;
  /** As `crn1`. */
  readonly crn3?: string;
  /** As `crn1`. */
  readonly billerCode?: string;
  /**
   * References that this shopper may type (`<florin-references>`); they replace the values above.
   * Default none. All other references, and values of another format, are refused. Florin does not
   * verify them further.
   */
  readonly shopperReferences?: readonly ShopperReference[];
  /** No bank is asked. Default false. */
  readonly testMode?: boolean;
  /**
   * Version of the price, for example a hash of the cart. Another version needs another claim, even
   * for the same amount.
   */
  readonly version?: string;
}

/** A logged-in shopper, as the shop knows them. */
export interface Shopper {
  /** The shop's own id of the shopper. */
  readonly id: string;
  /**
   * The id of the session of this request. It changes with every login: handles of saved cards are
   * valid only within it.
   */
  readonly session: string;
  /**
   * The reference by which the service finds this shopper's cards: the same at every request, and
   * different for every shopper. At most 50 characters. Crn3 is reserved for the signer.
   */
  readonly crn1: string;
  /** Stored with the card as well. At most 50 characters. */
  readonly crn2?: string;
  /** Stored with the card. */
  readonly email?: string;
}

/** A card or bank account that was stored or changed. */
export interface StoredToken {
  /** Whether it was added, or a saved one was changed. */
  readonly task: 'add' | 'update';
  /** Unique for each attempt: it identifies a repeated call. */
  readonly reference: string;
  /** As the service reports it, without a full account number. Never send `DVToken` to a page. */
  readonly token: Pick<
    TxnResp,
    'BankAccountDetails' | 'CardDetails' | 'CardType' | 'Crn1' | 'Crn2' | 'DVToken' | 'EmailAddress'
  >;
}

/** One flat record for each event; it never contains a key, a claim, a body or card details. */
export interface SignerLogEntry {
  /** `error` needs somebody who looks at it. */
  readonly level: 'info' | 'warn' | 'error';
  /** snake_case, for a machine. */
  readonly event: string;
  readonly [member: string]: string | number | boolean | null;
}

/**
 * One violation of a Content Security Policy. URLs have no query, fragment and user name; long runs
 * of digits are removed.
 */
export interface CspReport {
  /** URL of the page; empty if the report has none. */
  readonly page: string;
  /** For example `script-src-elem`; `unknown` if it is not a directive. */
  readonly directive: string;
  /** URL of the blocked resource, or a keyword: `inline`, `eval`, `trusted-types-sink`. */
  readonly blocked: string;
  /** Whether it was blocked, or only reported. */
  readonly disposition: 'enforce' | 'report';
  /** URL of the script that caused it; empty if unknown. */
  readonly source: string;
  /** Line in the source, from 1; 0 if unknown. */
  readonly line: number;
  /** Number of equal reports since the last call, including this one: equal reports cause one call a minute. */
  readonly times: number;
}

/** Options of `createSigner`. A wrong one is a TypeError or RangeError that names it. docs/guides/signer.md */
export interface SignerOptions {
  /** The account at the payment service, or a client of the shop's own. */
  readonly service: ServiceAccount | ServiceConnection;
  /** `openSqliteStore(file)` of `florin-server/signer/node`, or `createMemoryStore()` for tests. */
  readonly store: ClaimStore;
  /** At least 32 characters, the same in every process, and secret. Signs claim tokens. */
  readonly secret: string;
  /**
   * A second secret, which signs nothing: all that it has signed is accepted too. Only during a change of `secret`, whose
   * steps are in docs/guides/runbook.md#changing-secrets.
   */
  readonly otherSecret?: string;
  /**
   * True to accept a secret that is printed in Florin's guides although `publicUrl` is not on this
   * machine: for a test network.
   */
  readonly allowPublishedSecret?: boolean;
  /** Where browsers reach the signer, for example `https://shop.example/pay`. */
  readonly publicUrl: string;
  /** The path below which the signer is mounted. Default: the path of `publicUrl`. */
  readonly basePath?: string;
  /** The name on receipts. */
  readonly merchantName: string;
  /**
   * The header in which your own proxy or host writes the client's address, for the limits: `X-Real-IP`, `CF-Connecting-IP`. Of
   * a list, such as `X-Forwarded-For`, the last address counts, because the nearest proxy has added it. Name it only if all
   * requests come through that proxy: any client can send a header. Default: the address that the mount passes.
   */
  readonly clientHeader?: string | undefined;
  /**
   * How shoppers reach the shop: a sentence, or e-mail address, phone number and URL. Shown while the outcome of a payment
   * is not known, and when the shop has to review it.
   */
  readonly support?: Support;
  /**
   * True if the shop sends an e-mail as soon as it knows the outcome of a payment (`onPaid`, `onMismatch`). The page then
   * tells the shopper so, and that it can be closed. Default false: nothing is promised.
   */
  readonly confirmsByEmail?: boolean;
  /**
   * Tells the shopper when there was not enough money for the payment (bank code 51), where the law of the shop's country lets
   * it. Default false: another card is advised, which also tells less to somebody who tries stolen cards.
   */
  readonly tellsNoFunds?: boolean;
  /** The currency of a transaction that names none: the merchant's default. ISO 4217; default `AUD`. */
  readonly merchantCurrency?: string;
  /** What the merchant's facility fills in where an order has no `billerCode`, `crn2` or `crn3`. Shown by `florin doctor`. */
  readonly merchantDefaults?: MerchantDefaults;
  /** The transaction type that the merchant's facility expects of its web shop. Default `internet`. */
  readonly transactionType?: TransactionType;
  /**
   * How long an AuthKey lives at the service, in seconds. A value below the real lifetime is unsafe: a key that the signer
   * treats as expired could still be paid. A value above it makes shoppers wait for an expired key. Default 1800.
   */
  readonly keyLifetimeSeconds?: number;
  /**
   * How many days the store keeps an order after its last payment, at least 7: then `reconcile` removes its claims and
   * transactions. Absent: for ever. docs/guides/stores.md#retention
   */
  readonly retention?: number;
  /**
   * Decides who may pay what: reads the shopper's session from the request (headers only; the body has been read), finds the
   * order, and prices it. Return null if the order does not exist or is not this shopper's; the page cannot tell which.
   * @throws Refusal whose code the page gets; for any other error it gets `shop_failed`, and may try again
   */
  priceOrder(request: Request, order: string): Promise<PricedOrder | null | undefined> | PricedOrder | null | undefined;
  /**
   * The surcharge for a card of this type, in the order's currency; null for none. Before a payment only the scheme is known,
   * not whether a card is debit or credit. It must always return the same for one order and type.
   */
  surcharge?(order: PricedOrder, cardType: CardType): Promise<Money | null> | Money | null;
  /**
   * Called when the order is paid as agreed, once for each TxnNumber. If it throws, or the process ends before it returns, it
   * is called again: use `txn.TxnNumber` as the idempotency key. A shop whose orders are in the store's PostgreSQL database
   * gets exactly one call with `openPostgresStore({ onPaid })` instead.
   * @param agreed the terms of the key. Compare them with the order: its price may have changed since
   * @param signal aborted after `callbackTimeoutSeconds`; the call is then repeated
   */
  onPaid?(order: string, txn: TxnResp, agreed: AgreedTerms, signal: AbortSignal): Promise<void> | void;
  /**
   * Returns what the order costs now. Called before `onPaid`, without a shopper's request, because webhooks and reconciliation
   * have none; it therefore authorises nobody. If amount, currency or version differ from the agreed terms, the payment becomes
   * `paid_superseded` and goes to `onMismatch`. After null, an exception or no answer in 5 seconds it is called again later,
   * and `onPaid` waits.
   * @param signal aborted when the signer no longer waits
   */
  currentTerms?(order: string, signal: AbortSignal): Promise<CurrentTerms | null> | CurrentTerms | null;
  /**
   * Called when a person has to look at a payment, under the same rules as `onPaid`;
   * `foreign_result` may repeat.
   */
  onMismatch?(report: MismatchReport, signal: AbortSignal): Promise<void> | void;
  /**
   * `rising`: `PricedOrder.version` is a whole number. A request is refused if the order has a
   * claim of a later version, or of the same version with other terms. Default `opaque`: versions
   * are only compared for equality.
   */
  readonly orderVersions?: 'opaque' | 'rising';
  /** Where the shopper goes after the service's redirect: a path of the shop, without keys. Default `/`. */
  returnTo?(order: string, result: PaymentResult): string | Promise<string>;
  /**
   * Allows saved cards: returns the logged-in shopper, from the request's headers, or null if
   * nobody is logged in. Only this shopper's cards are listed, used, changed and removed.
   */
  authoriseToken?(request: Request): Promise<Shopper | null> | Shopper | null;
  /**
   * Called when a card was stored or changed as requested, once for each attempt, under the same
   * rules as `onPaid`, with `stored.reference` as the idempotency key. Differences go to
   * `onMismatch`.
   */
  onTokenStored?(
    shopper: { readonly id: string; readonly crn1: string },
    stored: StoredToken,
    signal: AbortSignal,
  ): Promise<void> | void;
  /**
   * How long `onPaid`, `onMismatch` and `onTokenStored` may take, in seconds, at most 3600. Then the signal is aborted, the
   * log says `callback_timed_out`, and the call is repeated later like one that has thrown. If it succeeds late, before it
   * is repeated, that counts. Default 60.
   */
  readonly callbackTimeoutSeconds?: number;
  /** How fast a reconciliation of this process asks the service. It slows down when the service is slow or answers 429. */
  readonly reconciliation?: {
    /** The most calls at the same time. Default 8. */
    readonly atOnce?: number;
    /** How many calls may begin in a second, on average. Default 50. */
    readonly callsPerSecond?: number;
  };
  /**
   * Whether `reconcile` audits the transactions of the last 48 hours once a day, a part with each call: differences are
   * `audit_finding` in the log. Default true.
   */
  readonly dailyAudit?: boolean;
  /**
   * Where the shopper goes after the service's token page, or after a plain form that saved
   * something. `asked` is what the page asked for; the stored kind may differ, because the
   * service's page offers both. Default `/`. The target page shows the outcome with
   * `<florin-receipt purpose="…">`, or without script from these parameters.
   */
  returnToCards?(
    shopperId: string,
    result: TokenResult,
    asked: {
      readonly task: 'add' | 'update';
      readonly kind: 'card' | 'bank_account';
      /** The handle of the card to be changed, as the page had it. */
      readonly card?: string;
    },
  ): string | Promise<string>;
  /**
   * Allows the method `iframe`: the frame of the service, which the signer asks it to process. The
   * grant has its URL.
   */
  readonly iframe?: {
    /**
     * The shop's design tokens. When it asks for the key, the page can only name a scheme, `light`,
     * `dark` or `auto`: no CSS from a browser reaches a page with a card.
     */
    readonly theme?: FrameTheme;
    /** CSS text for the frame, after the rules of `theme`. */
    readonly css?: string;
  };
  /**
   * Allows the method `redirect`: the service's hosted page, which is found by the merchant's short
   * name.
   */
  readonly redirect?: {
    /** The name in the page's URL. */
    readonly merchantShortName: string;
    /** Text of the page's link back to the shop. Default: `merchantName`. */
    readonly backLabel?: string;
    /**
     * Where the link leads from a payment: an absolute URL, in which `{order}` stands for the
     * order. Default: the root of `publicUrl`'s origin. `hostedPage` of a priced order replaces both.
     */
    readonly backUrl?: string;
    /** Where the link leads from a page that saves something. Default: as for `backUrl`. */
    readonly backToCardsUrl?: string;
  };
  /**
   * Allows the method `webform`: a plain form at `GET form?order=…&lang=de-AT`, which works without script. Without `lang`
   * it is in the browser's language.
   */
  readonly webform?: {
    /** Title of the form's page. Default: that of its button, in the shopper's language. */
    readonly title?: string;
    /** The card brands that the shop accepts, by id (`visa`). The page names them; omitted, it names none. */
    readonly acceptedBrands?: readonly CardBrandId[];
    /** Where its link back to the shop leads. As `redirect.backUrl`. */
    readonly backUrl?: string;
    /** The shop's design tokens for this page. Default: those of Florin's elements. */
    readonly theme?: FrameTheme;
  };
  /**
   * For `isolation="frame"`: the private JWK on P-256 (`generateFrameKeys`) with which keys are
   * signed for the frame. The frame page has its public key (`createFramePage`). Without it, no key
   * can be used in a frame.
   */
  readonly frame?: {
    /** The private key. */
    readonly signingKey: JWK;
  };
  /**
   * Whether AuthKeys ask the service for a webhook at `{publicUrl}/webhook`. Default: true if
   * `publicUrl` is https or on this machine; otherwise the service would send the claim's MAC
   * unencrypted.
   */
  readonly webhooks?: boolean;
  /**
   * Origins of pages that may call, besides the signer's own: `https://www.shop.example`.
   */
  readonly allowedOrigins?: readonly string[];
  /** Default: the system clock. Milliseconds since 1970. */
  readonly clock?: {
    /** The current time. */
    now(): number;
  };
  /** Default: errors go to `console.error`, warnings to `console.warn`. */
  readonly log?: (entry: SignerLogEntry) => void;
  /** The package `@opentelemetry/api`, to record spans and metrics: docs/guides/signer.md. None by default. */
  readonly openTelemetry?: OpenTelemetry;
  /** Rate limits, or counters that several processes share; false turns them off. Default: `CALL_LIMITS`. */
  readonly rateLimit?:
    | false
    | {
        /** Calls of one client. Default: 120 in 60 seconds. */
        readonly client?: CallLimit | CallCounter;
        /** Key requests for one order. Default: 60 in 600 seconds. */
        readonly order?: CallLimit | CallCounter;
        /** Keys of one client that did not lead to an approval. Default: 12 in 3600 seconds. */
        readonly tries?: CallLimit | TryCounter;
        /** Declines of the whole shop above a tenth of its approvals. Default: 10 in 600 seconds. */
        readonly declines?: CallLimit | TryCounter;
      };
  /**
   * Lets one process at a time look for the key of an order, so that the others do not poll the
   * store meanwhile; the store still decides. `createRedisClaims` of `florin-server/signer/node`; none by
   * default.
   */
  readonly shortClaims?: ShortClaims;
  /**
   * Called for each key while throttling is on (far more payments than usual are declined, see
   * `CALL_LIMITS.declines`): returns whether the request proves that a person is there, for example
   * by the cookie of a captcha that the shop has checked. Without it the signer reports (event
   * `card_testing` in the log, `isThrottled` in the health) and throttles: a client has a third of
   * its tries, an order four keys.
   */
  challenge?(request: Request, order: string): Promise<boolean> | boolean;
  /**
   * Called for violations of a page's Content Security Policy, when browsers report them to
   * `{publicUrl}/csp-report` (`florin csp --report-url`). Anybody can send such a report. The log
   * has them as well: `csp_violation`.
   */
  onCspReport?(report: CspReport): Promise<void> | void;
}
