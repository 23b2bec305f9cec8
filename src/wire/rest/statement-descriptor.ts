/**
 * The merchant's contact details on the cardholder's statement; for payment facilitators, in version 3 only.
 *
 * The service takes `Postcode` and answers `PostCode`. So there are two schemas: each writes its own spelling and reads
 * both. docs/wire/rest.md, "Deliberate departures".
 */
import type * as z from 'zod';
import { text, wireObject } from './wire-object.js';

const shape = {
  AddressLine1: text(),
  AddressLine2: text(),
  City: text(),
  CompanyName: text(),
  CountryCode: text('ISO 3166 alpha-3 code'),
  MerchantName: text(),
  PhoneNumber: text(),
  State: text(),
};

/** The descriptor in a request. */
export const statementDescriptor = wireObject(
  'StatementDescriptor',
  { ...shape, Postcode: text() },
  { Postcode: ['PostCode'] },
);
/** The descriptor in a request. */
export type StatementDescriptor = z.output<typeof statementDescriptor>;

/** The descriptor in an answer. */
export const statementDescriptorResp = wireObject(
  'StatementDescriptorResp',
  { ...shape, PostCode: text() },
  { PostCode: ['Postcode'] },
);
/** The descriptor in an answer. */
export type StatementDescriptorResp = z.output<typeof statementDescriptorResp>;
