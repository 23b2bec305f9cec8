/**
 * Lists of tokens: search results, recently modified, unused, and the one of a hosted page. docs/wire/soap.md section
 * 3.
 */
import type { Source } from '../../wire/codes.js';
import { UNSET_TIME } from '../../wire/soap/date-time.js';
import { readMembers } from '../../wire/soap/read-members.js';
import { SOAP_NAMESPACES } from '../../wire/soap/namespaces.js';
import { OBJECT_TYPES, type DataVaultToken, type TokenSearch } from '../../wire/soap/types.js';
import type { Context } from '../context.js';
import type { Caller } from '../merchant.js';
import { findAnonymousToken } from '../operations/find-anonymous-token.js';
import { listRecentTokens, listUnusedTokens } from '../operations/list-tokens.js';
import { searchTokens } from '../operations/search-tokens.js';
import { filledMembers } from '../sent-text.js';
import type { Token } from '../token.js';
import { writeDataVaultToken } from './data-vault-token.js';
import { credentialsRow, type SoapRow } from './row.js';
import { ServiceError } from './service-error.js';
import { withSoapMessages } from './soap-messages.js';

/** A missing search counts as an empty one. docs/wire/soap.md section 2. */
const NO_SEARCH = readMembers(null, OBJECT_TYPES.TokenSearch, SOAP_NAMESPACES.service);

/** Sources by name. Tokens of the sandbox have no other source. Section 3, "Names across the two interfaces". */
const SOURCES: Partial<Readonly<Record<TokenSearch['TxnSource'], Source>>> = {
  IVR: 'ivr',
  INTERNETANNONYMOUS: 'internet',
  MERCHANTBACKOFFICE: 'backoffice',
  CALLCENTER: 'callcentre',
  API: 'api',
  ISHOP: 'ishop',
  MOBILEBACKOFFICE: 'mobilebackoffice',
  CUSTOMERPORTAL: 'customerportal',
  SFTP: 'sftp',
  INVOICE: 'invoiceportal',
};

async function search(wanted: TokenSearch, context: Context, caller: Caller): Promise<readonly Token[]> {
  const { TxnSource, FromDate, ToDate } = wanted;
  if (TxnSource !== 'UNSPECIFIED' && SOURCES[TxnSource] === undefined) return [];
  const texts = {
    cardExpiry: wanted.ExpiryDate,
    cardMasked: wanted.MaskedCardNumber,
    cardType: wanted.CardType,
    crn1: wanted.CRN1,
    crn2: wanted.CRN2,
    crn3: wanted.CRN3,
    dvToken: wanted.Token,
    source: SOURCES[TxnSource],
    userCreated: wanted.UsernameCreated,
    userUpdated: wanted.UsernameUpdated,
  };
  const request = {
    filter: filledMembers(texts),
    expiredCardsOnly: wanted.ExpiredCardsOnly,
    ...(FromDate !== UNSET_TIME && { fromDate: new Date(FromDate).toISOString() }),
    ...(ToDate !== UNSET_TIME && { toDate: new Date(ToDate).toISOString() }),
  };
  return searchTokens(request, context, caller);
}

/** Reads a period in days; 0 has no start. @throws ServiceError for a negative number */
function readDays(timePeriod: number): number {
  if (timePeriod < 0) throw new ServiceError('invalid time period');
  return timePeriod;
}

/** Reads the maximum number of tokens; 0 means no limit. @throws ServiceError for a negative number */
function readMost(numOfTokens: number): number {
  if (numOfTokens < 0) throw new ServiceError('invalid number of tokens');
  return numOfTokens;
}

function writeTokens(tokens: readonly Token[]): readonly DataVaultToken[] {
  return tokens.map(writeDataVaultToken);
}

export const findTokens: SoapRow<'SearchTokens'> = credentialsRow(
  'SearchTokens',
  (parameters) => parameters.search ?? NO_SEARCH,
  withSoapMessages(search),
  writeTokens,
);

export const recentTokens: SoapRow<'GetRecentlyModifiedTokens'> = credentialsRow(
  'GetRecentlyModifiedTokens',
  ({ timePeriod, numOfTokens }) => ({ days: readDays(timePeriod), most: readMost(numOfTokens) }),
  listRecentTokens,
  writeTokens,
);

export const unusedTokens: SoapRow<'GetUnusedTokens'> = credentialsRow(
  'GetUnusedTokens',
  ({ timePeriod }) => ({ days: readDays(timePeriod) }),
  listUnusedTokens,
  writeTokens,
);

/** A wrong signature is not an error: VerificationResult reports it, and no token is returned. */
export const anonymousToken: SoapRow<'GetAnonymousToken'> = credentialsRow(
  'GetAnonymousToken',
  ({ success = '', crn1 = '', crn2 = '', crn3 = '', signature = '' }) => ({ success, crn1, crn2, crn3, signature }),
  findAnonymousToken,
  ({ isVerified, token }) => ({
    VerificationResult: isVerified,
    DataVaultToken: token && writeDataVaultToken(token),
  }),
);
