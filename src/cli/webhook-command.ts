/**
 * `florin webhook listen`: shows what the service's webhooks say and whether it is true. A webhook carries no signature,
 * so each is checked by fetching the transaction, or the token, from the service. wire/rest.md section 6.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { InvalidArgumentError, type Command } from 'commander';
import type { DVTokenResp, RestClient, TxnResp } from '../service/index.js';
import { addAccountOptions, connect, type AccountFlags } from './account.js';
import { showAmount } from './amount.js';
import { CommandEnd, EXIT } from './exit-codes.js';
import { wordFor } from './outcome.js';
import { stopOnSignal } from './stop-on-signal.js';
import { paint } from './terminal.js';

interface ListenFlags extends AccountFlags {
  readonly port: number;
  readonly host: string;
  readonly once: boolean;
}

/** What is said of one webhook. */
interface Hint {
  /** `true`: the service says the same; `false`: it does not; `unchecked`: the service could not be asked. */
  readonly verified: 'true' | 'false' | 'unchecked';
  readonly says: string;
  readonly differences: readonly string[];
  /** As the service tells it. */
  readonly fetched?: TxnResp | DVTokenResp;
}

const BODY_LIMIT = 64 * 1024;
const HIGHEST_PORT = 65_535;
/** What a forger would want to change. */
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
  if (!hint) return { verified: 'false', says: 'it is no transaction and no token', differences: [] };
  try {
    return 'TxnNumber' in hint
      ? await checkTransaction(client, hint)
      : await checkToken(client, String(hint['DVToken']));
  } catch (error) {
    const isRefused = (error as { code?: unknown }).code === 'api_rejected' || error instanceof TypeError;
    const says = isRefused ? 'the service knows of no such thing' : 'the service could not be asked';
    return { verified: isRefused ? 'false' : 'unchecked', says, differences: [] };
  }
}

function readHint(body: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(body);
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
  const says = [TxnNumber, wordFor(fetched), showAmount(Amount, Currency), MerchantReference].filter(Boolean).join(' ');
  return { verified: differences.length === 0 ? 'true' : 'false', says, differences, fetched };
}

async function checkToken(client: RestClient, dvToken: string): Promise<Hint> {
  const fetched = await client.getToken(dvToken);
  return { verified: 'true', says: `token that ends in ${dvToken.slice(-4)}`, differences: [], fetched };
}

function print(hint: Hint, json: boolean): void {
  const { verified, says, differences } = hint;
  if (json) {
    console.log(JSON.stringify(hint));
    return;
  }
  const word =
    verified === 'true' ? paint('verified', 'good') : paint(verified === 'false' ? 'NOT TRUE' : 'unchecked', 'bad');
  console.log(`${word}  ${says}${differences.length > 0 ? `; the webhook differs in ${differences.join(', ')}` : ''}`);
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
  // Whatever it says: anything but 2xx would be sent again for a day.
  response.writeHead(200, { connection: 'close' }).end();
  return body;
}

async function listen(flags: ListenFlags): Promise<void> {
  const client = await connect(flags);
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 20_000 }, (request, response) => {
    void answer(request, response).then(async (body) => {
      if (body === undefined) return;
      const hint = await check(client, body);
      print(hint, flags.json);
      if (!flags.once) return;
      process.exitCode = hint.verified === 'true' ? EXIT.done : EXIT.problems;
      server.close();
    });
  });
  server.listen(flags.port, flags.host);
  await once(server, 'listening').catch((error: unknown) => {
    throw refuseAddress(flags, error);
  });
  const { port } = server.address() as AddressInfo;
  console.error(`listening at http://${flags.host}:${port}/; Ctrl-C ends it`);
  const close = () => new Promise<void>((resolve) => void server.close(() => resolve()));
  stopOnSignal(close);
  // `| head -1`: nobody reads what it would say.
  process.stdout.once('error', () => void close());
}

function refuseAddress({ host, port }: ListenFlags, error: unknown): CommandEnd {
  const { code, message } = error as NodeJS.ErrnoException;
  const reason = code === 'EADDRINUSE' ? 'it is taken; --port names another' : message;
  return new CommandEnd(EXIT.usage, `Cannot listen on port ${port} of ${host}: ${reason}`);
}

function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= HIGHEST_PORT) return port;
  throw new InvalidArgumentError(`It must be a number from 0 to ${HIGHEST_PORT}; 0 takes any free port.`);
}

/** Adds the sub-command. */
export function addWebhookCommand(program: Command): void {
  const webhook = program.command('webhook').description('Shows webhooks of the service, and whether they are true.');
  const command = webhook
    .command('listen')
    .description('Takes webhooks, checks each with the service and prints it.')
    .option('-p, --port <number>', 'port to listen on; 0 takes any free one', readPort, 4020)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--once', 'end after the first one: 0 when it is true, else 6', false)
    .addHelpText(
      'after',
      `
Examples:
  $ florin webhook listen --port 4020
  $ florin authkey --amount 19900 --webhook-url http://127.0.0.1:4020/

With --json there is one object a line.`,
    );
  addAccountOptions(command).action(listen);
}
