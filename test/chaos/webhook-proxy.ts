/** The way of the service's webhooks to the sidecars. */
import { createServer, type IncomingMessage } from 'node:http';
import { listenOnLoopback } from '../support/listen.js';

/** What happens to a webhook: it is answered and thrown away, cut off, passed on twice, or answered and passed on late. */
export type WebhookFault = 'lost' | 'cut' | 'doubled' | 'late';

export interface WebhookProxy {
  readonly url: string;
  fault: () => WebhookFault | undefined;
  /** Called before a webhook is passed on, and before its answer is. */
  at: (place: 'before a webhook' | 'after a webhook') => void;
  close(): void;
}

export async function startWebhookProxy(target: () => string): Promise<WebhookProxy> {
  const pass = async ({ url, headers }: IncomingMessage, body: string) => {
    proxy.at('before a webhook');
    const type = headers['content-type'] ?? 'application/json';
    const request = { method: 'POST', body, headers: { 'content-type': type, 'x-client': '192.0.2.1' } };
    const { status } = await fetch(target() + url, { ...request, signal: AbortSignal.timeout(8_000) });
    proxy.at('after a webhook');
    return status;
  };
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      let body = '';
      for await (const chunk of incoming) body += String(chunk);
      const fault = proxy.fault();
      if (fault === 'cut') return outgoing.destroy();
      if (fault === 'lost') return outgoing.writeHead(200).end();
      if (fault === 'late') {
        setTimeout(() => void pass(incoming, body).catch(() => undefined), 4_000).unref();
        return outgoing.writeHead(200).end();
      }
      if (fault === 'doubled') void pass(incoming, body).catch(() => undefined);
      return outgoing.writeHead(await pass(incoming, body)).end();
    })().catch(() => outgoing.destroy());
  });
  const url = await listenOnLoopback(server);
  const proxy: WebhookProxy = {
    url,
    fault: () => undefined,
    at: () => undefined,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return proxy;
}
