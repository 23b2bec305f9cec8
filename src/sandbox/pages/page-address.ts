/** Where the pages are, and which of them a request means. wire/rest.md section 2: T9, T12, D13, D14. */
import type { TokenKeyTask } from '../token.js';

/** A page that a request asks for. The form of a page is sent to the page's own address. */
export interface PageAddress {
  /** Operation, as wire/rest.md numbers them, and the path without the key: for the log. */
  readonly name: 'T9' | 'T12' | 'D13' | 'D14';
  readonly place: 'hosted' | 'frame';
  readonly subject: 'payment' | 'token';
  /** What the address says is to be done with a token; null where the key alone says it. */
  readonly task: TokenKeyTask | null;
  /** Of the merchant, in the hosted pages' addresses. */
  readonly shortName: string | null;
  readonly authKey: string;
  /** As it was asked for, in either version. */
  readonly path: string;
}

/** False for addresses that are none of a page or of a page's file. */
export function isPagePath(_request: Request, path: string): boolean {
  return /\/(pay|iframe)\//i.test(path);
}

const FRAME = /^\/webapi\/v[23]\/(txns|dvtokens)\/iframe\/([^/]+)\/?$/;
const HOSTED = /^\/pay\/([^/]+?)(\.adddv|\.updatedv)?\/?$/i;

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // No key or name is written so: it will be found to be none.
    return text;
  }
}

/** A public client may write the parameter's name in capitals, as it is not told how. */
function parameter(search: URLSearchParams, name: string): string {
  const [, value = ''] = [...search].find(([key]) => key.toLowerCase() === name) ?? [];
  return value;
}

/** The page that is at this address; undefined when there is none. */
export function pageAt({ pathname, searchParams }: URL): PageAddress | undefined {
  const [, kind, key = ''] = FRAME.exec(pathname) ?? [];
  if (kind === 'txns' || kind === 'dvtokens') {
    const isToken = kind === 'dvtokens';
    return {
      name: isToken ? 'D13' : 'T9',
      place: 'frame',
      subject: isToken ? 'token' : 'payment',
      task: null,
      shortName: null,
      authKey: decode(key).toLowerCase(),
      path: pathname,
    };
  }
  const [, name, suffix] = HOSTED.exec(pathname) ?? [];
  if (name === undefined) return undefined;
  return {
    name: suffix ? 'D14' : 'T12',
    place: 'hosted',
    subject: suffix ? 'token' : 'payment',
    task: suffix ? (/add/i.test(suffix) ? 'add' : 'update') : null,
    shortName: decode(name),
    authKey: parameter(searchParams, suffix ? 'in_sessionid' : 'in_pay_token').toLowerCase(),
    path: pathname,
  };
}
