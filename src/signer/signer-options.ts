/** What a shop passes to `createSigner`. */
import type { JWK } from 'jose';
import type { Money } from '../core/money/money.js';
import type { OrderAction, PaymentResult, TokenResult } from '../core/pay-api.js';
import type { ReferenceName, ReferenceRule } from '../core/reference.js';
import type { Fetch, FetchAnswer } from '../service/exchange.js';
import type { TxnResp } from '../wire/rest/txn-resp.js';
import type { AgreedTerms, CurrentTerms } from './agreed-terms.js';
import type { CallCounter, CallLimit, TryCounter } from './call-limits.js';
import type { Terms } from './claim.js';
import type { ClaimStore } from './claim-store.js';
import type { EntryKind } from './ledger-entry.js';
import type { PaymentDetails } from './payment-details.js';
import type { PaymentService } from './payment-service.js';
import type { CardType } from '../core/card/brand.js';
import type { ShortClaims } from './short-claims.js';

/** A reference that the shopper types, and what it must be like; besides, it may not look like the number of a card. */
export interface ShopperReference extends ReferenceRule {
  readonly name: ReferenceName;
}

/** An order as the shop prices it for this request, at this moment. */
export interface PricedOrder extends PaymentDetails {
  /** The shop's own name of the order. Two requests for one order must get the same. */
  readonly order: string;
  /**
   * Default `payment`. `preauth` reserves the amount: capture it with `florin/service` (`capture`) when you ship, within the
   * days that your acquirer gives. `verify_only` asks whether the card is good: amount 0, no surcharge, version 3. For each
   * `onPaid` is called when it was approved; the transaction's `Action` says which it was.
   */
  readonly action?: OrderAction;
  /** All that is charged, but for what {@link SignerOptions.surcharge} adds; above zero, in minor units. */
  readonly amount: Money;
  /** Crn1 to Crn3 and BillerCode as the merchant's facility wants them; at most 50 characters each. */
  readonly crn1: string;
  readonly crn2?: string;
  readonly crn3?: string;
  readonly billerCode?: string;
  /**
   * References that this shopper may give (`<florin-references>`), in place of what stands above; none when left out. What
   * is given otherwise, or is not as said here, is refused. It is the shopper's word and nothing more.
   */
  readonly shopperReferences?: readonly ShopperReference[];
  /** No bank is asked. Default false. */
  readonly testMode?: boolean;
  /** Names the price, for example a hash of the cart: another version is another claim even at the same amount. */
  readonly version?: string;
}

/** A logged-in shopper, as the shop knows them. */
export interface Shopper {
  /** The shop's own name of the shopper. */
  readonly id: string;
  /** Names the session of this request, and changes with every login: handles of saved cards hold in it alone. */
  readonly session: string;
  /**
   * By which the service finds this shopper's cards: the same at every request, and no other shopper's. At most 50
   * characters. Crn3 is the signer's own.
   */
  readonly crn1: string;
  readonly crn2?: string;
  /** Kept with the card. */
  readonly email?: string;
}

/** A card or bank account that was stored or changed. */
export interface StoredToken {
  readonly task: 'add' | 'update';
  /** One for each attempt: the key by which to recognise a repeated call. */
  readonly reference: string;
  /** As the service reports it; an account number in full is left out. `DVToken` never goes to a page. */
  readonly token: Pick<
    TxnResp,
    'BankAccountDetails' | 'CardDetails' | 'CardType' | 'Crn1' | 'Crn2' | 'DVToken' | 'EmailAddress'
  >;
}

/** The service's address and the API user. The credentials never leave the server. */
export interface ServiceAccount {
  /** Without `/webapi`. */
  readonly baseUrl: string;
  /** True to call a service of another machine by http, where nobody can listen: a network of containers. */
  readonly allowPlainHttp?: boolean;
  readonly merchantNumber: string;
  readonly username: string;
  readonly password: string;
  /** Default `v3`. */
  readonly version?: 'v2' | 'v3';
  /** Where browsers send the card, when they reach the service by another address (containers). Default `baseUrl`. */
  readonly browserUrl?: string;
  /**
   * Stands for the platform's `fetch`; on Node `createNodeFetch()` of `florin/signer/node`, which costs a third. It must
   * not follow redirects and must not try again.
   */
  readonly fetch?: Fetch<FetchAnswer>;
}

/** A client of the shop's own, with what the signer has to know beside it. */
export interface ServiceConnection {
  readonly client: PaymentService;
  /** Where browsers send the card; without `/webapi`. */
  readonly browserUrl: string;
  readonly merchantNumber: string;
  /** Default `v3`. */
  readonly version?: 'v2' | 'v3';
}

