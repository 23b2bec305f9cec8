/** How the signer reaches the payment service: the option `service` of `createSigner`. */
import type { Fetch, FetchAnswer } from '../../service/exchange.js';
import type { PaymentService } from './payment-service.js';

/** The service's address and the API user. The credentials never leave the server. */
export interface ServiceAccount {
  /** Without `/webapi`. */
  readonly baseUrl: string;
  /** True to call a service on another machine by http, where nobody else can listen: for example in a network of containers. */
  readonly allowPlainHttp?: boolean;
  /** Number of the merchant, as text. */
  readonly merchantNumber: string;
  /** Name of the API user. */
  readonly username: string;
  /** Password of the API user. */
  readonly password: string;
  /** Used as well as `password`, whichever the service accepts: for a change of the password at the service. */
  readonly otherPassword?: string;
  /** Default `v3`. */
  readonly version?: 'v2' | 'v3';
  /** Where browsers send the card, if they reach the service by another address (containers). Default `baseUrl`. */
  readonly browserUrl?: string;
  /**
   * Replaces the platform's `fetch`. On Node, `createNodeFetch()` of `florin-server/signer/node` takes a
   * third of its processor time. It must not follow redirects or retry.
   */
  readonly fetch?: Fetch<FetchAnswer>;
}

/** A client of the shop's own, with the settings that the signer needs besides it. */
export interface ServiceConnection {
  /** A client of `createRestClient`, or an object with the same methods. */
  readonly client: PaymentService;
  /** Where browsers send the card; without `/webapi`. */
  readonly browserUrl: string;
  /** Number of the merchant, as text. */
  readonly merchantNumber: string;
  /** Version of the client's interface. Default `v3`. */
  readonly version?: 'v2' | 'v3';
}
