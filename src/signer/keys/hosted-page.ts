/**
 * The shop's parameters for the service's hosted page: its name and a link back, and no internal
 * references. docs/wire/rest.md section 3, "HppParameters".
 */
import type { HppParameters, TokenHppParameters } from '../../wire/rest/auth-key.js';
import type { SignerOptions } from '../signer-options.js';

export interface HostedLook {
  /** For the page that pays an order. */
  payment(order: string): HppParameters;
  /** For the page that saves or changes a card or an account. */
  token(): TokenHppParameters;
}

const ORDER = '{order}';

/**
 * Undefined if the shop has no hosted page.
 *
 * @throws TypeError naming the wrong member
 */
export function createHostedLook(options: Pick<SignerOptions, 'merchantName' | 'publicUrl' | 'redirect'>) {
  const { merchantName, publicUrl, redirect } = options;
  if (!redirect) return undefined;
  const { backLabel = merchantName } = redirect;
  const backUrl = readBackUrl(publicUrl, 'redirect.backUrl', redirect.backUrl);
  const backToCardsUrl = readBackUrl(publicUrl, 'redirect.backToCardsUrl', redirect.backToCardsUrl);
  const look: HostedLook = {
    payment: (order) => ({
      ReturnBarLabel: backLabel,
      ReturnBarUrl: backUrl(order),
    }),
    // The references of a token identify the shopper and the attempt; no shopper knows them.
    token: () => ({
      ReturnBarLabel: backLabel,
      ReturnBarUrl: backToCardsUrl(),
      HideCrn1: true,
      HideCrn2: true,
      HideCrn3: true,
    }),
  };
  return look;
}

/**
 * A link back to the shop, in which `{order}` stands for the order; by default to its root.
 *
 * @throws TypeError that begins with `name`
 */
export function readBackUrl(
  publicUrl: string,
  name: string,
  text = `${new URL(publicUrl).origin}/`,
): (order?: string) => string {
  const address = text.replaceAll(ORDER, '1');
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    throw new TypeError(`${name} must be an absolute http or https URL`);
  }
  return (order = '') => text.replaceAll(ORDER, encodeURIComponent(order));
}
