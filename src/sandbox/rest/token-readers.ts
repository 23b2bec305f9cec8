/** Readers of token calls: convert a call to the input of an operation. Rows of both versions use them. */
import { addDVTokenAuthKeyRequest, updateDVTokenAuthKeyRequest } from '../../wire/rest/auth-key.js';
import type { BankAccountDetails } from '../../wire/rest/bank-account-details.js';
import { browserDVTokenRequest, dvTokenRequest, type BrowserDVTokenReq } from '../../wire/rest/dv-token.js';
import { iframeDVTokenRequest } from '../../wire/rest/iframe.js';
import { tokenSearchRequest, type TokenSearchInput } from '../../wire/rest/search-input.js';
import type { Version } from '../auth-key.js';
import type { CardEntry } from '../operations/card-entry.js';
import type { TokenKeyRequest } from '../operations/create-token-key.js';
import type { FrameToken } from '../operations/process-frame.js';
import type { TokenSearch } from '../operations/search-tokens.js';
import type { TokenSubmission } from '../operations/submit-token-key.js';
import type { TokenEntry } from '../operations/token-entry.js';
import type { TokenChange } from '../operations/update-token.js';
import { textOrNull } from '../sent-text.js';
import type { TokenFilter } from '../store/token-query.js';
import type { TokenKeyTask } from '../token.js';
import {
  readBrowserCard,
  readCard,
  readCardAdditions,
  readKeyMembers,
  readTokenReferences,
  type WireReferences,
} from './read-terms.js';
import { readFilter } from './readers.js';
import type { Read, RestCall } from './row.js';
import { readBody } from './wire-fault.js';

interface WireEntry extends WireReferences {
  readonly AcceptBADirectDebitTC?: boolean | undefined;
  readonly BankAccountDetails?: BankAccountDetails | undefined;
}

/** Reads a DVTokenReq, of a server or a browser. Its card is already read. */
function readTokenEntry(wire: WireEntry, card: CardEntry | null): TokenEntry {
  const account = wire.BankAccountDetails;
  return {
    ...readTokenReferences(wire),
    card,
    bankAccount: account
      ? {
          accountName: textOrNull(account.AccountName),
          accountNumber: textOrNull(account.AccountNumber),
          bsbNumber: textOrNull(account.BSBNumber),
        }
      : null,
    acceptsTerms: wire.AcceptBADirectDebitTC ?? false,
  };
}

/** D1. */
export const readTokenRequest: Read<TokenEntry> = ({ body }) => {
  const { DVTokenReq: wire } = readBody(dvTokenRequest, body, 'DVTokenReq');
  return readTokenEntry(wire, readCard(wire.CardDetails));
};

/** D4 and D6. */
export const readTokenPath: Read<{ readonly dvToken: string }> = ({ parameters }) => ({
  dvToken: parameters['dvToken'] ?? '',
});

/** D2. */
export const readTokenChange: Read<TokenChange> = (call) => ({
  ...readTokenPath(call),
  entry: readTokenRequest(call),
});

const COLUMNS: Readonly<
  Record<Exclude<keyof TokenSearchInput, 'ExpiredCardsOnly' | 'FromDate' | 'ToDate'>, keyof TokenFilter>
> = {
  CardType: 'cardType',
  Crn1: 'crn1',
  Crn2: 'crn2',
  Crn3: 'crn3',
  DVToken: 'dvToken',
  ExpiryDate: 'cardExpiry',
  MaskedCardNumber: 'cardMasked',
  Source: 'source',
  UserCreated: 'userCreated',
  UserUpdated: 'userUpdated',
};

/** D5. */
export const readTokenSearch: Read<TokenSearch> = ({ body }) => {
  const { SearchInput: wire } = readBody(tokenSearchRequest, body, 'SearchInput');
  return { ...readFilter(COLUMNS, wire), expiredCardsOnly: wire.ExpiredCardsOnly ?? false };
};

/** D7. */
export function readAddTokenKeyRequest(version: Version): Read<TokenKeyRequest> {
  return ({ body }) => {
    const request = readBody(addDVTokenAuthKeyRequest, body, 'FixedAddDVTokenData');
    const references = readTokenReferences(request.FixedAddDVTokenData);
    return { version, task: 'add', dvToken: null, references, ...readKeyMembers(request) };
  };
}

/** D8. */
export function readUpdateTokenKeyRequest(version: Version): Read<TokenKeyRequest> {
  return ({ body }) => {
    const request = readBody(updateDVTokenAuthKeyRequest, body, 'FixedUpdateDVTokenData');
    const { FixedUpdateDVTokenData: data } = request;
    const references = readTokenReferences(data);
    return { version, task: 'update', dvToken: textOrNull(data.DVToken), references, ...readKeyMembers(request) };
  };
}

/** D9 and D10: a browser's DVTokenReq, from JSON or a form. */
export function toTokenSubmission(
  wire: BrowserDVTokenReq,
  task: TokenKeyTask,
  { parameters }: RestCall,
): TokenSubmission {
  return {
    authKey: parameters['authKey'] ?? '',
    task,
    entry: readTokenEntry(wire, readBrowserCard(wire.CardDetails)),
  };
}

/** D9 and D10, JSON. */
export function readTokenSubmission(task: TokenKeyTask): Read<TokenSubmission> {
  return (call) => {
    const { DVTokenReq: wire } = readBody(browserDVTokenRequest, call.body, 'DVTokenReq', 'browser');
    return toTokenSubmission(wire, task, call);
  };
}

/** D11. */
export function readFrameToken(task: TokenKeyTask): Read<FrameToken> {
  return ({ parameters, body }) => {
    const { DVTokenReq: wire } = readBody(iframeDVTokenRequest, body, 'DVTokenReq', 'browser');
    return {
      authKey: parameters['authKey'] ?? '',
      task,
      entry: readTokenEntry(wire, null),
      additions: readCardAdditions(wire.CardDetails),
    };
  };
}
