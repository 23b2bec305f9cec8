/**
 * The merchant's contact details on the cardholder's statement; version 3 only, payment facilitators only.
 *
 * The source document writes `Postcode` in the request; the real service answers `PostCode`. So there are two schemas,
 * each writes its own spelling, and both read either. wire/rest.md, "Deliberate departures".
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

/** The descriptor as it is sent. */
export const statementDescriptor = wireObject(
  'StatementDescriptor',
  { ...shape, Postcode: text() },
  { Postcode: ['PostCode'] },
);
/** The descriptor as it is sent. */
export type StatementDescriptor = z.output<typeof statementDescriptor>;

/** The descriptor as it is answered. */
export const statementDescriptorResp = wireObject(
  'StatementDescriptorResp',
  { ...shape, PostCode: text() },
  { PostCode: ['Postcode'] },
);
/** The descriptor as it is answered. */
export type StatementDescriptorResp = z.output<typeof statementDescriptorResp>;
