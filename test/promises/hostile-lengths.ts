/** Requests that are as long as a server lets them be, of one repeated text, for every place of a request. */

/** Characters of a header, a query and a path: the server's own limit is 16 kB for all of them. */
export const LONG = 15_000;

/** What backtracks, nests or repeats somewhere. `x` is the ordinary text of the same length. */
export const FILLERS: readonly string[] = [
  ...['\t', ' ', ',', ';', '=', '"', '\\', '/', '0', '<', '-', '.', '%'],
  ...['a,', '1 ', 'a=', '%31', '/*', '[{', '<a>', '&#1', 'cvn="\\'],
];
export const ORDINARY = 'x';

/** No header may begin or end with a blank. */
export function fill(filler: string, length: number): string {
  return `a${filler.repeat(Math.floor(length / filler.length))}!`;
}

/** Headers that somebody reads. Each is sent at its full length. */
const READ_FIRST = ['content-type', 'origin', 'authorization', 'sec-fetch-site', 'content-encoding'];
const READ_LATER = [
  ...['accept', 'accept-language', 'cookie', 'user-agent', 'referer', 'forwarded', 'x-forwarded-for', 'soapaction'],
  ...['idempotency-key', 'florin-control-token', 'if-none-match', 'range', 'x-forwarded-proto', 'x-forwarded-host'],
];
export const HEADERS: readonly string[] = [...READ_FIRST, ...READ_LATER];

/** A request of a route, and what it needs to get past the first checks. */
export interface LongRoute {
  readonly method: string;
  /** With `:name` where any text stands. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Bodies that hold the text in the place where the route reads it. */
  readonly bodies?: readonly ((text: string) => string)[];
  readonly bodyLength?: number;
}

const asHeaders = (names: readonly string[], text: string): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, text]));

/** The requests of a route with one filler: with right first headers and a wrong rest, and with wrong first headers. */
export function longRequests(origin: string, route: LongRoute, filler: string): readonly Request[] {
  const { method, headers = {}, bodies = [(text: string) => text], bodyLength = LONG } = route;
  const text = fill(filler, LONG);
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const path = route.path.replace(/:\w+/g, encodeURIComponent(text).slice(0, LONG));
  const send = (address: string, own: Record<string, string>, body?: string) =>
    new Request(origin + address, { method, headers: own, ...(hasBody && body !== undefined && { body }) });
  const body = fill(filler, bodyLength);
  return [
    send(path, asHeaders(HEADERS, text), body),
    send(
      `${path}${filler === '/' ? text : ''}?${encodeURI(text)}`,
      { ...asHeaders(READ_LATER, text), ...headers },
      body,
    ),
    ...(hasBody ? bodies.map((write) => send(path, { ...headers }, write(body))) : []),
  ];
}
