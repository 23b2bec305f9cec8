/** Logged-in shoppers of a test's shop: a header has the session, like a cookie. */
import type { Shopper, SignerOptions, StoredToken } from '../../src/signer/signer-options.js';
import type { SignerRefusal } from '../../src/core/pay-api.js';
import type { Service, Submission } from './service-on-a-port.js';
import { createShop, type Shop } from './shop.js';

export interface ShopWithCards extends Shop {
  readonly stored: { readonly shopper: string; readonly stored: StoredToken }[];
  /** Calls as the shopper of a session. */
  as<T>(
    session: string,
    path: string,
    body: unknown,
  ): Promise<{ readonly status: number; readonly body: T & SignerRefusal }>;
}

/** `ann-1` is a session of ann; shoppers' cards are known by `CUSTOMER-ann`. */
export function createShopWithCards(service: Service, options: Partial<SignerOptions> = {}): ShopWithCards {
  const stored: ShopWithCards['stored'][number][] = [];
  const shop = createShop(service.accountAt(service.url), {
    clock: service.clock,
    authoriseToken: (request) => shopperOf(request.headers.get('x-session')),
    onTokenStored: ({ id }, token) => void stored.push({ shopper: id, stored: token }),
    ...options,
  });
  return {
    ...shop,
    stored,
    as: (session, path, body) => shop.post(path, body, { 'x-session': session }),
  };
}

function shopperOf(session: string | null): Shopper | null {
  const [id = ''] = (session ?? '').split('-');
  return id === '' ? null : { id, session: session ?? '', crn1: `CUSTOMER-${id}`, email: `${id}@shop.example` };
}

export const TEST_CARD = {
  CardNumber: '5123456789012346',
  CardHolderName: 'A BUYER',
  ExpiryDateMonth: '05',
  ExpiryDateYear: '42',
};

/** Sends a card or an account as a page does (D9, D10). */
export async function storeAt(submitUrl: string, request: object = { CardDetails: TEST_CARD }): Promise<Submission> {
  const response = await fetch(submitUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ DVTokenReq: request }),
  });
  return (await response.json()) as Submission;
}
