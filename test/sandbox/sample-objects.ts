/** A customer and an order with every member of the manual. */

const Address = {
  AddressLine1: '1 Test Street',
  AddressLine2: 'Level 2',
  AddressLine3: 'Desk 3',
  City: 'Melbourne',
  CountryCode: 'AUS',
  PostCode: '3000',
  State: 'VIC',
};
const ContactDetails = {
  EmailAddress: 'jane@example.com',
  FaxNumber: '0390000000',
  HomePhoneNumber: '0390000001',
  MobilePhoneNumber: '0400000000',
  WorkPhoneNumber: '0390000002',
};
const PersonalDetails = {
  DateOfBirth: '1990-01-31',
  FirstName: 'Jane',
  LastName: 'Citizen',
  MiddleName: 'Q',
  Salutation: 'Ms',
};
export const Person = { Address, ContactDetails, PersonalDetails };
export const Customer = { ...Person, CustomerNumber: 'C7', DaysOnFile: 30, ExistingCustomer: true };
export const OrderItem = {
  Comments: 'none',
  Description: 'Socks',
  GiftMessage: 'Hello',
  PartNumber: 'P1',
  ProductCode: 'PC1',
  Quantity: 1.5,
  SKU: 'S1',
  ShippingMethod: 'post',
  ShippingNumber: 'SN1',
  UnitPrice: 995,
};
