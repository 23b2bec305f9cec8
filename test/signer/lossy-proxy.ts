/**
 * A proxy in front of the service. It counts the calls, loses answers like a bad connection, and replaces answers
 * like a gateway.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { callOf, type Call } from './faulty-service.js';
import { listenOnLoopback } from '../support/listen.js';

/**
 * - `request`: the service does not get it.
 * - `answer`: the service gets it, and its answer is lost. The service also gets it with all the following:
 * - `half`: half of the answer arrives, then the connection breaks.
 * - `html`, `json`: a gateway answers instead, with HTML or with JSON that is not the service's.
 * - `silence`: the connection stays open, and nothing arrives.
 */
export type Loss = 'request' | 'answer' | 'half' | 'html' | 'json' | 'silence';

export interface LossyProxy {
  readonly url: string;
  readonly calls: Record<Call, number>;
  readonly lost: Record<Loss, number>;
  /** Chooses the loss of each call; `call` is undefined for calls without a count. */
  lose: (call: Call | undefined, method: string, path: string) => Loss | undefined;
  /** Changes the service's answer to a request. */
  alter: (body: string, path: string, request: string) => string;
  /** Each call waits for it before it is passed on. */
  hold: () => Promise<void>;
  close(): Promise<void>;
}

export async function startLossyProxy(target: string): Promise<LossyProxy> {
  const server = createServer((incoming, outgoing) => {
    void pass(incoming, outgoing).catch(() => outgoing.destroy());
  });
  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method = '', url: path = '' } = incoming;
    const call = callOf(method, path);
    const chunks: Uint8Array[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Uint8Array);
    if (call) proxy.calls[call] += 1;
    const loss = proxy.lose(call, method, path);
    if (loss) proxy.lost[loss] += 1;
    if (loss === 'request') return outgoing.destroy();
    await proxy.hold();
    const headers = new Headers();
    for (const name of ['authorization', 'content-type']) {
      const value = incoming.headers[name];
      if (typeof value === 'string') headers.set(name, value);
    }
    const request = Buffer.concat(chunks);
    const response = await fetch(target + path, { method, headers, ...(request.length > 0 && { body: request }) });
    const body = proxy.alter(await response.text(), path, request.toString());
    // The service's own clock, not that of this machine.
    outgoing.setHeader('date', response.headers.get('date') ?? '');
    const type = 'application/json; charset=utf-8';
    outgoing.setHeader('date', response.headers.get('date') ?? '');
    switch (loss) {
      case 'answer':
        return outgoing.destroy();
      case 'half':
        outgoing.writeHead(response.status, { 'content-type': type, 'content-length': Buffer.byteLength(body) });
        return outgoing.write(body.slice(0, body.length / 2), () => outgoing.destroy());
      case 'html':
        return outgoing.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
      case 'json':
        return outgoing.writeHead(200, { 'content-type': type }).end('{"Message":"We will be back soon"}');
      case 'silence':
        return undefined;
      case undefined:
        return outgoing.writeHead(response.status, { 'content-type': type }).end(body);
    }
  };
  const url = await listenOnLoopback(server);
  const proxy: LossyProxy = {
    url,
    calls: { T2: 0, T3: 0, T4: 0, T5: 0, T8: 0 },
    lost: { request: 0, answer: 0, half: 0, html: 0, json: 0, silence: 0 },
    lose: () => undefined,
    alter: (body) => body,
    hold: async () => undefined,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}
