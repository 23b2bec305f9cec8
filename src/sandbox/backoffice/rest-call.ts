/** Calls of the back office as REST's readers take them: they check the members, so that both interfaces refuse the same. */
import * as z from 'zod';
import { writeJson } from '../../wire/rest/lossless-json.js';
import type { RestCall } from '../rest/row.js';

export function restCall(body: object): RestCall {
  return { parameters: {}, authorization: null, origin: '', contentType: null, body: writeJson(body) };
}

/** The filters of a list, which are texts, without the empty ones. */
export const FILTERS = z
  .record(z.string(), z.unknown(), 'must be an object')
  .default({})
  .transform((search) => Object.entries(search).filter(([, value]) => value !== ''));
