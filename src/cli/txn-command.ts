/** `florin txn`: shows, refunds, captures and reverses transactions. */
import type { Command } from 'commander';
import type { FollowUp, RestClient, TxnResp, TxnSearchInput } from '../service/index.js';
import { addAccountOptions, connect, type AccountFlags } from './account.js';
import { readMinor, showAmount } from './amount.js';
import { examples } from './examples.js';
import { CommandEnd, EXIT } from './exit-codes.js';
import { change, endWith, outcomeName, referenceOf, showTransaction } from './outcome.js';
import { findMade } from './made-already.js';
import { line, note, print, writeJson } from './printable.js';
import { createProgress, printFound } from './terminal.js';

interface FollowUpFlags extends AccountFlags {
  readonly amount?: number;
  readonly reference?: string;
  readonly again: boolean;
  readonly live: boolean;
}

interface SearchFlags extends AccountFlags {
  readonly reference?: string;
  readonly crn1?: string;
  readonly receipt?: string;
  readonly action?: string;
  readonly responseCode?: string;
  readonly from?: string;
  readonly to?: string;
  readonly all: boolean;
}

type FollowUpName = 'refund' | 'capture' | 'reverse';

const ACTIONS = { refund: 'refund', capture: 'capture', reverse: 'reversal' } as const;

async function get(txnNumber: string, flags: AccountFlags): Promise<void> {
  const client = await connect(flags);
  const txn = await client.getTransaction(txnNumber);
  print(flags.json ? writeJson(txn) : showTransaction(txn));
}

function writeSearch({ reference, crn1, receipt, action, responseCode, from, to }: SearchFlags): TxnSearchInput {
  const members = {
    MerchantReference: reference,
    Crn1: crn1,
    ReceiptNumber: receipt,
    Action: action,
    ResponseCode: responseCode,
    FromDate: from,
    ToDate: to,
  };
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

async function search(flags: SearchFlags): Promise<void> {
  const client = await connect(flags);
  const found = flags.all ? await searchAll(client, flags) : await client.searchTransactions(writeSearch(flags));
  printFound(found, flags.json, HEAD, rowOf);
}

const HEAD = ['TxnNumber', 'Processed', 'Action', 'Amount', 'Outcome', 'Reference'];

function rowOf(txn: TxnResp): readonly string[] {
  const { TxnNumber = '', ProcessedDateTime, Action = '', Amount, Currency, MerchantReference } = txn;
  const processed = (ProcessedDateTime ?? '').slice(0, 19);
  return [TxnNumber, processed, Action, showAmount(Amount, Currency), outcomeName(txn), MerchantReference ?? ''];
}

async function searchAll(client: RestClient, flags: SearchFlags): Promise<readonly TxnResp[]> {
  const { from, to } = flags;
  if (from === undefined || to === undefined) throw new CommandEnd(EXIT.usage, '--all needs --from and --to');
  const { searchAllTransactions } = await import('../service/index.js');
  const found: TxnResp[] = [];
  const progress = createProgress();
  try {
    for await (const txn of searchAllTransactions(client, { ...writeSearch(flags), FromDate: from, ToDate: to })) {
      found.push(txn);
      if (found.length % 100 === 0) progress.show(`${found.length} found so far`);
    }
  } finally {
    progress.end();
  }
  return found;
}

async function followUp(name: FollowUpName, txnNumber: string, flags: FollowUpFlags): Promise<void> {
  const client = await connect(flags);
  const original = await client.getTransaction(txnNumber);
  const { Amount, Currency, IsTestTxn } = original;
  if (IsTestTxn !== true && !flags.live) {
    throw new CommandEnd(EXIT.usage, `${txnNumber} is live: a ${name} moves money. Add --live if that is meant`);
  }
  const minor = flags.amount ?? Amount;
  if (typeof minor === 'bigint') throw new CommandEnd(EXIT.usage, `${txnNumber} has an amount that is too large here`);
  if (minor === undefined || !Currency) throw new CommandEnd(EXIT.refused, `${txnNumber} has no amount and currency`);
  if (flags.amount === undefined && name === 'refund') {
    throw new CommandEnd(
      EXIT.usage,
      `Name the amount: --amount ${minor} refunds all of ${showAmount(minor, Currency)}`,
    );
  }
  const reference = referenceOf(flags);
  if (!flags.json) note(line`Reference: ${reference}`);
  if (flags.reference !== undefined && !flags.again) {
    const change = { action: ACTIONS[name], reference, amount: minor, originalTxnNumber: txnNumber };
    const made = await findMade(client, change);
    if (made) return endWith(made, flags.json);
  }
  const terms: FollowUp = {
    originalTxnNumber: txnNumber,
    amount: { minor, currency: Currency },
    reference,
    testMode: IsTestTxn === true,
  };
  const service = await import('../service/index.js');
  const lookUp = `florin txn search --reference ${reference}`;
  endWith(await change(lookUp, () => service[name](client, terms)), flags.json);
}

export function addTxnCommand(program: Command): void {
  const txn = program
    .command('txn')
    .description('Shows, refunds, captures and reverses transactions.')
    .addHelpText(
      'after',
      `
Examples:
  $ florin txn get 50000000012345
  $ florin txn search --reference order-1042-1
  $ florin txn search --from 2026-11-01 --to 2026-11-30T23:59:59 --all --json
  $ florin txn refund 50000000012345 --amount 500 --reference order-1042-refund-1

Exit codes: 0 done, 1 usage, 2 declined, 3 refused or not found, 4 no answer, 5 unknown: look it up.`,
    );
  addAccountOptions(txn.command('get <txnNumber>').description('Shows a transaction.'))
    .addHelpText('after', examples('florin txn get 50000000012345 --json'))
    .action(get);
  addAccountOptions(txn.command('search').description('Lists transactions, newest first, at most 1,000.'))
    .option('--reference <text>', 'MerchantReference')
    .option('--crn1 <text>', 'Crn1')
    .option('--receipt <number>', 'ReceiptNumber')
    .option('--action <word>', 'payment, preauth, refund, capture, reversal')
    .option('--response-code <code>', '0 is approved')
    .option('--from <date>', 'ISO 8601; without an offset the service’s local time')
    .option('--to <date>', 'ISO 8601, with a time')
    .option('--all', 'also more than 1,000: needs --from and --to', false)
    .addHelpText(
      'after',
      examples(
        'florin txn search --reference order-1042-1',
        'florin txn search --from 2026-11-01 --to 2026-11-30T23:59:59 --all --json',
      ),
    )
    .action(search);
  addFollowUp(txn, 'refund', 'Refunds the amount or a part of it.');
  addFollowUp(txn, 'capture', 'Captures the amount of a preauth. Default: all of it.');
  addFollowUp(txn, 'reverse', 'Reverses a transaction in full.');
}

function addFollowUp(txn: Command, name: FollowUpName, description: string): void {
  const amount = name === 'reverse' ? '' : ' --amount 500';
  addAccountOptions(txn.command(`${name} <txnNumber>`).description(description))
    .option('--amount <minor>', 'in the lowest denomination', readMinor)
    .option(
      '--reference <text>',
      'your own, new for each change: repeated, it makes no second one. Default: a random one',
    )
    .option('--again', 'make another one with the same reference', false)
    .option('--live', 'required for a live transaction', false)
    .addHelpText('after', examples(`florin txn ${name} 50000000012345${amount} --reference order-1042-${name}-1`))
    .action((txnNumber: string, flags: FollowUpFlags) => followUp(name, txnNumber, flags));
}
