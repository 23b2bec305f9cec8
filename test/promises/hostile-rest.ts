/** JSON requests by the schemas of the interface: each member right, wrong, or of another type. */
import fc, { type Arbitrary } from 'fast-check';
import * as z from 'zod';
import {
  addDVTokenAuthKeyRequest,
  txnAuthKeyRequest,
  updateDVTokenAuthKeyRequest,
} from '../../src/wire/rest/auth-key.js';
import { browserDVTokenRequest, dvTokenRequest } from '../../src/wire/rest/dv-token.js';
import { iframeDVTokenRequest, iframeTxnRequest } from '../../src/wire/rest/iframe.js';
import { tokenSearchRequest, txnSearchRequest } from '../../src/wire/rest/search-input.js';
import { browserTxnRequest, processTxnRequest } from '../../src/wire/rest/txn-req.js';
import { shapeOf, unwrapOptional } from '../../src/wire/rest/wire-object.js';
import {
  broken,
  bytesOf,
  CONTENT_TYPES,
  headersWith,
  oddPath,
  verbs,
  type HostileRequest,
} from './hostile-transport.js';
import { hostile, LIKELY, likelyFor, one, RAW, RIGHT } from './hostile-values.js';

/** How closely a request follows the rules. */
type Mood = 'tame' | 'wild';

/** A possible value of a member with this schema. */
function valueOf(name: string, schema: z.core.$ZodType, mood: Mood): Arbitrary<unknown> {
  const inner = unwrapOptional(schema);
  const strange = mood === 'wild' ? 1 : 0;
  if (inner instanceof z.ZodObject) {
    return fc.oneof({ weight: 12, arbitrary: objectOf(inner, mood) }, { weight: strange, arbitrary: hostile });
  }
  if (inner instanceof z.ZodArray) {
    const items = fc.array(valueOf(name, inner.element, mood), { maxLength: 3 });
    return fc.oneof({ weight: 8, arbitrary: items }, { weight: strange, arbitrary: hostile });
  }
  const isNumber = inner instanceof z.ZodNumber;
  const plain = isNumber ? fc.nat(5) : inner instanceof z.ZodBoolean ? fc.boolean() : fc.string({ maxLength: 12 });
  const likely = (mood === 'tame' ? RIGHT[name] : undefined) ?? likelyFor(name) ?? plain;
  return fc.oneof(
    { weight: 10, arbitrary: likely },
    { weight: strange, arbitrary: plain },
    { weight: strange, arbitrary: hostile },
  );
}

const madeOf = { tame: new Map<z.ZodObject, Arbitrary<unknown>>(), wild: new Map<z.ZodObject, Arbitrary<unknown>>() };

/** An object with random members; members that are checked first are usually present. */
function objectOf(schema: z.ZodObject, mood: Mood): Arbitrary<unknown> {
  const known = madeOf[mood].get(schema);
  if (known) return known;
  const isEarly = (name: string): boolean =>
    name in (mood === 'tame' ? RIGHT : LIKELY) || /(Req|Data|Input|Details)$/.test(name);
  const often = mood === 'tame' ? 19 : 16;
  const members = Object.entries(shapeOf(schema)).map(([name, member]) => {
    const share = isEarly(name) && !/^(From|To)Date$/.test(name) ? often : 2;
    const value = valueOf(name, member, mood);
    return fc
      .oneof({ weight: share, arbitrary: value }, { weight: 20 - share, arbitrary: fc.constant(undefined) })
      .map((made) => [name, made] as const);
  });
  const made = fc
    .tuple(...members)
    .map((pairs) => Object.fromEntries(pairs.filter(([, value]) => value !== undefined)));
  madeOf[mood].set(schema, made);
  return made;
}

/** Verb, path below the version, and body. docs/wire/rest.md section 2. */
type Endpoint = readonly [verb: string, path: string, schema?: z.ZodObject];

function endpointsOf(version: 'v2' | 'v3'): readonly Endpoint[] {
  return [
    ['POST', '/txns/', processTxnRequest[version]],
    ['POST', '/txns/', processTxnRequest[version]],
    ['GET', '/txns/@@txn:1@@'],
    ['POST', '/txns/search', txnSearchRequest],
    ['POST', '/txns/processtxnauthkey', txnAuthKeyRequest[version]],
    ['POST', '/txns/withauthkey/@@key:1@@', browserTxnRequest],
    ['POST', '/txns/withauthkey/@@key:2@@', browserTxnRequest],
    ['GET', '/txns/withauthkey/@@result:1@@'],
    ['GET', '/txns/iframe/@@key:3@@'],
    ['POST', '/txns/processiframetxn/@@key:4@@', iframeTxnRequest],
    ['GET', '/status/'],
    ['POST', '/dvtokens/', dvTokenRequest],
    ['PUT', '/dvtokens/@@token:1@@', dvTokenRequest],
    ['POST', '/dvtokens/txn/@@txn:2@@'],
    ['GET', '/dvtokens/@@token:2@@'],
    ['POST', '/dvtokens/search', tokenSearchRequest],
    ['DELETE', '/dvtokens/@@token:3@@'],
    ['POST', '/dvtokens/adddvtokenauthkey', addDVTokenAuthKeyRequest],
    ['POST', '/dvtokens/updatedvtokenauthkey', updateDVTokenAuthKeyRequest],
    ['POST', '/dvtokens/withauthkey/@@tokenKey:1@@', browserDVTokenRequest],
    ['POST', '/dvtokens/withauthkey/update/@@tokenKey:2@@', browserDVTokenRequest],
    ['POST', '/dvtokens/iframe/add/@@tokenKey:3@@', iframeDVTokenRequest],
    ['POST', '/dvtokens/iframe/update/@@tokenKey:4@@', iframeDVTokenRequest],
    ['GET', '/dvtokens/iframe/@@tokenKey:5@@'],
    ['GET', '/dvtokens/withauthkey/@@result:2@@'],
  ];
}

/** JSON in which a number is sometimes written as no program writes it. */
const jsonOf = (value: unknown): string =>
  bytesOf((JSON.stringify(value) ?? '').replace(/"@@raw:(\d+)@@"/g, (_, index) => RAW[Number(index)] ?? ''));

export function restRequests(version: 'v2' | 'v3'): Arbitrary<HostileRequest> {
  return one(...endpointsOf(version)).chain(([verb, path, schema]) =>
    fc.record({
      method: verbs(verb),
      path: oddPath(`/webapi/${version}${path}`),
      headers: headersWith(
        fc.oneof(
          { weight: 8, arbitrary: fc.constant('application/json') },
          { weight: 1, arbitrary: one(...CONTENT_TYPES) },
        ),
      ),
      body: schema
        ? fc
            .oneof(
              { weight: 10, arbitrary: objectOf(schema, 'tame') },
              { weight: 12, arbitrary: objectOf(schema, 'wild') },
              { weight: 1, arbitrary: hostile },
            )
            .chain((value) => broken(jsonOf(value)))
        : one('', '{}', '\u0000'),
    }),
  );
}
