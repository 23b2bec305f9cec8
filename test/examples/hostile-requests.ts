/** Requests that no browser sends: addresses, methods, headers, bodies, and files that are not for everybody. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const LONG = 'a'.repeat(6_000);

const PATHS = [
  ...[
    '//',
    '///',
    '//evil.example/',
    '/\\evil.example',
    '/%',
    '/%zz',
    '/%E0%A4%A',
    '/%00',
    '/%0d%0aset-cookie:%20a=b',
    '/?%',
    '/?a=%zz',
  ],
  ...[
    '/.',
    '/..',
    '/../..',
    '/%2e%2e',
    '/..;/',
    `/${LONG}`,
    `/?${LONG}`,
    '/\u00ff',
    '/<script>',
    '/__proto__',
    '/constructor',
  ],
  ...[
    '/orders',
    '/orders/',
    '/orders/%',
    '/orders/%zz',
    '/orders/%00',
    `/orders/${LONG}`,
    '/orders/__proto__',
    '/orders/constructor',
  ],
  ...[
    '/api/orders',
    '/api/orders/',
    '/api/orders/%',
    '/api/orders/%zz',
    '/api/orders/__proto__',
    `/api/orders/${LONG}`,
  ],
  ...[
    '/pay',
    '/pay/',
    '/pay//',
    '/pay/%',
    '/pay/%zz',
    '/pay/../..',
    '/pay/form?order=%',
    '/pay/return?claim=%zz',
    `/pay/${LONG}`,
    '/florin/',
    '/florin/%zz',
  ],
  ...[
    '/orders/x/__data.json',
    '/_image?href=http://evil.example/',
    '/_next/image?url=//evil.example/&w=64&q=75',
    '/_next/data/x/y.json',
  ],
  ...['http://evil.example/', 'http://[/', 'http://', '*', 'x', '?', '#'],
];

/** Files that are not for everybody. */
const PRIVATE = [
  '.env',
  '.florin/claims.sqlite',
  '.florin/sandbox.sqlite',
  'claims.sqlite',
  'orders.json',
  '.florin/orders.json',
  '.git/config',
];

