/**
 * Objects of a request that no response contains. They are stored with the transaction for those who inspect it in the
 * sandbox. docs/wire/rest-interface.md "Nested objects"; docs/wire/rest.md section 3.
 */
import type { Customer } from '../wire/rest/customer.js';
import type { Order } from '../wire/rest/order.js';

/** The requested screening, with the names of version 3. */
export interface ScreeningRequest {
  /** True when the transaction is to be screened. */
  readonly perform: boolean;
  readonly deviceFingerprint?: string;
  readonly customerIPAddress?: string;
  readonly sourceWebsiteURL?: string;
  readonly customFields?: readonly string[];
}

export interface RequestObjects {
  readonly customer?: Customer;
  readonly order?: Order;
  readonly screening?: ScreeningRequest;
}
