/** Writes a token. docs/wire/rest.md section 3, "DVTokenResp". */
import type { BankAccountDetailsResp } from '../../wire/rest/bank-account-details.js';
import type { DVTokenResp } from '../../wire/rest/dv-token.js';
import type { CardBook } from '../bank/test-cards.js';
import type { BankAccount } from '../bank-account.js';
import type { Token } from '../token.js';
import { writeCard } from './write-card.js';
import { withoutNulls } from './without-nulls.js';

/** The full account, and its number masked except for the last three digits. [choice] */
export function writeBankAccount({ accountName, accountNumber, bsbNumber }: BankAccount): BankAccountDetailsResp {
  return {
    AccountName: accountName,
    AccountNumber: accountNumber,
    BSBNumber: bsbNumber,
    TruncatedAccountNumber: `...${accountNumber.slice(-3)}`,
  };
}

/** Members of version 3. The writer of version 2 omits unknown ones. */
export function toDVTokenResp(token: Token, cards: CardBook): DVTokenResp {
  return withoutNulls({
    BankAccountDetails: token.bankAccount && writeBankAccount(token.bankAccount),
    CardDetails: token.card && writeCard(token.card, cards),
    CardType: token.card?.type ?? null,
    Crn1: token.crn1,
    Crn2: token.crn2,
    Crn3: token.crn3,
    DVToken: token.dvToken,
    EmailAddress: token.emailAddress,
  });
}
