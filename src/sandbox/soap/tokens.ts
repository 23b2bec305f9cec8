/**
 * Card tokens: add, update, update all of one card, delete, and tokenise a payment. docs/wire/soap.md sections 3 and 4.
 */
import type { TokenRequest, TokenResponse } from '../../wire/soap/types.js';
import type { Context } from '../context.js';
import type { Caller } from '../merchant.js';
import { addToken } from '../operations/add-token.js';
import { deleteToken } from '../operations/delete-token.js';
import type { TokenEntry } from '../operations/token-entry.js';
import { tokeniseTransaction } from '../operations/tokenise-transaction.js';
import { updateToken, type TokenChange } from '../operations/update-token.js';
import { updateTokensAlike } from '../operations/update-tokens-alike.js';
import { dropGaps, textOrNull } from '../sent-text.js';
import type { Token } from '../token.js';
import { readCardEntry, readReferences } from './card-entry.js';
import { writeDataVaultToken } from './data-vault-token.js';
import { credentialsRow, type SoapRow } from './row.js';
import { ServiceError } from './service-error.js';
import { withSoapMessages } from './soap-messages.js';

/** Minimum length in SOAP; REST accepts ten digits. Section 4, row 6. */
const SHORTEST_NUMBER = 13;
const LONGEST_NUMBER = 19;

/** Checks the length of a number before the other rules. Section 4, row 6. @throws ServiceError */
function assertLength(number: string | undefined): void {
  const { length } = dropGaps(number);
  if (length === 0) throw new ServiceError('invalid card number: no value');
  if (length < SHORTEST_NUMBER || length > LONGEST_NUMBER)
    throw new ServiceError('invalid card number: invalid length');
}

function entryOf(sent: TokenRequest): TokenEntry {
  return { ...readReferences(sent), card: readCardEntry(sent), bankAccount: null, acceptsTerms: false };
}

function addCard(sent: TokenRequest, context: Context, caller: Caller): Promise<Token> {
  assertLength(sent.CardNumber);
  return addToken(entryOf(sent), context, caller);
}

interface CardChange {
  readonly token: string | undefined;
  readonly sent: TokenRequest;
}

/** Reads a change. Absent and empty members stay. */
function changeOf({ token, sent }: CardChange): TokenChange {
  if (textOrNull(sent.CardNumber) !== null) assertLength(sent.CardNumber);
  return { dvToken: token ?? '', entry: entryOf(sent), kind: 'card' };
}

function writeTokenResponse({ dvToken, card }: Token): TokenResponse {
  return { Token: dvToken, MaskedCardNumber: card?.masked ?? undefined, CardType: card?.type ?? undefined };
}

export const addCardToken: SoapRow<'AddToken'> = credentialsRow(
  'AddToken',
  ({ tokenRequest = {} }) => tokenRequest,
  withSoapMessages(async (sent, context, caller) => addCard(sent, context, caller)),
  writeTokenResponse,
);

export const updateCardToken: SoapRow<'UpdateToken'> = credentialsRow(
  'UpdateToken',
  ({ token, tokenRequest: sent = {} }) => ({ token, sent }),
  withSoapMessages(async (change, context, caller) => updateToken(changeOf(change), context, caller)),
  writeTokenResponse,
);

export const updateCardTokens: SoapRow<'UpdateTokenMulti'> = credentialsRow(
  'UpdateTokenMulti',
  ({ token, newCardNumber: CardNumber, newExpiryDate: ExpiryDate }) => ({ token, sent: { CardNumber, ExpiryDate } }),
  withSoapMessages(async (change, context, caller) => updateTokensAlike(changeOf(change), context, caller)),
  writeTokenResponse,
);

/** Deletes the token of a card or an account. */
export const removeToken: SoapRow<'DeleteToken'> = credentialsRow(
  'DeleteToken',
  ({ token = '' }) => ({ dvToken: token }),
  withSoapMessages(deleteToken),
  () => undefined,
);

/** SOAP has no StoreCard: the request itself confirms the consent for a server's payment. */
export const tokenisePayment: SoapRow<'TokenisePayment'> = credentialsRow(
  'TokenisePayment',
  ({ txnNumber = '' }) => ({ txnNumber: txnNumber.trim(), consent: 'of_the_server' as const }),
  withSoapMessages(tokeniseTransaction),
  (token) => ({ DataVaultToken: writeDataVaultToken(token) }),
);
