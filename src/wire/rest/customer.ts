/** Customer, and the objects that it shares with Order. docs/wire/rest-interface.md "Nested objects". */
import type * as z from 'zod';
import { flag, text, whole, wireObject } from './wire-object.js';

/** A postal address. CountryCode is ISO 3166 alpha-3. */
export const address = wireObject(
  'Address',
  {
    AddressLine1: text(),
    AddressLine2: text(),
    AddressLine3: text(),
    City: text(),
    CountryCode: text('ISO 3166 alpha-3 code'),
    PostCode: text(),
    State: text(),
  },
  { PostCode: ['Postcode'] },
);
export type Address = z.output<typeof address>;

/** Phone numbers and e-mail address of a person. */
export const contactDetails = wireObject('ContactDetails', {
  EmailAddress: text(),
  FaxNumber: text(),
  HomePhoneNumber: text(),
  MobilePhoneNumber: text(),
  WorkPhoneNumber: text(),
});
/** Phone numbers and e-mail address of a person. */
export type ContactDetails = z.output<typeof contactDetails>;

/** A person's name and date of birth. */
export const personalDetails = wireObject('PersonalDetails', {
  DateOfBirth: text(),
  FirstName: text(),
  LastName: text(),
  MiddleName: text(),
  Salutation: text(),
});
/** A person's name and date of birth. */
export type PersonalDetails = z.output<typeof personalDetails>;

/** The merchant's customer. */
export const customer = wireObject(
  'Customer',
  {
    Address: address.optional(),
    ContactDetails: contactDetails.optional(),
    CustomerNumber: text(),
    DaysOnFile: whole(),
    ExistingCustomer: flag(),
    PersonalDetails: personalDetails.optional(),
  },
  { ExistingCustomer: ['IsExistingCustomer'] },
);
/** The merchant's customer. */
export type Customer = z.output<typeof customer>;
