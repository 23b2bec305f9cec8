/** Order, its items and addresses. docs/wire/rest-interface.md "Nested objects"; docs/wire/rest.md section 3. */
import * as z from 'zod';
import { address, contactDetails, personalDetails } from './customer.js';
import { decimal, text, whole, wireObject } from './wire-object.js';

/** A billing or shipping address with its person. */
export const orderAddress = wireObject('OrderAddress', {
  Address: address.optional(),
  Comments: text(),
  ContactDetails: contactDetails.optional(),
  PersonalDetails: personalDetails.optional(),
});
/** A billing or shipping address with its person. */
export type OrderAddress = z.output<typeof orderAddress>;

export const orderItem = wireObject(
  'OrderItem',
  {
    Comments: text(),
    Description: text(),
    GiftMessage: text(),
    PartNumber: text(),
    ProductCode: text(),
    Quantity: decimal(),
    SKU: text(),
    ShippingMethod: text(),
    ShippingNumber: text(),
    UnitPrice: whole('Lowest denomination of the currency'),
  },
  { SKU: ['Sku'] },
);
/** One line of an order. */
export type OrderItem = z.output<typeof orderItem>;

/** A recipient of a part of an order. */
export const orderRecipient = wireObject('OrderRecipient', {
  Address: address.optional(),
  ContactDetails: contactDetails.optional(),
  PersonalDetails: personalDetails.optional(),
});
/** A recipient of a part of an order. */
export type OrderRecipient = z.output<typeof orderRecipient>;

export const order = wireObject('Order', {
  BillingAddress: orderAddress.optional(),
  OrderItems: z.array(orderItem).optional(),
  OrderRecipients: z.array(orderRecipient).optional(),
  ShippingAddress: orderAddress.optional(),
  ShippingMethod: text(),
});
export type Order = z.output<typeof order>;
