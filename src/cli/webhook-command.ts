/**
 * `florin webhook listen`: shows the service's webhooks and verifies them. A webhook has no signature, so the command
 * fetches its transaction or token from the service. docs/wire/rest.md section 6.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Command } from 'commander';
import { listen, urlOf } from '../node/listen.js';
import { SERVER_LIMITS } from '../node/server-limits.js';
import type { DVTokenResp, RestClient, TxnResp } from '../service/index.js';
import { readJson } from '../wire/rest/lossless-json.js';
import { addAccountOptions, connect, type AccountFlags } from './account.js';
import { showAmount } from './amount.js';
import { readPort } from './argument.js';
import { examples } from './examples.js';
import { EXIT } from './exit-codes.js';
import { outcomeName } from './outcome.js';
import { line, note, paint, print, writeJson } from './printable.js';
import { stopOnSignal } from './stop-on-signal.js';

interface ListenFlags extends AccountFlags {
  readonly port: number;
  readonly host: string;
  readonly once: boolean;
}

/** The result for one webhook. */
interface Hint {
  /** `true`: it matches the service; `false`: it does not; `unchecked`: the service did not answer. */
  readonly verified: 'true' | 'false' | 'unchecked';
  readonly says: string;
  readonly differences: readonly string[];
  /** The service's answer. */
  readonly fetched?: TxnResp | DVTokenResp;
}

const BODY_LIMIT = 64 * 1024;
/** Members that a forged webhook could change. */
const COMPARED = [
  'Amount',
  'Currency',
  'ResponseCode',
  'Action',
  'MerchantReference',
  'Crn1',
  'MerchantNumber',
] as const;

async function check(client: RestClient, body: string): Promise<Hint> {
  const hint = readHint(body);
  if (!hint) return { verified: 'false', says: 'it is neither a transaction nor a token', differences: [] };
  try {
    return 'TxnNumber' in hint
      ? await checkTransaction(client, hint)
      : await checkToken(client, String(hint['DVToken']));
  } catch (error) {
    const isRefused = (error as { code?: unknown }).code === 'api_rejected' || error instanceof TypeError;
    const says = isRefused ? 'the service has no such transaction or token' : 'the service did not answer';
    return { verified: isRefused ? 'false' : 'unchecked', says, differences: [] };
  }
}

function readHint(body: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = readJson(body);
    if (typeof value !== 'object' || value === null) return undefined;
    return 'TxnNumber' in value || 'DVToken' in value ? value : undefined;
  } catch {
    return undefined;
  }
}

async function checkTransaction(client: RestClient, hint: Readonly<Record<string, unknown>>): Promise<Hint> {
  const fetched = await client.getTransaction(String(hint['TxnNumber']));
  const differences = COMPARED.filter((name) => name in hint && (hint[name] ?? '') !== (fetched[name] ?? ''));
  const { TxnNumber = '', Amount, Currency, MerchantReference } = fetched;
  const says = [TxnNumber, outcomeName(fetched), showAmount(Amount, Currency), MerchantReference]
    .filter(Boolean)
    .join(' ');
  return { verified: differences.length === 0 ? 'true' : 'false', says, differences, fetched };
}

async function checkToken(client: RestClient, dvToken: string): Promise<Hint> {
  const fetched = await client.getToken(dvToken);
  return { verified: 'true', says: `token that ends in ${dvToken.slice(-4)}`, differences: [], fetched };
}

function printHint(hint: Hint, json: boolean): void {
  const { verified, says, differences } = hint;
  if (json) {
    print(writeJson(hint));
    return;
  }
  const word =
    verified === 'true' ? paint('verified', 'good') : paint(verified === 'false' ? 'NOT TRUE' : 'unchecked', 'bad');
  print(line`${word}  ${says}${differences.length > 0 ? `; the webhook differs in ${differences.join(', ')}` : ''}`);
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > BODY_LIMIT) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<string | undefined> {
  if (request.method !== 'POST') {
    response.writeHead(405, { allow: 'POST' }).end();
    return undefined;
  }
  const body = await readBody(request).catch(() => undefined);
  // Always 200: the service repeats a webhook for a day until it gets a 2xx.
  response.writeHead(200, { connection: 'close' }).end();
  return body;
}

async function receive(flags: ListenFlags): Promise<void> {
  const client = await connect(flags);
  const server = createServer(SERVER_LIMITS, (request, response) => {
    void answer(request, response).then(async (body) => {
      if (body === undefined) return;
      const hint = await check(client, body);
      printHint(hint, flags.json);
      if (!flags.once) return;
      process.exitCode = hint.verified === 'true' ? EXIT.done : EXIT.problems;
      server.close();
    });
  });
  const port = await listen(server, flags);
  note(`listening at ${urlOf(flags.host, port)}/; Ctrl-C ends it`);
  const close = () => new Promise<void>((resolve) => void server.close(() => resolve()));
  stopOnSignal(close);
  // The reader of the pipe has ended (`| head -1`).
  process.stdout.once('error', () => void close());
}

export function addWebhookCommand(program: Command): void {
  const webhook = program
    .command('webhook')
    .description('Shows and verifies webhooks of the service.')
    .addHelpText('after', examples('florin webhook listen --port 4020'));
  const command = webhook
    .command('listen')
    .description('Receives webhooks, verifies each with the service and prints it.')
    .option('-p, --port <number>', 'port to listen on; 0 selects any free one', readPort, 4020)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--once', 'exit after the first one: 0 if it is true, else 6', false)
    .addHelpText(
      'after',
      `
Examples:
  $ florin webhook listen --port 4020
  $ florin authkey --amount 19900 --webhook-url http://127.0.0.1:4020/

With --json it prints one object on each line.`,
    );
  addAccountOptions(command).action(receive);
}
