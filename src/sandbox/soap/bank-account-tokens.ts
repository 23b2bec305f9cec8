/** Tokens of bank accounts: add, update, update all of one account. docs/wire/soap.md section 3. */
import type { BankAccountTokenRequest, BankAccountTokenResponse } from '../../wire/soap/types.js';
import type { BankAccountEntry } from '../bank-account.js';
import { SandboxFault } from '../fault.js';
import { addToken } from '../operations/add-token.js';
import type { TokenEntry } from '../operations/token-entry.js';
import { updateToken } from '../operations/update-token.js';
import { updateTokensAlike } from '../operations/update-tokens-alike.js';
import { textOrNull } from '../sent-text.js';
import type { Token } from '../token.js';
import { readReferences } from './card-entry.js';
import { credentialsRow, type SoapRow } from './row.js';
import { withSoapMessages } from './soap-messages.js';

/** docs/wire/rest.md section 3, "Field rules". */
const NAME_LENGTH = 32;

/** @throws SandboxFault 106 to 108, 126 for a value that is too long */
function entryOf(sent: BankAccountTokenRequest, bankAccount: BankAccountEntry): TokenEntry {
  const references = readReferences(sent);
  if ([...(sent.AccountName ?? '')].length > NAME_LENGTH) throw new SandboxFault(126);
  return {
    ...references,
    card: null,
    bankAccount,
    // SOAP has no element for it: the merchant's server confirms the agreement. Sandbox choice.
    acceptsTerms: true,
  };
}

/** Reads a new account. All members are required and must not be empty. */
function newEntry(sent: BankAccountTokenRequest): TokenEntry {
  const { AccountName: accountName = '', AccountNumber: accountNumber = '', BSB: bsbNumber = '' } = sent;
  return entryOf(sent, { accountName, accountNumber, bsbNumber });
}

/** Reads a change. Absent and empty members stay. */
function changedEntry(sent: BankAccountTokenRequest): TokenEntry {
  return entryOf(sent, {
    accountName: textOrNull(sent.AccountName),
    accountNumber: textOrNull(sent.AccountNumber),
    bsbNumber: textOrNull(sent.BSB),
  });
}

interface AccountChange {
  readonly token: string;
  readonly sent: BankAccountTokenRequest;
}

function changeOf({ token, sent }: AccountChange) {
  return { dvToken: token, entry: changedEntry(sent), kind: 'bank_account' } as const;
}

function writeAccountToken({ dvToken, bankAccount }: Token): BankAccountTokenResponse {
  return {
    Token: dvToken,
    BSB: bankAccount?.bsbNumber,
    AccountNumber: bankAccount?.accountNumber,
    AccountName: bankAccount?.accountName,
  };
}

export const addAccountToken: SoapRow<'AddBankAccountToken'> = credentialsRow(
  'AddBankAccountToken',
  ({ tokenRequest = {} }) => tokenRequest,
  withSoapMessages(async (sent, context, caller) => addToken(newEntry(sent), context, caller)),
  writeAccountToken,
);

export const updateAccountToken: SoapRow<'UpdateBankAccountToken'> = credentialsRow(
  'UpdateBankAccountToken',
  ({ token = '', tokenRequest: sent = {} }) => ({ token, sent }),
  withSoapMessages(async (change, context, caller) => updateToken(changeOf(change), context, caller)),
  writeAccountToken,
);

export const updateAccountTokens: SoapRow<'UpdateBankAccountTokenMulti'> = credentialsRow(
  'UpdateBankAccountTokenMulti',
  ({ token = '', newBSB: BSB, newAccountNumber: AccountNumber, newAccountName: AccountName }) => ({
    token,
    sent: { BSB, AccountNumber, AccountName },
  }),
  withSoapMessages(async (change, context, caller) => updateTokensAlike(changeOf(change), context, caller)),
  writeAccountToken,
);
