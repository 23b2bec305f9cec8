/** Makes the token that a payment has left behind a shopper's own: D4 to look, D2 to write. keep-card.ts has the rest. */
import { isFlorinError } from '../core/errors.js';
import type { DVTokenResp } from '../wire/rest/dv-token.js';
import type { Claim } from './claim.js';
import { askService } from './find-transaction.js';
import type { TokenService } from './payment-service.js';
import type { SignerContext } from './signer-context.js';

/** API codes that say that there is no such token: removed meanwhile. wire/rest.md section 8. */
const NO_TOKEN: ReadonlySet<number | undefined> = new Set([123, 202]);

/**
 * The token, the shopper's from now on. Asking again does no harm: the attempt's reference in Crn3 says that it is done.
 * @throws Refusal `service_unreachable`
 */
export async function bindToken(
  { log, tokenService }: { readonly log: SignerContext['log']; readonly tokenService: TokenService },
  { reference, terms }: Claim,
): Promise<DVTokenResp | undefined> {
  const { crn1, crn2, dvToken = '', owner } = terms;
  return askService(log, 'keep_card', async () => {
    try {
      const token = await tokenService.getToken(dvToken);
      if (token.Crn3 === reference) return token;
      return await tokenService.updateToken(dvToken, {
        Crn1: crn1,
        ...(crn2 && { Crn2: crn2 }),
        Crn3: reference,
        ...(owner?.email && { EmailAddress: owner.email }),
      });
    } catch (error) {
      if (isFlorinError(error) && error.code === 'api_rejected' && NO_TOKEN.has(error.apiCode)) return undefined;
      throw error;
    }
  });
}