/** A payment that is not what was agreed. Money has moved, or may have. */
export interface MismatchReport {
  /**
   * - `result_mismatch`: the transaction differs from what was claimed in `differences`.
   * - `paid_superseded`: paid at a price that had changed since, by another key or by what `currentTerms` says.
   * - `paid_twice`: the order had been paid already.
   * - `foreign_result`: a page presented the result of another attempt, which is `order`'s own and is accounted for there.
   */
  readonly kind: Extract<EntryKind, 'result_mismatch' | 'paid_superseded' | 'paid_twice'> | 'foreign_result';
  readonly order: string;
  /** What had been agreed for the attempt. */
  readonly terms: Terms;
  /** What the order costs by now, where `currentTerms` said something else than was agreed; without a surcharge. */
  readonly current: CurrentTerms | null;
  /** As the service reports it; its `TxnNumber` is the key by which to recognise a repeated report. */
  readonly txn: TxnResp;
  /** Names of the members that differ, for `result_mismatch` and `foreign_result`. */
  readonly differences: readonly string[];
}

/** One flat record for each event; never a key, a claim, a body or card details. */
export interface SignerLogEntry {
  readonly level: 'info' | 'warn' | 'error';
  /** snake_case, for a machine. */
  readonly event: string;
  readonly [member: string]: string | number | boolean | null;
}

/** One refusal. Addresses are without query, fragment and user; long runs of digits are left out of them. */
export interface CspReport {
  /** Of the page that it happened on; empty when the report does not say. */
  readonly page: string;
  /** `script-src-elem` for example; `unknown` for what is no directive. */
  readonly directive: string;
  /** Address of what was refused, or a word: `inline`, `eval`, `trusted-types-sink`. */
  readonly blocked: string;
  /** Whether it was refused, or only reported. */
  readonly disposition: 'enforce' | 'report';
  /** Address of the script that asked for it; empty when unknown. */
  readonly source: string;
  /** Where in the source, from 1; 0 when unknown. */
  readonly line: number;
  /** How many equal ones have come since the last that was told, this one included: in a minute, one is told. */
  readonly times: number;
}

