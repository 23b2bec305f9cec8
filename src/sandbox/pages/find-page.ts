/** Finds the page of a key: a form, or the reason why there is none. */
import type { AuthKey } from '../auth-key.js';
import type { Context } from '../context.js';
import type { Merchant } from '../merchant.js';
import { PLAIN_PAGE, type PageTerms } from '../page-terms.js';
import type { Token, TokenKey } from '../token.js';
import type { StoreView } from '../store/store.js';
import type { PageAddress } from './page-address.js';

interface AnyPage {
  readonly address: PageAddress;
  readonly merchant: Merchant;
  readonly look: PageTerms;
  /** The token that pays or is to be changed; undefined when the merchant has no such token. */
  readonly token: Token | undefined;
}

export interface PaymentPage extends AnyPage {
  readonly subject: 'payment';
  readonly key: AuthKey;
}

/** A page for adding or changing a token. */
export interface TokenPage extends AnyPage {
  readonly subject: 'token';
  readonly key: TokenKey;
}

export type OpenPage = PaymentPage | TokenPage;

/** Result of the search for a key. */
export type FoundPage =
  | { readonly state: 'open'; readonly page: OpenPage }
  /** `removed`: the saved card or account of the key is not saved any more. Sandbox choice. */
  | { readonly state: 'used' | 'expired' | 'removed'; readonly page: OpenPage }
  | { readonly state: 'unknown' };

function fitsAddress(address: PageAddress, page: OpenPage): boolean {
  const { shortName, task } = address;
  if (shortName !== null && shortName.toLowerCase() !== page.merchant.shortName.toLowerCase()) return false;
  return page.subject === 'payment' || task === null || page.key.terms.task === task;
}

async function findKey(view: StoreView, { subject, authKey }: PageAddress) {
  if (subject === 'payment') {
    const key = await view.findAuthKey(authKey);
    return key && ({ subject, key } as const);
  }
  const key = await view.findTokenKey(authKey);
  return key && ({ subject, key } as const);
}

/** A session of SOAP's CreateSession works for one IP address. Calls with an unknown address are accepted. */
function isForCaller(page: OpenPage, caller: string | undefined): boolean {
  const { ipAddress } = page.subject === 'token' ? page.key.terms : {};
  return ipAddress === undefined || caller === undefined || ipAddress === caller;
}

/**
 * Finds the page of a key. Changes nothing.
 *
 * @param caller the shopper's IP address, if it is known
 */
export async function findPage(
  address: PageAddress,
  { store, clock }: Context,
  caller: string | undefined,
): Promise<FoundPage> {
  const page = await store.read(async (view): Promise<OpenPage | undefined> => {
    const found = await findKey(view, address);
    const merchant = found && (await view.findMerchant(found.key.merchantId));
    if (!merchant || merchant.settings.isClosed) return undefined;
    const { dvToken, page: look = PLAIN_PAGE } = found.key.terms;
    const token = dvToken === null ? undefined : await view.findToken(merchant.id, dvToken);
    return { ...found, address, merchant, look, token };
  });
  if (!page || !fitsAddress(address, page) || !isForCaller(page, caller)) return { state: 'unknown' };
  if (page.key.usedAt !== null) return { state: 'used', page };
  if (clock.now() >= page.key.expiresAt) return { state: 'expired', page };
  const isRemoved = page.key.terms.dvToken !== null && page.token === undefined;
  return { state: isRemoved ? 'removed' : 'open', page };
}
