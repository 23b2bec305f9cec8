/** Writes a transaction. docs/wire/rest-interface.md "TxnResp"; docs/wire/rest.md section 3. */
import { writeLocalTime } from '../../wire/rest/local-time.js';
import type { StatementDescriptorResp } from '../../wire/rest/statement-descriptor.js';
import type { TxnResp } from '../../wire/rest/txn-resp.js';
import type { CardBook } from '../bank/test-cards.js';
import type { Transaction } from '../transaction.js';
import { withoutNulls } from './without-nulls.js';
import { writeCard } from './write-card.js';
import { writeBankAccount } from './write-dv-token-resp.js';

/** Present without one too: an object of nulls. docs/wire/rest.md section 3. */
function descriptorOf({ statementDescriptor }: Transaction): StatementDescriptorResp {
  const { Postcode, ...others } = statementDescriptor ?? {};
  return { ...others, PostCode: Postcode };
}

/** Members of version 3. The writer of version 2 omits unknown ones. */
export function toTxnResp(transaction: Transaction, cards: CardBook): TxnResp {
  const { originalTxnNumber, cvnResult, extras = {} } = transaction;
  return withoutNulls({
    Action: transaction.action,
    Amount: transaction.amount,
    AmountOriginal: transaction.amountOriginal,
    AmountSurcharge: transaction.amountSurcharge,
    AuthoriseId: transaction.authoriseId,
    BankAccountDetails: transaction.bankAccount && writeBankAccount(transaction.bankAccount),
    BankResponseCode: transaction.bankResponseCode,
    BillerCode: transaction.billerCode,
    CVNResult: cvnResult === null ? {} : { CVNResultCode: cvnResult },
    CardDetails: transaction.bankAccount ? null : writeCard(transaction.card, cards),
    CardType: transaction.card.type,
    Crn1: transaction.crn1,
    Crn2: transaction.crn2,
    Crn3: transaction.crn3,
    Currency: transaction.currency,
    DVToken: transaction.dvToken,
    EmailAddress: transaction.emailAddress,
    // Present in every response, requested or not.
    FraudScreeningResponse: {
      ...(extras.screening && { ReDResponse: extras.screening }),
      ResponseCode: '',
      ResponseMessage: '',
      TxnRejected: extras.isScreenedOut === true,
    },
    IsCVNPresent: transaction.cvnPresent,
    IsTestTxn: transaction.isTest,
    IsThreeDS: extras.threeDS !== undefined || extras.isChallenged === true,
    MerchantNumber: transaction.merchantNumber,
    MerchantReference: transaction.merchantReference,
    OriginalTxnNumber: originalTxnNumber,
    ProcessedDateTime: writeLocalTime(transaction.processedAt),
    RRN: transaction.rrn,
    ReceiptNumber: transaction.receiptNumber,
    ResponseCode: transaction.responseCode,
    ResponseText: transaction.responseText,
    SettlementDate: transaction.settlementDate,
    Source: transaction.source,
    StatementDescriptor: descriptorOf(transaction),
    StoreCard: transaction.storeCard,
    SubType: transaction.subType,
    ThreeDSResponse: extras.threeDS ?? null,
    TxnNumber: String(transaction.txnNumber),
    Type: transaction.type,
  });
}
