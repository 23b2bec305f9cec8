/** Tokens: list, details, copy and deletion, by the operations that REST uses. Only the copy answers a whole token. */
import { object } from '../../wire/read-input.js';
import { readSetup } from '../control/read-setup.js';
import type { Context } from '../context.js';
import { splitExpiry } from '../expiry.js';
import { SandboxFault } from '../fault.js';
import { isExpired } from '../operations/card-entry.js';
import { deleteToken } from '../operations/delete-token.js';
import { searchTokens } from '../operations/search-tokens.js';
import { SUCCESS } from '../rest/api-response.js';
import { readTokenSearch } from '../rest/token-readers.js';
import { writeToken } from '../rest/writers.js';
import type { Instrument, Token } from '../token.js';
import type { ListedToken, TokenDetail } from './data-api.js';
import { FILTERS, restCall } from './rest-call.js';
import { actionRow, findById, queryRow, type OfficeCall, type OfficeRow, type SignedInScope } from './row.js';
import { maskToken } from './show-transaction.js';

const LONGEST_LIST = 200;

function maskAccount(accountNumber: string): string {
  return `…${accountNumber.slice(-3)}`;
}

function listToken(token: Token, context: Context): ListedToken {
  const { card, bankAccount } = token;
  return {
    id: String(token.serial),
    maskedToken: maskToken(token.dvToken),
    kind: card ? 'card' : 'bank_account',
    maskedNumber: card ? card.masked : maskAccount(bankAccount.accountNumber),
    cardType: card && card.type,
    holderName: card ? card.holderName : bankAccount.accountName,
    expiry: card && card.expiry,
    isExpired: Boolean(card?.expiry) && isExpired(splitExpiry(card?.expiry ?? ''), context.clock.now()),
    crn1: token.crn1,
    source: token.source,
    createdAt: token.createdAt,
    updatedAt: token.updatedAt,
  };
}

/** @throws SandboxFault 202 */
async function find(call: OfficeCall, scope: SignedInScope): Promise<Token> {
  const token = await findById(call, scope, (view, merchantId, id) => view.findTokenBySerial(merchantId, id));
  if (!token) throw new SandboxFault(202);
  return token;
}

async function describe(call: OfficeCall, scope: SignedInScope): Promise<TokenDetail> {
  const { context } = scope;
  const token = await find(call, scope);
  const instrument: Instrument = token.bankAccount
    ? { card: null, bankAccount: { ...token.bankAccount, accountNumber: maskAccount(token.bankAccount.accountNumber) } }
    : token;
  const masked: Token = { ...token, ...instrument, dvToken: maskToken(token.dvToken) };
  return {
    token: listToken(token, context),
    crn2: token.crn2,
    crn3: token.crn3,
    billerCode: token.billerCode,
    emailAddress: token.emailAddress,
    userCreated: token.userCreated,
    userUpdated: token.userUpdated,
    response: writeToken('v3')(SUCCESS, masked, context),
  };
}

const LIST = object({ search: FILTERS });

export const TOKEN_ROWS: readonly OfficeRow[] = [
  queryRow('POST /tokens/search', 'person', async ({ body }, { context, person }) => {
    const asked = readSetup(LIST, body, 'list').search.map(
      ([name, value]) => [name, name === 'ExpiredCardsOnly' ? value === 'true' : value] as const,
    );
    const request = readTokenSearch(restCall({ SearchInput: Object.fromEntries(asked) }));
    const found = await searchTokens(request, context, person.caller);
    const tokens = found.slice(0, LONGEST_LIST).map((token) => listToken(token, context));
    return { tokens, isCut: found.length > LONGEST_LIST };
  }),
  queryRow('GET /tokens/:id', 'person', describe),
  {
    ...actionRow('POST /tokens/:id/copy', 'person', async (call, scope) => {
      const { dvToken } = await find(call, scope);
      const { merchant, username } = scope.person.caller;
      const token = maskToken(dvToken);
      scope.log({ level: 'info', event: 'token_copied', merchant: merchant.number, username, token });
      scope.note(token);
      return { dvToken };
    }),
    action: 'secret',
  },
  actionRow('DELETE /tokens/:id', 'person', async (call, scope) => {
    const token = await find(call, scope);
    await deleteToken(token, scope.context, scope.person.caller);
    scope.note(maskToken(token.dvToken));
    return { ok: true };
  }),
];
