/** Where a browser takes a key to: addresses on the service's origin. wire/rest.md section 2. */

export interface ServiceAddresses {
  /** Of the service, as browsers reach it. */
  readonly origin: string;
  /** T5 and T6: takes the card of a payment. */
  payment(authKey: string): string;
  /** D9 and D10: takes what is to be stored. */
  token(authKey: string, task: 'add' | 'update'): string;
  /** T9 or D13, where the shop allows the service's own frame. */
  frame(authKey: string, subject: 'payment' | 'token'): string | undefined;
  /** T12 or D14, where the shop allows the hosted page. */
  hosted(authKey: string, page: 'payment' | 'add' | 'update'): string | undefined;
}

export interface AddressOptions {
  /** Where browsers reach the service, without a slash at its end and without `/webapi`. */
  readonly serviceUrl: string;
  readonly version: 'v2' | 'v3';
  readonly isFrameAllowed: boolean;
  /** Stands in the hosted page's address; without it there is none. */
  readonly merchantShortName: string | undefined;
}

const HOSTED_QUERY = {
  payment: '?in_pay_token=',
  add: '.adddv?in_sessionid=',
  update: '.updatedv?in_sessionid=',
} as const;

export function createAddresses(options: AddressOptions): ServiceAddresses {
  const { serviceUrl, version, isFrameAllowed, merchantShortName } = options;
  const api = `${serviceUrl}/webapi/${version}`;
  const keyed = (address: string, authKey: string) => address + encodeURIComponent(authKey);
  return {
    origin: new URL(serviceUrl).origin,
    payment: (authKey) => keyed(`${api}/txns/withauthkey/`, authKey),
    token: (authKey, task) => keyed(`${api}/dvtokens/withauthkey/${task === 'update' ? 'update/' : ''}`, authKey),
    frame: (authKey, subject) =>
      isFrameAllowed ? keyed(`${api}/${subject === 'payment' ? 'txns' : 'dvtokens'}/iframe/`, authKey) : undefined,
    hosted: (authKey, page) =>
      merchantShortName === undefined
        ? undefined
        : keyed(`${serviceUrl}/pay/${encodeURIComponent(merchantShortName)}${HOSTED_QUERY[page]}`, authKey),
  };
}