export interface SignerOptions {
  readonly service: ServiceAccount | ServiceConnection;
  /** `openSqliteStore(file)` of `florin/signer/node`, or `createMemoryStore()` for tests. */
  readonly store: ClaimStore;
  /** At least 32 characters, the same in every process, known to nobody else. Signs claim tokens. */
  readonly secret: string;
  /** True to take a secret that stands in Florin's guides although `publicUrl` is not on this machine: for a test network. */
  readonly allowPublishedSecret?: boolean;
  /** Where browsers reach the signer, for example `https://shop.example/pay`. */
  readonly publicUrl: string;
  /** The path below which the signer is mounted. Default: the path of `publicUrl`. */
  readonly basePath?: string;
  /** As it stands on receipts. */
  readonly merchantName: string;
  /** What a transaction without a currency is in: the merchant's default. Default `AUD`. */
  readonly merchantCurrency?: string;
  /** The kind of transaction that the merchant's facility expects of its web shop. Default `internet`. */
  readonly transactionType?: 'internet' | 'ecommerce';
  /**
   * Seconds that an AuthKey lives at the service. Default 1800. Shorter than the truth is not safe (a key given up as
   * dead could still be paid with), longer keeps shoppers waiting with a dead key.
   */
  readonly keyLifetimeSeconds?: number;
  /**
   * Says who may pay what: reads the shopper's session from the request (headers only, the body is spent), finds the
   * order, and prices it. Null when there is no such order or it is not this shopper's; nobody learns which.
   */
  priceOrder(request: Request, order: string): Promise<PricedOrder | null> | PricedOrder | null;
  /**
   * What a card of this type adds to the order, in its currency; null for nothing. Only the scheme is known before a
   * payment, never whether a card is debit or credit. Two calls for one order and type must say the same.
   */
  surcharge?(order: PricedOrder, cardType: CardType): Promise<Money | null> | Money | null;
  /**
   * The order is paid, as agreed. Called once for each TxnNumber; when it throws, or the process ends before it has
   * returned, it is called again: use `txn.TxnNumber` as the key of what it does. A shop whose orders are in the store's
   * PostgreSQL database gets exactly once: `openPostgresStore({ onPaid })`, in place of this one.
   * @param agreed what the key was made for. Hold it against the order: its price may have changed since
   */
  onPaid?(order: string, txn: TxnResp, agreed: AgreedTerms): Promise<void> | void;
  /**
   * What the order costs now, asked before `onPaid`: without a shopper's request, as webhooks and reconciliation have none,
   * so it authorises nobody. Another amount, currency or version makes the payment `paid_superseded`, which goes to
   * `onMismatch`. Null, an exception or no answer in 5 seconds is no difference: then it is asked again later, and `onPaid` waits.
   */
  currentTerms?(order: string): Promise<CurrentTerms | null> | CurrentTerms | null;
  /** Somebody has to look at this payment. Called under the same rules as `onPaid`; `foreign_result` may repeat. */
  onMismatch?(report: MismatchReport): Promise<void> | void;
  /**
   * `rising`: `PricedOrder.version` is a whole number, and an order that was claimed at a later one, or at the same one
   * with other terms, is refused. Default `opaque`: versions are only told apart.
   */
  readonly orderVersions?: 'opaque' | 'rising';
  /** Where the shopper goes after the service's redirect: a path of the shop, without keys. Default `/`. */
  returnTo?(order: string, result: PaymentResult): string;
  /**
   * Allows saved cards: says who is logged in, from the request's headers, and null when nobody is. Only this shopper's
   * cards are listed, used, changed and removed.
   */
  authoriseToken?(request: Request): Promise<Shopper | null> | Shopper | null;
  /**
   * A card was stored or changed as was asked for. Called once for each attempt, under the same rules as `onPaid`, with
   * `stored.reference` as the key. What was not as asked for goes to `onMismatch`.
   */
  onTokenStored?(shopper: { readonly id: string; readonly crn1: string }, stored: StoredToken): Promise<void> | void;
  /**
   * Where the shopper goes after the service's token page, or a plain form that saved something. `asked` says what the page
   * had asked for; what was stored can be of the other kind, as the service's page offers both. Default `/`. A page there
   * shows it by `<florin-receipt purpose="…">`, without a script by what is told here.
   */
  returnToCards?(
    shopperId: string,
    result: TokenResult,
    asked: {
      readonly task: 'add' | 'update';
      readonly kind: 'card' | 'bank_account';
      /** Of what was to be changed: its handle, as the page had it. */
      readonly card?: string;
    },
  ): string;
  /**
   * Allows the method `iframe`: the service's own frame, which the signer has processed. Its address stands in the grant.
   * `css` is style text for it.
   */
  readonly iframe?: { readonly css?: string };
  /** Allows the method `redirect`: the service's hosted page, found by the merchant's short name. */
  readonly redirect?: { readonly merchantShortName: string };
  /** Allows the method `webform`: the signer serves a plain form at `GET form?order=…`, which works without script. */
  readonly webform?: { readonly title?: string };
  /**
   * For `isolation="frame"`: the private JWK on P-256 (`generateFrameKeys`) with which keys are signed for the frame. Its
   * public half stands in the frame page (`createFramePage`). Without it no key can be used in a frame.
   */
  readonly frame?: { readonly signingKey: JWK };
  /**
   * Whether AuthKeys ask the service for a webhook at `{publicUrl}/webhook`. Default: when `publicUrl` is https or this
   * machine's own; behind another address the service would send the claim's MAC in the clear.
   */
  readonly webhooks?: boolean;
  /** Origins of pages that may call besides the signer's own, for example `https://www.shop.example`. */
  readonly allowedOrigins?: readonly string[];
  /** The clock; the machine's by default. Milliseconds since 1970. */
  readonly clock?: { now(): number };
  /** Default: errors go to `console.error`. */
  readonly log?: (entry: SignerLogEntry) => void;
  /** Limits, or counters that several processes share; false turns them off. Default: `CALL_LIMITS`. */
  readonly rateLimit?:
    | false
    | {
        readonly client?: CallLimit | CallCounter;
        readonly order?: CallLimit | CallCounter;
        readonly tries?: CallLimit | TryCounter;
        readonly declines?: CallLimit | TryCounter;
      };
  /**
   * Lets one process at a time look for the key of an order, so that the others do not ask the store meanwhile; the store
   * decides all the same. `createRedisClaims` of `florin/signer/node`; none by default.
   */
  readonly shortClaims?: ShortClaims;
  /**
   * Asked for each key while the brake is on (far more payments than usual are declined, see `CALL_LIMITS.declines`):
   * whether the request shows that a person is there, for example by the cookie of a captcha that the shop has checked.
   * Without it the brake speaks (event `card_testing` in the log, `isBraked` in the health) and slows: a client has a third
   * of its tries, an order four keys.
   */
  challenge?(request: Request, order: string): Promise<boolean> | boolean;
  /**
   * Told of what a page's content security policy has refused, when browsers report it to `{publicUrl}/csp-report`
   * (`florin csp --report-url`). Anybody can send such a report. In the log as well: `csp_violation`.
   */
  onCspReport?(report: CspReport): Promise<void> | void;
}
