/** `florin pay`: one payment with a stored token, or with a test card in a sandbox on this machine. */
import type { Command } from 'commander';
import type { GivenCard, TxnReq } from '../service/index.js';
import { addAccountOptions, connect, readAccount, type AccountFlags } from './account.js';
import { addAmountOptions } from './amount.js';
import { readTestCard } from './card-guard.js';
import { CommandEnd, EXIT } from './exit-codes.js';
import { change, endWith, referenceOf } from './outcome.js';
import { findMade } from './made-already.js';
import { line, note } from './printable.js';

interface PayFlags extends AccountFlags {
  readonly amount: number;
  readonly currency: string;
  readonly token?: string;
  readonly card?: string;
  readonly expiry: string;
  readonly cvn: string;
  readonly crn1?: string;
  readonly reference?: string;
  readonly again: boolean;
  readonly preauth: boolean;
  readonly storeCard: boolean;
  readonly live: boolean;
}

const DVTOKEN = /^599999\d{10}$/;

function readCard({ token, card, expiry, cvn }: PayFlags, baseUrl: string): GivenCard {
  if ((token === undefined) === (card === undefined)) {
    throw new CommandEnd(EXIT.usage, 'Pay with --token, or with --card and a test card');
  }
  if (card !== undefined) {
    return { CardNumber: readTestCard(card, baseUrl), ExpiryDate: expiry, Cvn: cvn };
  }
  if (token !== undefined && DVTOKEN.test(token)) return { CardNumber: token };
  throw new CommandEnd(EXIT.usage, '--token must be a DVToken: 16 digits that start with 599999');
}

async function pay(flags: PayFlags): Promise<void> {
  const account = await readAccount(flags);
  const CardDetails = readCard(flags, account.baseUrl);
  const reference = referenceOf(flags);
  const client = await connect(flags, account);
  if (!flags.json) note(line`Reference: ${reference}`);
  const action = flags.preauth ? 'preauth' : 'payment';
  if (flags.reference !== undefined && !flags.again) {
    const made = await findMade(client, { action, reference, amount: flags.amount });
    if (made) return endWith(made, flags.json);
  }
  const request: TxnReq = {
    Action: action,
    Amount: flags.amount,
    Currency: flags.currency,
    Crn1: flags.crn1 ?? reference,
    MerchantReference: reference,
    TestMode: !flags.live,
    ...(flags.storeCard && { StoreCard: true }),
    CardDetails,
  };
  const lookUp = `florin txn search --reference ${reference}`;
  endWith(await change(lookUp, () => client.processTransaction(request)), flags.json);
}

export function addPayCommand(program: Command): void {
  const command = program
    .command('pay')
    .description('Makes one payment, in test mode unless --live is given. It never retries.')
    .option('--token <dvtoken>', 'a stored token')
    .option('--card <number>', 'a test card, only for a sandbox on this machine')
    .option('--expiry <MMYY>', 'of the test card', '0542')
    .option('--cvn <digits>', 'of the test card', '123')
    .option('--crn1 <text>', 'the customer reference; default: the reference')
    .option(
      '--reference <text>',
      'your own, new for each payment: repeated, it makes no second one. Default: a random one',
    )
    .option('--again', 'make another payment with the same reference', false)
    .option('--preauth', 'only reserve the amount; florin txn capture charges it', false)
    .option('--store-card', 'the cardholder has agreed: florin token from-txn may store the card', false)
    .option('--live', 'move money: without it the payment is in test mode', false)
    .addHelpText(
      'after',
      `
Examples:
  $ florin pay --token 5999991234567890 --amount 19900 --crn1 1042 --reference order-1042-1
  $ florin pay --card 5123456789012346 --amount 19900 --base-url http://127.0.0.1:4010

Exit codes: 0 approved, 1 usage, 2 declined, 3 refused, 4 not sent, 5 unknown: look it up, it is not sent again.`,
    );
  addAmountOptions(addAccountOptions(command)).action(pay);
}
