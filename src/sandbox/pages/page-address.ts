/** URLs of the pages. docs/wire/rest.md section 2: T9, T12, D13, D14. */
import { decodeUri } from '../../core/decode-uri.js';
import { readSentKey } from '../sent-key.js';
import type { TokenKeyTask } from '../token.js';

/** The page of a request. A page's form is sent to the page's own URL. */
export interface PageAddress {
  /** Operation id of docs/wire/rest.md. The log uses it instead of the path, which contains the key. */
  readonly name: 'T9' | 'T12' | 'D13' | 'D14';
  readonly place: 'hosted' | 'frame';
  readonly subject: 'payment' | 'token';
  /** The token task of the URL; null where only the key determines it. */
  readonly task: TokenKeyTask | null;
  /** The merchant's short name, in the URLs of hosted pages. */
  readonly shortName: string | null;
  readonly authKey: string;
  /** The path as the browser sees it, of either version. */
  readonly path: string;
}

/** True for the URLs of pages and their files. */
export function isPagePath(path: string): boolean {
  return /\/(pay|iframe)\//i.test(path);
}

const FRAME = /^\/webapi\/v[23]\/(txns|dvtokens)\/iframe\/([^/]+)\/?$/i;
const HOSTED = /^\/pay\/([^/]+?)(\.adddv|\.updatedv)?\/?$/i;

/** Reads a parameter in any case, because a public client writes its name in capitals. */
function parameter(search: URLSearchParams, name: string): string {
  const [, value = ''] = [...search].find(([key]) => key.toLowerCase() === name) ?? [];
  return value;
}

/** The page of a URL; undefined when there is none. @param publicPath of the settings */
export function pageAt(
  { pathname, searchParams }: Pick<URL, 'pathname' | 'searchParams'>,
  publicPath = '',
): PageAddress | undefined {
  const [, kind, key = ''] = FRAME.exec(pathname) ?? [];
  if (kind !== undefined) {
    const isToken = kind.toLowerCase() === 'dvtokens';
    return {
      name: isToken ? 'D13' : 'T9',
      place: 'frame',
      subject: isToken ? 'token' : 'payment',
      task: null,
      shortName: null,
      authKey: readSentKey(decodeUri(key)),
      path: publicPath + pathname,
    };
  }
  const [, name, suffix] = HOSTED.exec(pathname) ?? [];
  if (name === undefined) return undefined;
  return {
    name: suffix ? 'D14' : 'T12',
    place: 'hosted',
    subject: suffix ? 'token' : 'payment',
    task: suffix ? (/add/i.test(suffix) ? 'add' : 'update') : null,
    shortName: decodeUri(name),
    authKey: readSentKey(parameter(searchParams, suffix ? 'in_sessionid' : 'in_pay_token')),
    path: publicPath + pathname,
  };
}
