/** `florin token`: stored cards and bank accounts. A card can be stored from a transaction only. */
import type { Command } from 'commander';
import type { DVTokenResp } from '../service/index.js';
import { addAccountOptions, connect, type AccountFlags } from './account.js';
import { examples } from './examples.js';
import { change } from './outcome.js';
import { line, print, writeJson, type Printable } from './printable.js';
import { printFound, writeFields } from './terminal.js';

interface SearchFlags extends AccountFlags {
  readonly crn1?: string;
  readonly expired: boolean;
  readonly from?: string;
  readonly to?: string;
}

interface UpdateFlags extends AccountFlags {
  readonly crn1?: string;
  readonly expiry?: string;
  readonly email?: string;
}

function show(token: DVTokenResp): Printable {
  const { DVToken, CardDetails, CardType, BankAccountDetails, Crn1, Crn2, Crn3, EmailAddress } = token;
  return writeFields({
    DVToken,
    Card: [CardType, CardDetails?.MaskedCardNumber].filter(Boolean).join(' '),
    Expires: CardDetails?.ExpiryDate,
    Account: BankAccountDetails ? 'a bank account' : '',
    Crn1,
    Crn2,
    Crn3,
    Email: EmailAddress,
  });
}

function printToken(token: DVTokenResp, json: boolean): void {
  print(json ? writeJson(token) : show(token));
}

async function get(dvToken: string, flags: AccountFlags): Promise<void> {
  printToken(await (await connect(flags)).getToken(dvToken), flags.json);
}

async function search({ crn1, expired, from, to, ...flags }: SearchFlags): Promise<void> {
  const members = { Crn1: crn1, FromDate: from, ToDate: to, ExpiredCardsOnly: expired ? true : undefined };
  const input = Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
  const found = await (await connect(flags)).searchTokens(input);
  printFound(found, flags.json, HEAD, rowOf);
}

const HEAD = ['DVToken', 'Card', 'Number', 'Expires', 'Crn1'];

function rowOf({ DVToken = '', CardType, CardDetails, Crn1 }: DVTokenResp): readonly string[] {
  const { MaskedCardNumber, ExpiryDate } = CardDetails ?? {};
  return [DVToken, CardType ?? '', MaskedCardNumber ?? '', ExpiryDate ?? '', Crn1 ?? ''];
}

async function fromTxn(txnNumber: string, flags: AccountFlags): Promise<void> {
  const client = await connect(flags);
  const lookUp = `florin txn get ${txnNumber} --json shows its DVToken`;
  printToken(await change(lookUp, () => client.tokeniseTransaction(txnNumber)), flags.json);
}

async function update(dvToken: string, { crn1, expiry, email, ...flags }: UpdateFlags): Promise<void> {
  const client = await connect(flags);
  const request = {
    ...(crn1 !== undefined && { Crn1: crn1 }),
    ...(email !== undefined && { EmailAddress: email }),
    ...(expiry !== undefined && { CardDetails: { ExpiryDate: expiry } }),
  };
  printToken(await change(`florin token get ${dvToken}`, () => client.updateToken(dvToken, request)), flags.json);
}

async function remove(dvToken: string, flags: AccountFlags): Promise<void> {
  const client = await connect(flags);
  await change(`florin token get ${dvToken}`, () => client.deleteToken(dvToken));
  print(flags.json ? writeJson({ deleted: dvToken }) : line`${dvToken} is deleted`);
}

export function addTokenCommand(program: Command): void {
  const token = program
    .command('token')
    .description('Shows, updates and deletes stored cards, and stores the card of a transaction.')
    .addHelpText(
      'after',
      `
Examples:
  $ florin token from-txn 50000000012345
  $ florin token search --crn1 customer-7 --json
  $ florin token update 5999991234567890 --expiry 0542
  $ florin token delete 5999991234567890

Exit codes: 0 done, 1 usage, 3 refused or not found, 4 no answer, 5 unknown: look it up.`,
    );
  addAccountOptions(token.command('get <dvToken>').description('Shows a token.'))
    .addHelpText('after', examples('florin token get 5999991234567890'))
    .action(get);
  addAccountOptions(token.command('search').description('Lists tokens, at most 1,000.'))
    .option('--crn1 <text>', 'Crn1')
    .option('--expired', 'only cards that have expired', false)
    .option('--from <date>', 'ISO 8601')
    .option('--to <date>', 'ISO 8601')
    .addHelpText('after', examples('florin token search --crn1 customer-7 --json', 'florin token search --expired'))
    .action(search);
  addAccountOptions(token.command('from-txn <txnNumber>').description('Stores the card of a transaction.'))
    .addHelpText('after', examples('florin token from-txn 50000000012345'))
    .action(fromTxn);
  addAccountOptions(token.command('update <dvToken>').description('Changes only the given fields.'))
    .option('--crn1 <text>', 'Crn1')
    .option('--expiry <MMYY>', 'when the card expires')
    .option('--email <address>', 'EmailAddress')
    .addHelpText('after', examples('florin token update 5999991234567890 --expiry 0542 --email kim@shop.example'))
    .action(update);
  addAccountOptions(token.command('delete <dvToken>').description('Deletes a token.'))
    .addHelpText('after', examples('florin token delete 5999991234567890'))
    .action(remove);
}
