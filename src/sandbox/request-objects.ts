/**
 * The objects of a request that no interface answers: kept with the transaction for those who look at it in the sandbox.
 * sources/rest-interface.md "Nested objects"; wire/rest.md section 3.
 */
import type { Customer } from '../wire/rest/customer.js';
import type { Order } from '../wire/rest/order.js';

/** Screening as it was asked for; version 2's other names are settled. */
export interface ScreeningRequest {
  /** Whether the transaction is to be screened. */
  readonly perform: boolean;
  readonly deviceFingerprint?: string;
  readonly customerIPAddress?: string;
  readonly sourceWebsiteURL?: string;
  readonly customFields?: readonly string[];
}

/** What was sent of them. */
export interface RequestObjects {
  readonly customer?: Customer;
  readonly order?: Order;
  readonly screening?: ScreeningRequest;
}
