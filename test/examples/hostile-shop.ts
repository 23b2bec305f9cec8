/**
 * Requests that no browser sends, against a shop that `florin init` has written: no request ends or hangs it, no answer has
 * a stack trace, and nothing private is served.
 */
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { requests } from './hostile-requests.js';

/** A shop that runs in a folder of its own. */
export interface Target {
  readonly folder: string;
  /** The ports of all servers. The first is the shop's. */
  readonly ports: readonly number[];
  readonly server: Server;
}

/** What answers: `npm start`, or a server of development. */
type Server = 'built' | 'dev' | 'angular' | 'wrangler';

const isUpgrade = (text: string): boolean => text.includes('\r\nUpgrade:');

/** Requests that are not sent, because a server of development itself fails. */
const LEFT_OUT: Readonly<Record<Server, (text: string) => boolean>> = {
  built: () => false,
  // Vite leaves a connection open that asks for another protocol than its live reload: this costs its client alone.
  dev: isUpgrade,
  // Vite ends at this address. The other shops refuse it by a plugin (`refuseAddresses`), which `ng serve` cannot be given.
  angular: (text) => isUpgrade(text) || text.startsWith('GET http://[/ '),
  // Wrangler's proxy answers 503 and then ends if nobody reads a body: https://github.com/cloudflare/workers-sdk/issues/15203
  wrangler: (text) => text.startsWith('POST '),
};

/** How long an answer may take. Servers of development compile a page first. */
const ANSWER_MS = 30_000;
const STACK = /\bat \S.*:\d+:\d+\)?$|node_modules\/\S+:\d+|Stack trace|Traceback|Fatal error|Uncaught/m;

/** Texts of the project that no answer may have. */
function secretsOf(folder: string): readonly string[] {
  const env = readFileSync(join(folder, '.env'), 'utf8');
  const values = [...env.matchAll(/^FLORIN_(?:\w*SECRET|PASSWORD)=(.+)$/gm)].map(([, value = '']) => value);
  return [...values, 'FLORIN_PASSWORD', 'SQLite format 3', '"cents":19900'];
}

/** Sends every request to every port, and returns what is wrong, each with its request. */
export async function attack({ folder, ports, server }: Target): Promise<readonly string[]> {
  const problems: string[] = [];
  const secrets = secretsOf(folder);
  // Servers of development show stack traces to their developer on purpose.
  const isDev = server !== 'built';
  for (const port of ports) {
    const waiting = [...requests(folder)].filter((text) => !LEFT_OUT[server](text));
    const work = async () => {
      for (let text = waiting.shift(); text !== undefined; text = waiting.shift()) {
        const problem = whatIsWrong(await send(port, text), secrets, isDev);
        if (problem) problems.push(`${port} ${problem}: ${JSON.stringify(text.slice(0, 160))}`);
      }
    };
    await Promise.all(Array.from({ length: 6 }, work));
  }
  return problems;
}

interface Answer {
  readonly text: string;
  readonly end: 'closed' | 'refused' | 'hangs';
}

function whatIsWrong({ text, end }: Answer, secrets: readonly string[], isDev: boolean): string | undefined {
  if (end !== 'closed') return end;
  const found = secrets.find((secret) => text.includes(secret));
  if (found) return `shows ${found}`;
  const [, status = ''] = /^HTTP\/1\.[01] (\d{3})/.exec(text) ?? [];
  // A server may close a connection without an answer.
  if (!isDev && Number(status) >= 500 && status !== '501' && status !== '505') return `answers ${status}`;
  const [trace] = isDev ? [] : (STACK.exec(text) ?? []);
  return trace && `has a stack trace (${trace.slice(0, 80)})`;
}

/** Sends the bytes, and reads to the end of the connection. */
function send(port: number, text: string): Promise<Answer> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: 'localhost', autoSelectFamily: true });
    let answer = '';
    const end = (how: Answer['end']) => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ text: answer, end: how });
    };
    const timer = setTimeout(() => end('hangs'), ANSWER_MS);
    socket.on('data', (part) => (answer += part.toString('latin1')));
    socket.on('error', (error: NodeJS.ErrnoException) => end(error.code === 'ECONNREFUSED' ? 'refused' : 'closed'));
    socket.on('close', () => end('closed'));
    socket.write(Buffer.from(text, 'latin1'));
    // Some servers drop the answer to a client that has ended its side; others wait for the rest of half a request.
    setTimeout(() => socket.end(), 3_000).unref();
  });
}

/** The addresses of this machine, besides its own, at which a port takes connections. */
export async function reachableFromOutside(ports: readonly number[]): Promise<readonly string[]> {
  const hosts = Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => address);
  const found = hosts.flatMap((host) =>
    ports.map(async (port) => ((await connects(host, port)) ? [`${host}:${port}`] : [])),
  );
  return (await Promise.all(found)).flat();
}

const connects = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 2_000 });
    const end = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket
      .on('connect', () => end(true))
      .on('error', () => end(false))
      .on('timeout', () => end(false));
  });
