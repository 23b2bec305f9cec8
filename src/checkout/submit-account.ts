/** Submits a bank account to be saved to the service, and reads its answer. docs/wire/rest.md D9, D10. */
import type { Exchange } from './exchange.js';
import { send, type SubmitAnswer } from './submit-card.js';

/** An Australian bank account, numbers as digits only. The shopper has accepted the direct debit agreement. */
export interface AccountInput {
  /** Six digits. */
  readonly bsb: string;
  /** Three to nine digits. */
  readonly accountNumber: string;
  /** At most 32 characters. */
  readonly accountName: string;
}

/** Fields of an account that a shopper can correct when the service refuses them. */
export type AccountField = 'bsb' | 'accountNumber' | 'accountName' | 'agreement';

/** docs/wire/rest.md section 8. */
const FIELDS: Readonly<Partial<Record<number, AccountField>>> = {
  124: 'accountNumber',
  125: 'bsb',
  126: 'accountName',
  129: 'agreement',
};

/** Never throws: a failure after the request was sent resolves to `lost`. */
export function submitAccount(
  submitUrl: string,
  { accountName, accountNumber, bsb }: AccountInput,
  exchange: Exchange,
): Promise<SubmitAnswer<AccountField>> {
  const BankAccountDetails = { AccountName: accountName, AccountNumber: accountNumber, BSBNumber: bsb };
  return send(submitUrl, { DVTokenReq: { AcceptBADirectDebitTC: true, BankAccountDetails } }, FIELDS, exchange);
}
