/** The URLs on the service's origin to which a browser sends a key. docs/wire/rest.md section 2. */

export interface ServiceAddresses {
  /** Origin of the service, as browsers reach it. */
  readonly origin: string;
  /** T5 and T6: receives the card of a payment. */
  payment(authKey: string): string;
  /** D9 and D10: receives the details to store. */
  token(authKey: string, task: 'add' | 'update'): string;
  /** T9 or D13, if the shop allows the service's own frame. */
  frame(authKey: string, subject: 'payment' | 'token', kind?: TokenKind): string | undefined;
  /** T12 or D14, if the shop allows the hosted page. */
  hosted(authKey: string, page: 'payment' | 'add' | 'update', kind?: TokenKind): string | undefined;
}

/** The form that the service's page for tokens shows first; the shopper can switch to the other. */
export type TokenKind = 'card' | 'bank_account';

interface AddressOptions {
  /** Where browsers reach the service, without a trailing slash and without `/webapi`. */
  readonly serviceUrl: string;
  readonly version: 'v2' | 'v3';
  readonly isFrameAllowed: boolean;
  /** Part of the hosted page's URL; undefined if the shop has no hosted page. */
  readonly merchantShortName: string | undefined;
}

/** docs/wire/rest.md does not define this parameter; the sandbox's own links use this form. */
const BANK_ACCOUNT = 'method=bank_account';

const HOSTED_QUERY = {
  payment: '?in_pay_token=',
  add: '.adddv?in_sessionid=',
  update: '.updatedv?in_sessionid=',
} as const;

export function createAddresses(options: AddressOptions): ServiceAddresses {
  const { serviceUrl, version, isFrameAllowed, merchantShortName } = options;
  const api = `${serviceUrl}/webapi/${version}`;
  const keyed = (address: string, authKey: string) => address + encodeURIComponent(authKey);
  const frame = (resource: 'txns' | 'dvtokens', authKey: string) => keyed(`${api}/${resource}/iframe/`, authKey);
  const hosted = (page: string, authKey: string, merchant: string) =>
    keyed(`${serviceUrl}/pay/${encodeURIComponent(merchant)}${page}`, authKey);
  return {
    origin: new URL(serviceUrl).origin,
    payment: (authKey) => keyed(`${api}/txns/withauthkey/`, authKey),
    token: (authKey, task) => keyed(`${api}/dvtokens/withauthkey/${task === 'update' ? 'update/' : ''}`, authKey),
    frame: (authKey, subject, kind) =>
      isFrameAllowed
        ? frame(subject === 'payment' ? 'txns' : 'dvtokens', authKey) +
          (kind === 'bank_account' ? `?${BANK_ACCOUNT}` : '')
        : undefined,
    hosted: (authKey, page, kind) =>
      merchantShortName === undefined
        ? undefined
        : hosted(HOSTED_QUERY[page], authKey, merchantShortName) + (kind === 'bank_account' ? `&${BANK_ACCOUNT}` : ''),
  };
}
