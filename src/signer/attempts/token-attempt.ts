/**
 * An attempt to save or change a card or a bank account: it results in a token. The attempt's
 * reference is in Crn3, because a token has no MerchantReference.
 */
import type { CallOptions } from '../../service/rest-call.js';
import type { DVTokenResp } from '../../wire/rest/dv-token.js';
import type { TxnResp } from '../../wire/rest/txn-resp.js';
import type { Claim } from '../claims/claim.js';
import { tokenEntryNumber } from '../claims/token-entry.js';
import { serviceUnreachable } from '../refusal.js';
import { askToken, isDvToken } from '../saved-cards/dv-token.js';
import { timeCall } from '../service/answer-clock.js';
import { askSearch, askService } from '../service/ask-service.js';
import type { TokenService } from '../service/payment-service.js';
import type { SignerContext } from '../signer-context.js';
import type { AttemptKind } from './attempt-kind.js';
import { reportUnclear } from './find-payments.js';
import { isSameReference } from '../claims/references.js';

export const TOKEN: AttemptKind = {
  takesForeign: false,
  referenceMember: 'Crn3',
  async findByResultKey(context, resultKey) {
    const service = serviceOf(context);
    const found = await askService(context.log, 'get_token_result', () => service.getTokenResult(resultKey), undefined);
    return found && writeStored(found);
  },
  async findByReference(context, claim) {
    const { reference, terms } = claim;
    const service = serviceOf(context);
    const input = { Crn1: terms.crn1, Crn3: reference };
    const { answer: found, begunAt } = await timeCall((options) =>
      askSearch(context.log, 'search_tokens', () => service.searchTokens(input, options)),
    );
    const own = found.filter((token) => isSameReference(token.Crn3, reference));
    if (own.length === 0 && found.length > 0) return reportUnclear(context, claim, found.length);
    return { transactions: own.map(writeStored), begunAt };
  },
  verify(_context, claim, token) {
    const differences = listDifferences(token, claim);
    return {
      txnNumber: tokenEntryNumber(claim.id),
      verdict: differences.length > 0 ? 'mismatched' : 'approved',
      differences,
    };
  },
  callback: 'onTokenStored',
  async notify({ shop }, { txn }, { reference, terms }, signal) {
    if (!terms.owner) return;
    const { BankAccountDetails, CardDetails, CardType, Crn1, Crn2, DVToken, EmailAddress } = txn;
    const token = { BankAccountDetails, CardDetails, CardType, Crn1, Crn2, DVToken, EmailAddress };
    const task = terms.action === 'update_token' ? 'update' : 'add';
    await shop.onTokenStored?.({ id: terms.owner.id, crn1: terms.crn1 }, { task, reference, token }, signal);
  },
};

/**
 * The card of a payment, saved for its shopper: the token exists and has to be assigned to the
 * shopper (D4, D2).
 */
export const SAVED_CARD: AttemptKind = {
  ...TOKEN,
  findByResultKey: async () => undefined,
  async findByReference(context, claim) {
    const { answer: bound, begunAt } = await timeCall((options) => bindToken(context, claim, options));
    return { transactions: bound ? [writeStored(bound)] : [], begunAt };
  },
};

/** Safe to repeat: the attempt's reference in Crn3 shows that it is done. */
async function bindToken(
  context: SignerContext,
  { reference, terms }: Claim,
  options: CallOptions,
): Promise<DVTokenResp | undefined> {
  const service = serviceOf(context);
  const { crn1, crn2, dvToken = '', owner } = terms;
  const bind = async () => {
    const token = await service.getToken(dvToken, options);
    if (isSameReference(token.Crn3, reference)) return token;
    return service.updateToken(dvToken, {
      Crn1: crn1,
      ...(crn2 && { Crn2: crn2 }),
      Crn3: reference,
      ...(owner?.email && { EmailAddress: owner.email }),
    });
  };
  return askService(context.log, 'save_card', () => askToken(bind));
}

function serviceOf({ tokenService }: SignerContext): TokenService {
  if (!tokenService) throw serviceUnreachable();
  return tokenService;
}

/** Names of the members that differ from the claim. */
function listDifferences(token: TxnResp, { terms }: Claim): readonly string[] {
  const email = terms.owner?.email ?? '';
  const expected: Readonly<Record<string, boolean>> = {
    DVToken: isDvToken(token.DVToken) && (terms.dvToken === undefined || token.DVToken === terms.dvToken),
    Crn1: (token.Crn1 ?? '') === terms.crn1,
    Crn2: terms.crn2 === '' || token.Crn2 === terms.crn2,
    EmailAddress: email === '' || token.EmailAddress?.toLowerCase() === email.toLowerCase(),
  };
  return Object.keys(expected).filter((member) => !expected[member]);
}

/** The part of a token that is stored: never an account number in full. */
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
