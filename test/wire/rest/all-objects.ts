import * as z from 'zod';
import * as answers from '../../../src/wire/rest/answers.js';
import * as authKey from '../../../src/wire/rest/auth-key.js';
import * as bankAccountDetails from '../../../src/wire/rest/bank-account-details.js';
import * as cardDetails from '../../../src/wire/rest/card-details.js';
import * as customer from '../../../src/wire/rest/customer.js';
import * as dvToken from '../../../src/wire/rest/dv-token.js';
import * as fraudScreening from '../../../src/wire/rest/fraud-screening.js';
import * as iframe from '../../../src/wire/rest/iframe.js';
import * as order from '../../../src/wire/rest/order.js';
import * as searchInput from '../../../src/wire/rest/search-input.js';
import * as statementDescriptor from '../../../src/wire/rest/statement-descriptor.js';
import * as txnReq from '../../../src/wire/rest/txn-req.js';
import * as txnResp from '../../../src/wire/rest/txn-resp.js';
import { wireNotes } from '../../../src/wire/rest/wire-object.js';

const modules = [
  answers,
  authKey,
  bankAccountDetails,
  cardDetails,
  customer,
  dvToken,
  fraudScreening,
  iframe,
  order,
  searchInput,
  statementDescriptor,
  txnReq,
  txnResp,
];

/** The exported value, and the values of a pair such as `{ v2, v3 }`. */
const valuesIn = (exported: unknown): readonly unknown[] => [exported, ...Object.values<unknown>(Object(exported))];

/** Every schema of the REST wire with its name. */
export const allObjects: readonly (readonly [string, z.ZodObject])[] = modules
  .flatMap((module) => Object.values<unknown>(module))
  .flatMap(valuesIn)
  .filter((value) => value instanceof z.ZodObject)
  .map((schema) => [wireNotes.get(schema)?.id ?? '', schema] as const);
