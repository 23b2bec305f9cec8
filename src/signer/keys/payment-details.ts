/**
 * Details of a payment besides its price: the service takes them with the key and stores them with
 * the transaction. They are not compared with the result, so they are not part of a claim.
 * docs/wire/rest-interface.md, "TxnReq"; docs/wire/rest.md section 3, "ProcessTxnData".
 */
import type { TxnType } from '../../wire/codes.js';

/** A postal address. */
export interface PostalAddress {
  readonly addressLine1?: string;
  readonly addressLine2?: string;
  readonly addressLine3?: string;
  readonly city?: string;
  readonly state?: string;
  readonly postalCode?: string;
  /** ISO 3166 alpha-3: `AUS`. */
  readonly countryCode?: string;
}

/** Ways to reach a person. */
export interface ContactDetails {
  readonly emailAddress?: string;
  readonly homePhoneNumber?: string;
  readonly mobilePhoneNumber?: string;
  readonly workPhoneNumber?: string;
  readonly faxNumber?: string;
}

/** A person's name and date of birth. */
export interface PersonalDetails {
  readonly salutation?: string;
  readonly firstName?: string;
  readonly middleName?: string;
  readonly lastName?: string;
  readonly dateOfBirth?: string;
}

/** A person with address and contacts. */
export interface OrderRecipient {
  readonly address?: PostalAddress;
  readonly contactDetails?: ContactDetails;
  readonly personalDetails?: PersonalDetails;
}

/** A billing or shipping address with its person. */
export interface OrderAddress extends OrderRecipient {
  readonly comments?: string;
}

/** The person who pays. */
export interface CustomerDetails extends OrderRecipient {
  /** The shop's own number of the customer. */
  readonly customerNumber?: string;
  /** Number of days since the customer's account was opened. */
  readonly daysOnFile?: number;
  /** Whether the shop knew the customer before. */
  readonly existingCustomer?: boolean;
}

/** One line of an order. */
export interface OrderItem {
  readonly sku?: string;
  readonly productCode?: string;
  readonly partNumber?: string;
  readonly description?: string;
  /** Number of pieces. */
  readonly quantity?: number;
  /** In minor units of the order's currency. */
  readonly unitPrice?: number;
  readonly comments?: string;
  readonly giftMessage?: string;
  readonly shippingMethod?: string;
  readonly shippingNumber?: string;
}

/** The items of the order, and where it is delivered. */
export interface OrderDetails {
  /** One entry for each line. */
  readonly items?: readonly OrderItem[];
  /** The people who get the items. */
  readonly recipients?: readonly OrderRecipient[];
  /** The address of the invoice. */
  readonly billingAddress?: OrderAddress;
  /** The address of the delivery. */
  readonly shippingAddress?: OrderAddress;
  /** How it is delivered, in the shop's words. */
  readonly shippingMethod?: string;
}

/** Asks the service to screen the payment for fraud. */
export interface FraudScreening {
  /** Default true. */
  readonly perform?: boolean;
  /** The id that the screening's script gave to the shopper's device. */
  readonly deviceFingerprint?: string;
  /** The shopper's address on the internet. */
  readonly customerIpAddress?: string;
  /** URL of the shop. */
  readonly sourceWebsiteUrl?: string;
  /** Custom fields of the screening. */
  readonly customFields?: readonly string[];
}

/** The name on the cardholder's statement; for payment facilitators, in version 3. */
export interface StatementDescriptor {
  readonly merchantName?: string;
  readonly companyName?: string;
  readonly addressLine1?: string;
  readonly addressLine2?: string;
  readonly city?: string;
  readonly state?: string;
  readonly postalCode?: string;
  /** ISO 3166 alpha-3: `AUS`. */
  readonly countryCode?: string;
  readonly phoneNumber?: string;
}

/** Settings of the service's hosted page (`redirect`). */
export interface HostedPage {
  /** Hides the BillerCode on the page. */
  readonly hideBillerCode?: boolean;
  /** Hides Crn1 on the page. */
  readonly hideCrn1?: boolean;
  /** Hides Crn2 on the page. */
  readonly hideCrn2?: boolean;
  /** Hides Crn3 on the page. */
  readonly hideCrn3?: boolean;
  /** Text and URL of the link back to the shop. */
  readonly returnBarLabel?: string;
  readonly returnBarUrl?: string;
  /** Whether the box that saves the card is ticked by default. */
  readonly storeCardByDefault?: boolean;
}

/**
 * Members of a priced order that go to the service with the payment. A key that already exists
 * keeps its details: to change them, change the order's `version` too.
 */
export interface PaymentDetails {
  /** E-mail address of the shopper. */
  readonly customerEmail?: string;
  /** The person who pays. */
  readonly customer?: CustomerDetails;
  /** The items, and where they are delivered. */
  readonly orderDetails?: OrderDetails;
  /** Asks for a screening of the payment. */
  readonly fraudScreening?: FraudScreening;
  /** The name on the statement. */
  readonly statementDescriptor?: StatementDescriptor;
  /** Overrides `SignerOptions.transactionType`: how this card is presented. */
  readonly transactionType?: TxnType;
  /** Default `single`. */
  readonly subType?: 'single' | 'recurring';
  /**
   * Whether the service makes a stored token of the card, which `onPaid` then receives in
   * `DVToken`. Default: the biller's setting. If a logged-in shopper is asked
   * (`<florin-store-card>`), the shopper's answer decides, except for `never`.
   */
  readonly tokenisation?: 'biller_default' | 'never' | 'if_shopper_agrees' | 'always';
  /** True skips 3-D Secure; version 3. */
  readonly bypassThreeDS?: boolean;
  /** True lets the service's hosted page (`redirect`) offer American Express's wallet, if the facility has it. */
  readonly amexExpressCheckout?: boolean;
  /** Settings of the hosted page (`redirect`). */
  readonly hostedPage?: HostedPage;
}
