/** `florin doctor --pay-test`: one payment in test mode, looked up by its number and by its reference. */
import { randomUUID } from 'node:crypto';
import { TEST_NUMBERS } from '../core/card/test-values.js';
import type { RestClient, TxnReq, TxnResp } from '../service/index.js';
import { bad, ok, type Finding } from './finding.js';

const CHECK = 'payment';
const AMOUNT = 100;
/** Month 99 is on no card: a live bank declines it. Year 00 is approved in test mode. docs/wire/rest.md section 10. */
const EXPIRY = '9900';
/** Seconds at which a search is repeated. */
const LOOKS = [0, 1, 2, 4, 8, 15];

/** @throws FlorinError as the client; after a lost answer the payment may have been made */
export async function checkPayment(client: RestClient): Promise<Finding> {
  const reference = `florin-doctor-${randomUUID().slice(0, 8)}`;
  const made = await client.processTransaction(requestOf(reference));
  const number = made.TxnNumber ?? '';
  const said =
    `transaction ${number} was answered with ${made.ResponseCode ?? 'no code'} ${made.ResponseText ?? ''}`.trimEnd();
  if (made.IsTestTxn !== true && made.ResponseCode === '0') {
    return bad(
      CHECK,
      `${said}, but is no test: TestMode has no effect here; reverse it (florin txn reverse ${number})`,
    );
  }
  if (made.ResponseCode !== '0') return bad(CHECK, `the test payment was refused: ${said}`);
  const again = await client.getTransaction(number);
  if (again.ResponseCode !== made.ResponseCode || again.Amount !== made.Amount) {
    return bad(
      CHECK,
      `${said}, but is looked up as ${again.ResponseCode ?? 'no code'} with the amount ${again.Amount ?? ''}`,
    );
  }
  const seconds = await secondsUntilFound(client, made, reference);
  if (seconds === undefined) {
    return bad(
      CHECK,
      `a search by its reference does not find transaction ${number} within ${LOOKS.at(-1)} seconds: the signer could not find payments whose answer was lost`,
    );
  }
  return ok(
    CHECK,
    `test payment ${number} was approved, looked up, and found by its reference after ${seconds} seconds`,
  );
}

function requestOf(reference: string): TxnReq {
  return {
    Action: 'payment',
    Amount: AMOUNT,
    Crn1: reference,
    MerchantReference: reference,
    TestMode: true,
    CardDetails: {
      CardHolderName: 'Florin Doctor',
      CardNumber: TEST_NUMBERS.mastercard,
      Cvn: '123',
      ExpiryDate: EXPIRY,
    },
  };
}

async function secondsUntilFound(
  client: RestClient,
  { TxnNumber }: TxnResp,
  reference: string,
): Promise<number | undefined> {
  for (const [at, seconds] of LOOKS.entries()) {
    await new Promise((resolve) => setTimeout(resolve, (seconds - (LOOKS[at - 1] ?? 0)) * 1_000));
    const found = await client.searchTransactions({ MerchantReference: reference });
    if (found.some((row) => row.TxnNumber === TxnNumber)) return seconds;
  }
  return undefined;
}
