/** Stands between the signer, the shopper and a service, counts the calls, and loses answers as a bad line does. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { callOf, type Call } from './faulty-service.js';

/** `request`: the service never hears of it. `answer`: the service has done it, and nobody hears of that. */
export type Loss = 'request' | 'answer';

export interface LossyProxy {
  readonly url: string;
  readonly calls: Record<Call, number>;
  readonly lost: Record<Loss, number>;
  lose: (call: Call) => Loss | undefined;
  close(): Promise<void>;
}

export async function startLossyProxy(target: string): Promise<LossyProxy> {
  const server = createServer((incoming, outgoing) => {
    void pass(incoming, outgoing).catch(() => outgoing.destroy());
  });
  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const call = callOf(incoming.method ?? '', incoming.url ?? '');
    const chunks: Uint8Array[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Uint8Array);
    if (call) proxy.calls[call] += 1;
    const loss = call && proxy.lose(call);
    if (loss) proxy.lost[loss] += 1;
    if (loss === 'request') return outgoing.destroy();
    const headers = new Headers();
    for (const name of ['authorization', 'content-type']) {
      const value = incoming.headers[name];
      if (typeof value === 'string') headers.set(name, value);
    }
    const response = await fetch(target + (incoming.url ?? ''), {
      method: incoming.method ?? 'GET',
      headers,
      ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
    });
    const body = await response.text();
    if (loss === 'answer') return outgoing.destroy();
    return outgoing.writeHead(response.status, { 'content-type': 'application/json; charset=utf-8' }).end(body);
  };
  server.listen({ port: 0, host: '127.0.0.1', backlog: 2048 });
  await new Promise((resolve) => server.once('listening', resolve));
  const proxy: LossyProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: { T2: 0, T3: 0, T4: 0, T5: 0, T8: 0 },
    lost: { request: 0, answer: 0 },
    lose: () => undefined,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}
