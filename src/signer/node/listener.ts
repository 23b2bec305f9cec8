/**
 * Mounts a signer on Node's own HTTP server. Frameworks with fetch handlers (Hono, Next.js) need
 * only `clientAddressOf`.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { oneAtATime } from '../../node/one-at-a-time.js';
import { hasOneHost } from '../../node/one-host.js';
import type { SignerRefusal } from '../../core/pay-api.js';
import type { Signer } from '../signer.js';

/** How long a client may read nothing of a response before the connection is closed. Milliseconds. */
const READING_MS = 20_000;

/** Options of {@link createListener}. */
export interface ListenerOptions {
  /**
   * Number of your own proxies in front of this server, each of which appends to `X-Forwarded-For`.
   * Default 0: the header is ignored, because any client can send one.
   */
  readonly proxies?: number;
}

/**
 * Creates a listener for `http.createServer`, or for `app.use('/pay', …)` where the framework keeps
 * the whole path in `url`. It handles one request of a connection at a time, and closes connections
 * that do not read their responses or send too many requests ahead. Limits for slow senders belong
 * to the server: create it with `SERVER_LIMITS`.
 */
export function createListener(
  signer: Pick<Signer, 'fetch'>,
  { proxies = 0 }: ListenerOptions = {},
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  const wasRead = new WeakSet<IncomingMessage>();
  const listener = getRequestListener(
    (request, env) => {
      const incoming = 'incoming' in env ? (env.incoming as IncomingMessage) : undefined;
      return signer.fetch(request, {
        clientAddress: incoming && clientAddressOf(incoming, proxies),
        isBodyRead: incoming && wasRead.has(incoming),
      });
    },
    // HTTP/1.0 needs no Host, and balancers ask `/ready` without one. Node refuses a later version without.
    { hostname: 'localhost' },
  );
  return oneAtATime(
    (incoming, outgoing) => {
      // A body parser in front of this listener. `rawBody` is its bytes, where a host keeps them.
      if (incoming.readableDidRead && !('rawBody' in incoming)) wasRead.add(incoming);
      if (hasOneHost(incoming)) void listener(incoming, outgoing);
      else refuseHosts(outgoing);
    },
    { readingMs: READING_MS },
  );
}

function refuseHosts(outgoing: ServerResponse): void {
  const error = { code: 'bad_request', message: 'The request has more than one Host' } as const;
  const body = JSON.stringify({ error } satisfies SignerRefusal);
  outgoing.writeHead(400, { Connection: 'close', 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  outgoing.end(body);
}

/** The client's address: the socket's, or the one that the outermost of your `proxies` saw. */
export function clientAddressOf(incoming: IncomingMessage, proxies = 0): string | undefined {
  const socketAddress = incoming.socket.remoteAddress;
  if (proxies === 0) return socketAddress;
  const header = incoming.headers['x-forwarded-for'];
  const seen = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',').map((each) => each.trim());
  // Counted from the right, because the client controls everything further left.
  return seen.at(-proxies) || socketAddress;
}
