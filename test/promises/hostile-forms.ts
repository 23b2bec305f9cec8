/** Form posts: repeated members, brackets, members without a value, for all paths that accept forms. */
import fc, { type Arbitrary } from 'fast-check';
import {
  broken,
  CONTENT_TYPES,
  headersWith,
  oddPath,
  textOf,
  verbs,
  type HostileRequest,
} from './hostile-transport.js';
import { hostile, likelyFor, one } from './hostile-values.js';

/** Paths of forms and pages: below the version, or at the root. */
const FORM_PATHS = [
  '/webapi/v2/txns/withauthkey/@@key:1@@',
  '/webapi/v3/txns/withauthkey/@@key:2@@',
  '/webapi/v2/txns/withauthkey/@@key:3@@.nv',
  '/webapi/v3/txns/withauthkey/@@key:4@@.nv',
  '/webapi/v3/dvtokens/withauthkey/@@tokenKey:1@@',
  '/webapi/v3/dvtokens/withauthkey/update/@@tokenKey:2@@',
  '/webapi/v3/dvtokens/withauthkey/@@tokenKey:3@@.nv',
  '/webapi/v3/txns/iframe/@@key:5@@',
  '/webapi/v3/dvtokens/iframe/add/@@tokenKey:4@@',
  '/pay/DEMO',
  '/pay/DEMO.adddv',
  '/pay/DEMO.updatedv',
  '/',
] as const;

const FORM_MEMBERS = [
  'CardNumber',
  'CardHolderName',
  'ExpiryDateMonth',
  'ExpiryDateYear',
  'Cvn',
  'Amount',
  'Currency',
  'Crn1',
  'EmailAddress',
  'TxnReq',
  'TxnReq.Amount',
  'TxnReq[Amount]',
  'Action',
  'in_pay_token',
  '__proto__',
  'a'.repeat(300),
] as const;

/** As text; half a surrogate pair becomes the replacement character, because it has no bytes. */
const formText = (value: unknown): string =>
  encodeURIComponent(Buffer.from(textOf(value)).toString()).replace(/%40%40(\w+)%3A(\d+)%40%40/g, '@@$1:$2@@');

/** Members sent two or three times, with brackets, without a value. */
const formBody = fc
  .array(
    one(...FORM_MEMBERS).chain((name) => fc.tuple(fc.constant(name), fc.oneof(likelyFor(name) ?? hostile, hostile))),
    { maxLength: 12 },
  )
  .map((pairs) => pairs.map(([name, value]) => `${name}=${formText(value)}`).join('&'));

const multipartBody = formBody.map(
  (text) =>
    text
      .split('&')
      .map(
        (pair) =>
          `--x\r\nContent-Disposition: form-data; name="${pair.split('=')[0] ?? ''}"\r\n\r\n${pair.split('=')[1] ?? ''}\r\n`,
      )
      .join('') + '--x--',
);

export const formRequests: Arbitrary<HostileRequest> = one(...FORM_PATHS).chain((path) =>
  fc.record({
    method: verbs('POST'),
    path: oddPath(path),
    headers: headersWith(
      fc.oneof(
        { weight: 6, arbitrary: fc.constant('application/x-www-form-urlencoded') },
        { weight: 1, arbitrary: one(...CONTENT_TYPES) },
      ),
    ),
    body: fc.oneof({ weight: 5, arbitrary: formBody }, { weight: 1, arbitrary: multipartBody }).chain(broken),
  }),
);
