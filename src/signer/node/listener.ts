/** Mounts a signer on Node's own HTTP server. Frameworks with fetch handlers (Hono, Next.js) need only `clientAddressOf`. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Signer } from '../signer.js';

export interface ListenerOptions {
  /**
   * How many proxies of your own stand before this server, each adding to `X-Forwarded-For`. Default 0: the header is
   * not believed, because any client can send one.
   */
  readonly proxies?: number;
}

/**
 * A listener for `http.createServer`, or for `app.use('/pay', …)` where the framework keeps the whole path in `url`.
 * Time-outs are the server's: set `headersTimeout` to 10 s and `requestTimeout` to 20 s.
 */
export function createListener(
  signer: Signer,
  { proxies = 0 }: ListenerOptions = {},
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  const listener = getRequestListener((request, env) => {
    const incoming = 'incoming' in env ? (env.incoming as IncomingMessage) : undefined;
    return signer.fetch(request, { clientAddress: incoming && clientAddressOf(incoming, proxies) });
  });
  return (incoming, outgoing) => void listener(incoming, outgoing);
}

/** The client's address: the socket's, or the one that the outermost of `proxies` own proxies saw. */
export function clientAddressOf(incoming: IncomingMessage, proxies = 0): string | undefined {
  const socketAddress = incoming.socket.remoteAddress;
  if (proxies === 0) return socketAddress;
  const header = incoming.headers['x-forwarded-for'];
  const seen = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',').map((each) => each.trim());
  // Counted from the right: what stands further left was sent by the client.
  return seen.at(-proxies) || socketAddress;
}
