/**
 * What became of an attempt to store a card. Such an attempt is a claim like any other: kept, found again and told to the
 * shop once, by the same rules. Only the questions differ: D12 by the result key, D5 by the attempt's own reference, which
 * stands in Crn3 because a token has no MerchantReference.
 */
import type { DVTokenResp } from '../wire/rest/dv-token.js';
import type { TxnResp } from '../wire/rest/txn-resp.js';
import { bindToken } from './bind-token.js';
import type { Claim } from './claim.js';
import { askService } from './find-transaction.js';
import { serviceUnreachable } from './refusal.js';
import type { SignerContext } from './signer-context.js';
import { tellShop } from './tell-shop.js';
import { tokenEntryNumber } from './token-entry.js';

const DV_TOKEN = /^599999\d{10}$/;

/**
 * Asks the service, and records what it says. Several tokens of one attempt cannot be: its key makes one change.
 * @throws Refusal `service_unreachable` when it cannot be asked; then nothing is known
 */
export async function searchToken(
  context: SignerContext,
  claim: Claim,
  resultKey?: string,
): Promise<'recorded' | 'none'> {
  const { clock, log, store } = context;
  const token = await findToken(context, claim, resultKey);
  if (!token) return 'none';
  const differences = listDifferences(token, claim);
  const entry = await store.record({
    txnNumber: tokenEntryNumber(claim.id),
    claimId: claim.id,
    verdict: differences.length > 0 ? 'mismatched' : 'approved',
    differences,
    txn: writeStored(token),
    at: clock.now(),
  });
  if (entry.kind !== 'paid') log({ level: 'error', event: 'token_mismatch', order: claim.order });
  await tellShop(context, entry);
  return 'recorded';
}

async function findToken(
  { log, tokenService }: SignerContext,
  claim: Claim,
  resultKey: string | undefined,
): Promise<DVTokenResp | undefined> {
  if (!tokenService) throw serviceUnreachable();
  if (claim.terms.action === 'store_token') return bindToken({ log, tokenService }, claim);
  if (resultKey !== undefined) {
    const byKey = await askService(log, 'get_token_result', () => tokenService.getTokenResult(resultKey), undefined);
    if (byKey?.Crn3 === claim.reference) return byKey;
    // Another attempt's result is none of this one, whoever's it is.
    if (byKey) log({ level: 'warn', event: 'foreign_token_result', order: claim.order });
  }
  const search = () => tokenService.searchTokens({ Crn1: claim.terms.crn1, Crn3: claim.reference });
  const found = await askService(log, 'search_tokens', search, []);
  return found.find((token) => token.Crn3 === claim.reference);
}

/** Names of the members that are not as claimed. */
function listDifferences(token: DVTokenResp, { terms }: Claim): readonly string[] {
  const email = terms.owner?.email ?? '';
  const expected: Readonly<Record<string, boolean>> = {
    DVToken: DV_TOKEN.test(token.DVToken ?? '') && (terms.dvToken === undefined || token.DVToken === terms.dvToken),
    Crn1: (token.Crn1 ?? '') === terms.crn1,
    Crn2: terms.crn2 === '' || token.Crn2 === terms.crn2,
    EmailAddress: email === '' || token.EmailAddress?.toLowerCase() === email.toLowerCase(),
  };
  return Object.keys(expected).filter((member) => !expected[member]);
}

/** What is kept of a token: never an account number in full. */
function writeStored(token: DVTokenResp): TxnResp {
  const { BankAccountDetails: account, CardDetails, CardType, Crn1, Crn2, Crn3, DVToken, EmailAddress } = token;
  const kept = {
    ...(account && {
      BankAccountDetails: {
        AccountName: account.AccountName,
        TruncatedAccountNumber: account.TruncatedAccountNumber ?? `...${(account.AccountNumber ?? '').slice(-3)}`,
      },
    }),
    ...(CardDetails && { CardDetails }),
  };
  return { ...kept, CardType, Crn1, Crn2, Crn3, DVToken, EmailAddress };
}
