/** `florin trigger`: a story in a running sandbox, made by the calls of a shop and of its shopper. docs/guides/cli.md. */
import { randomUUID } from 'node:crypto';
import { Argument, type Command } from 'commander';
import { TEST_NUMBERS } from '../core/card/test-values.js';
import { DEMO_MERCHANT } from '../sandbox/merchant.js';
import type { RestClient, TxnResp } from '../service/index.js';
import { readTimeout } from './account.js';
import { addControlOptions, sendControl, withControl, type ControlFlags } from './control-connection.js';
import { CommandEnd, EXIT } from './exit-codes.js';
import { showTransaction } from './outcome.js';
import { print } from './printable.js';

interface TriggerFlags extends ControlFlags {
  readonly webhookUrl?: string;
  readonly timeout: number;
}

interface Shop {
  readonly client: RestClient;
  readonly url: string;
  readonly webhookUrl: string | undefined;
  readonly timeout: number;
}

interface Submitted {
  readonly ResultKey: string | null;
  readonly RedirectionUrl: string | null;
}

const AMOUNT = 19_900;
/** A whole amount: the cents choose the bank's answer. docs/reference/test-cards.md */
const REFUNDED = 10_000;

/** Pays in a browser's place, and resolves with what the browser gets. */
async function submit({ client, url, webhookUrl, timeout }: Shop, holderName: string): Promise<Submitted> {
  const reference = `trigger-${randomUUID()}`;
  const authKey = await client.createAuthKey({
    ...(webhookUrl !== undefined && { WebHookUrl: webhookUrl }),
    ProcessTxnData: {
      ...{ Action: 'payment', Type: 'internet', SubType: 'single', TestMode: true },
      ...{ Amount: AMOUNT, Currency: 'AUD', Crn1: reference, MerchantReference: reference },
    },
  });
  const card = { CardNumber: TEST_NUMBERS.visa, Cvn: '123', ExpiryDateMonth: '12', ExpiryDateYear: '42' };
  const init = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ TxnReq: { CardDetails: { ...card, CardHolderName: holderName } } }),
  };
  const response = await sendControl(`${url}/webapi/v3/txns/withauthkey/${authKey}`, init, timeout);
  return (await response.json()) as Submitted;
}

async function pay(shop: Shop, holderName: string): Promise<TxnResp> {
  const { ResultKey } = await submit(shop, holderName);
  if (ResultKey === null) throw new CommandEnd(EXIT.refused, 'The sandbox refused the payment: florin logs tail');
  return shop.client.getResult(ResultKey);
}

/** The stories: what each makes, and what it prints. */
const STORIES = {
  declined: {
    is: 'a payment that the bank declines: no funds',
    run: async (shop: Shop) => print(showTransaction(await pay(shop, 'NO FUNDS'))),
  },
  challenge: {
    is: 'a payment that waits for 3-D Secure; prints the address of its page',
    run: async (shop: Shop) => print((await submit(shop, '3DS CHALLENGE')).RedirectionUrl ?? ''),
  },
  refund: {
    is: 'a payment, and a refund of a part of it',
    async run(shop: Shop) {
      const { TxnNumber = '' } = await pay(shop, 'Jane Citizen');
      const refund = { Action: 'refund', Type: 'internet', SubType: 'single', TestMode: true } as const;
      const txn = { ...refund, Amount: REFUNDED, Currency: 'AUD', OriginalTxnNumber: TxnNumber };
      print(showTransaction(await shop.client.processTransaction(txn)));
    },
  },
  'late-webhook': {
    is: 'a payment whose webhook comes 60 seconds later by the sandbox’s clock; needs --webhook-url',
    async run(shop: Shop) {
      if (shop.webhookUrl === undefined) throw new CommandEnd(EXIT.usage, 'This story needs --webhook-url');
      print(showTransaction(await pay(shop, 'WEBHOOK LATE')));
      print(`To get the webhook now: florin control POST /clock '{"advanceSeconds":60}'`);
    },
  },
} as const;

type StoryName = keyof typeof STORIES;

/** The demo merchant's user, unless the environment names another one. */
function accountOf(baseUrl: string) {
  const { FLORIN_MERCHANT_NUMBER, FLORIN_USERNAME, FLORIN_PASSWORD } = process.env;
  const [user] = DEMO_MERCHANT.users;
  return {
    baseUrl,
    merchantNumber: FLORIN_MERCHANT_NUMBER ?? DEMO_MERCHANT.number,
    username: FLORIN_USERNAME ?? user?.username ?? '',
    password: FLORIN_PASSWORD ?? user?.password ?? '',
  };
}

async function trigger(name: StoryName, { webhookUrl, timeout, ...flags }: TriggerFlags): Promise<void> {
  await withControl(flags, async (control) => {
    // Only a sandbox has a control API: at another service nothing is paid.
    await control.now();
    const url = new URL(flags.url).origin;
    const { createRestClient } = await import('../service/index.js');
    const client = createRestClient({ ...accountOf(url), version: 'v3', timeoutSeconds: timeout });
    await STORIES[name].run({ client, url, webhookUrl, timeout });
  });
}

export function addTriggerCommand(program: Command): void {
  const stories = Object.entries(STORIES).map(([name, { is }]) => `  ${name.padEnd(14)}${is}`);
  const command = program
    .command('trigger')
    .description('Makes a story in a running sandbox, as the demo merchant or the account of the environment.')
    .addArgument(new Argument('<story>', 'name of the story').choices(Object.keys(STORIES)))
    .option('--webhook-url <url>', 'address for the webhooks of the payment')
    .option('--timeout <seconds>', 'how long a call may take', readTimeout, 30)
    .addHelpText(
      'after',
      `
Stories:
${stories.join('\n')}

Examples:
  $ florin trigger declined
  $ florin trigger late-webhook --webhook-url http://127.0.0.1:4242/`,
    );
  addControlOptions(command).action(trigger);
}
