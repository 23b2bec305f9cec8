/** `florin authkey`: a one-time key with which a browser may pay, or store one card. */
import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { addAccountOptions, connect, readAccount, type AccountFlags } from './account.js';
import { readMinor } from './amount.js';
import { CommandEnd, EXIT } from './exit-codes.js';
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
  const reference = flags.reference ?? `florin-cli-${randomUUID()}`;
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
  const submitUrl = `${account.baseUrl.replace(/\/+$/, '')}/webapi/v3/${path}/withauthkey/${authKey}`;
  const answer = flags.addToken ? { authKey, submitUrl } : { authKey, submitUrl, reference };
  console.log(flags.json ? JSON.stringify(answer) : writeFields(answer));
}

function readAmount({ amount }: KeyFlags): number {
  if (amount !== undefined) return amount;
  throw new CommandEnd(EXIT.usage, 'A key for a payment needs --amount; one for a token --add-token');
}

/** Adds the sub-command. */
export function addAuthKeyCommand(program: Command): void {
  const command = program
    .command('authkey')
    .description('Makes a one-time key with which a browser may pay this amount once, or store one card.')
    .option('--amount <minor>', 'in the lowest denomination: 19900 is 199.00 AUD', readMinor)
    .option('--currency <code>', 'ISO 4217', 'AUD')
    .option('--crn1 <text>', 'the customer reference; default: the reference')
    .option('--reference <text>', 'MerchantReference. Default: a random one')
    .option('--redirection-url <url>', 'where the browser goes afterwards')
    .option('--webhook-url <url>', 'whom the service tells')
    .option('--add-token', 'a key that stores a card instead of paying', false)
    .option('--live', 'the payment moves money: without it the key is for a test', false)
    .addHelpText(
      'after',
      `
Examples:
  $ florin authkey --amount 19900 --crn1 1042 --redirection-url https://shop.example/back
  $ florin authkey --add-token --crn1 customer-7 --json

A second key is a second permission to pay: keys are for trying things out, the signer keeps them apart.`,
    );
  addAccountOptions(command).action(makeKey);
}
