/** A shop's webhook receiver: a real server that records calls and responds as configured. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import type { Json } from '../rest-caller.js';

/** A received call. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: Json;
}

/** Response to a call: a status, or none. */
export type Answering = (received: Received) => number | 'hang' | 'drop';

/** A started receiver. */
export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** Maximum number of concurrent calls. */
  readonly most: () => number;
  answerWith(answering: Answering): void;
  close(): Promise<void>;
}

/** Starts a receiver on loopback. @param answered promise that each response waits for */
export async function startReceiver(
  first: Answering = () => 200,
  answered: Promise<unknown> | (() => Promise<unknown>) = Promise.resolve(),
): Promise<Receiver> {
  const received: Received[] = [];
  let answering = first;
  let open = 0;
  let most = 0;
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    open += 1;
    most = Math.max(most, open);
    response.once('close', () => (open -= 1));
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const { method = '', url: path = '', headers } = request;
    const call: Received = { method, path, headers, text, body: JSON.parse(text) };
    received.push(call);
    const answer = answering(call);
    await (typeof answered === 'function' ? answered() : answered);
    if (answer === 'hang') return;
    if (answer === 'drop') return void request.socket.destroy();
    response.writeHead(answer, answer >= 300 && answer < 400 ? { Location: '/elsewhere' } : {}).end();
  }
  const server = createServer((request, response) => void take(request, response).catch(() => undefined));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    most: () => most,
    answerWith(next) {
      answering = next;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
