import type { RestClient } from '../service/rest-client.js';

/** What the signer asks of the payment service: T4, T8, T2 and T3. The client of `florin/service` has these and more. */
export type PaymentService = Pick<RestClient, 'createAuthKey' | 'getResult' | 'getTransaction' | 'searchTransactions'>;