const METHODS = ['HEAD', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE', 'PROPFIND', 'CONNECT', 'FOO', 'get', ''];

const HEADERS = [
  ...[
    'Host: evil.example',
    'Host: ',
    'Host: [',
    'Host: a b',
    'Host: localhost:99999',
    'Host: localhost\r\nHost: evil.example',
    'X: y',
  ],
  ...[
    `Accept-Language: ${'\t'.repeat(14_000)}x`,
    `Cookie: ${'a=b;'.repeat(3_500)}`,
    `X-Long: ${'x'.repeat(30_000)}`,
    `Accept: ${','.repeat(10_000)}`,
  ],
  ...[
    'X-Forwarded-Host: evil.example/%',
    'X-Forwarded-Proto: javascript',
    `X-Forwarded-For: ${'1,'.repeat(5_000)}`,
    'X-Forwarded-Port: x',
    'Forwarded: %',
  ],
  ...[
    'Origin: null',
    'Origin: https://evil.example',
    'Origin: %',
    'Referer: %',
    'Upgrade: websocket\r\nConnection: Upgrade',
    'Expect: 100-continue',
    'Expect: x',
  ],
  ...[
    'Range: bytes=9-1,x',
    'If-Modified-Since: x',
    'If-None-Match: "',
    'Accept-Encoding: %',
    'Content-Length: -1',
    'Transfer-Encoding: x',
    'Content-Length: 3\r\nTransfer-Encoding: chunked',
  ],
  ...[
    'RSC: 1',
    'Next-Action: x',
    'Next-Router-State-Tree: %zz',
    'x-middleware-subrequest: proxy:proxy:proxy:proxy:proxy',
    'x-sveltekit-action: true',
  ],
];

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const BODIES: readonly (readonly [type: string, body: string])[] = [
  ...[
    '',
    '{',
    'null',
    '[]',
    '"x"',
    '1',
    '{"order":1}',
    '{"order":null}',
    '{"order":["a"]}',
    '{"order":{"__proto__":1}}',
  ].map((body) => [JSON_TYPE, body] as const),
  ...[
    '{"order":"\\u0000"}',
    '{"order":"\u0001"}',
    '{"order":"../../.env"}',
    `{"order":"${LONG}"}`,
    '['.repeat(8_000),
    '\xff\xfe',
    '{"claim":{},"resultKey":[]}',
  ].map((body) => [JSON_TYPE, body] as const),
  ...['%', 'a=%zz', 'order=%00', '='.repeat(5_000)].map((body) => [FORM_TYPE, body] as const),
  ['multipart/form-data', 'x'],
  ['multipart/form-data; boundary=a', '--a\r\nContent-Disposition: form-data; name="x"\r\n\r\n'],
  ['application/jwt', 'a.b.c'],
  ['application/jwt', 'e30.e30.'],
  ['text/plain;charset=%', 'x'],
  ['', 'x'],
  [JSON_TYPE, 'x'.repeat(200_000)],
];
const POSTED = [
  '/',
  '/orders',
  '/orders/x',
  '/api/orders/x',
  '/payments',
  '/pay/authkey',
  '/pay/result',
  '/pay/webhook',
  '/pay/return',
  '/pay/form',
];

/** The bytes of each request to a shop of this folder. */
export function* requests(folder: string): Generator<string> {
  const plain = (target: string, method = 'GET', more = 'Host: localhost', body = '') =>
    `${method} ${target} HTTP/1.1\r\n${more}\r\nConnection: close\r\n\r\n${body}`;
  for (const path of PATHS) yield plain(path);
  for (const path of privatePaths(folder)) yield plain(path);
  for (const method of METHODS)
    for (const path of ['/', '/orders/x', '/api/orders', '/pay/authkey']) yield plain(path, method);
  for (const header of HEADERS) {
    const host = /^(Host|X:)/.test(header) ? '' : 'Host: localhost\r\n';
    for (const path of ['/', '/orders/x', '/pay/form?order=x']) yield plain(path, 'GET', host + header);
  }
  for (const [type, body] of BODIES) {
    const more = `Host: localhost\r\n${type && `Content-Type: ${type}\r\n`}Content-Length: ${body.length}`;
    for (const path of POSTED) yield plain(path, 'POST', more, body);
  }
  for (const rest of [
    '\0\0\0',
    'GET / HTTP/9.9\r\n\r\n',
    'GET /\r\n\r\n',
    '\r\n'.repeat(100),
    '\x16\x03\x01\x02\0\x01\0',
  ])
    yield rest;
}

/** Each private file by every spelling that a server might decode. */
function privatePaths(folder: string): readonly string[] {
  const orders = join(folder, '.florin/orders');
  const files = [...PRIVATE, ...(isFolder(orders) ? readdirSync(orders).map((name) => `.florin/orders/${name}`) : [])];
  return files.flatMap((file) => [
    `/${file}`,
    `/${file}?raw`,
    `/${file}?url`,
    `/${file}?import&raw??`,
    `/${file}?.svg?.wasm?init`,
    `/${file}/.`,
    `/./${file}`,
    `//${file}`,
    `/${file.toUpperCase()}`,
    `/${file.replaceAll('.', '%2e').replaceAll('/', '%2f')}`,
    `/orders/../${file}`,
    `/orders/..%2f..%2f${file}`,
    `/florin/../../../../../${file}`,
    `/florin/..%2f..%2f..%2f..%2f..%2f${file}`,
    `/shop.css/../../${file}`,
    `/@fs${encodeURI(join(folder, file))}`,
    `/@fs${encodeURI(join(folder, file))}?raw`,
    `/@fs${encodeURI(join(folder, file))}?import&raw`,
    `/public/../${file}`,
    `/..\\${file}`,
  ]);
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
