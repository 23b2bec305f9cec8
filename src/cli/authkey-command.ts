/** `florin authkey`: creates a one-time key for a browser, to make one payment or store one card. */
import { trimSlashes } from '../core/trim-slashes.js';
import type { Command } from 'commander';
import { addAccountOptions, connect, readAccount, type AccountFlags } from './account.js';
import { readMinor } from './amount.js';
import { CommandEnd, EXIT } from './exit-codes.js';
import { referenceOf } from './outcome.js';
import { print, writeJson } from './printable.js';
import { writeFields } from './terminal.js';

interface KeyFlags extends AccountFlags {
  readonly amount?: number;
  readonly currency: string;
  readonly crn1?: string;
  readonly reference?: string;
  readonly redirectionUrl?: string;
  readonly webhookUrl?: string;
  readonly addToken: boolean;
  readonly live: boolean;
}

async function makeKey(flags: KeyFlags): Promise<void> {
  const account = await readAccount(flags);
  const client = await connect(flags, account);
  const { redirectionUrl, webhookUrl } = flags;
  const reference = referenceOf(flags);
  const Crn1 = flags.crn1 ?? reference;
  const routing = {
    ...(redirectionUrl !== undefined && { RedirectionUrl: redirectionUrl }),
    ...(webhookUrl !== undefined && { WebHookUrl: webhookUrl }),
  };
  const path = flags.addToken ? 'dvtokens' : 'txns';
  const makeTokenKey = () => client.createAddTokenAuthKey({ ...routing, FixedAddDVTokenData: { Crn1 } });
  const makePaymentKey = () =>
    client.createAuthKey({
      ...routing,
      ProcessTxnData: {
        ...{ Action: 'payment', Type: 'internet', SubType: 'single' },
        Amount: readAmount(flags),
        ...{ Currency: flags.currency, Crn1, MerchantReference: reference, TestMode: !flags.live },
      },
    });
  const authKey = await (flags.addToken ? makeTokenKey() : makePaymentKey());
  const submitUrl = `${trimSlashes(account.baseUrl)}/webapi/v3/${path}/withauthkey/${authKey}`;
  const answer = flags.addToken ? { authKey, submitUrl } : { authKey, submitUrl, reference };
  print(flags.json ? writeJson(answer) : writeFields(answer));
}

function readAmount({ amount }: KeyFlags): number {
  if (amount !== undefined) return amount;
  throw new CommandEnd(EXIT.usage, 'A key for a payment needs --amount; one for a token --add-token');
}

export function addAuthKeyCommand(program: Command): void {
  const command = program
    .command('authkey')
    .description('Creates a one-time key for a browser, to pay this amount once or to store one card.')
    .option('--amount <minor>', 'in the lowest denomination: 19900 is 199.00 AUD', readMinor)
    .option('--currency <code>', 'ISO 4217', 'AUD')
    .option('--crn1 <text>', 'the customer reference; default: the reference')
    .option('--reference <text>', 'MerchantReference. Default: a random one')
    .option('--redirection-url <url>', 'address for the browser afterwards')
    .option('--webhook-url <url>', 'address for the service’s webhook')
    .option('--add-token', 'a key that stores a card instead of paying', false)
    .option('--live', 'the payment moves money; without it the key is in test mode', false)
    .addHelpText(
      'after',
      `
Examples:
  $ florin authkey --amount 19900 --crn1 1042 --redirection-url https://shop.example/back
  $ florin authkey --add-token --crn1 customer-7 --json

Each key allows one payment: two keys can pay twice. Use the signer in a shop; this command is for tests.`,
    );
  addAccountOptions(command).action(makeKey);
}
