/**
 * Ends HTTP servers without losing a call, and answers `GET /ready` for whoever sends them calls.
 *
 * First `/ready` is 503 and every answer ends its connection, while calls are taken as before: balancers turn away, and no
 * call is sent on a connection that is about to close. Then nothing is accepted any more, connections without a call are
 * closed, and the last calls end.
 */
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How often connections that have become idle are closed at the end. Milliseconds. */
const SWEEP_INTERVAL = 10;
/** How long a connection may be open at the end without its first byte. Node counts it as busy. Milliseconds. */
const SILENT_TIME = 500;

/** What `GET /ready` says: 200 for `ready`, else 503. */
type Readiness = 'ready' | 'waiting' | 'draining';

/** The end of one or more servers, which are ready together. */
export interface Drain {
  /** Adds a server, before it listens. */
  watch(server: Server): void;
  /** The answer to `/ready`, and undefined for other requests. */
  answer(request: Request): Response | undefined;
  /** Ends `waiting`. */
  setReady(): void;
  /** Is not ready for so long. Calls are taken, and their connections end. Milliseconds. */
  start(time: number): Promise<void>;
  /** Accepts no more connections, and closes those without a call. */
  stop(): void;
  /** Like `stop`, and resolves when the last call has ended; after `limit` milliseconds it is cut off. */
  end(limit: number): Promise<void>;
}

/** @param first what `/ready` says until `setReady` or `start` */
export function createDrain(first: 'ready' | 'waiting' = 'ready'): Drain {
  let readiness: Readiness = first;
  const servers = new Map<Server, Promise<void>>();
  const calls = new Set<ServerResponse>();
  /** Connections without a call so far, and when they were opened. */
  const unused = new Map<Socket, number>();
  let sweeping: NodeJS.Timeout | undefined;

  function begin(): void {
    readiness = 'draining';
    for (const call of calls) endConnection(call);
  }

  function closeIdle(): void {
    for (const server of servers.keys()) server.closeIdleConnections();
    const since = performance.now() - SILENT_TIME;
    for (const [socket, openedAt] of unused) if (openedAt <= since && socket.bytesRead === 0) socket.destroy();
  }

  function stop(): void {
    if (sweeping) return;
    begin();
    sweeping = setInterval(closeIdle, SWEEP_INTERVAL);
    for (const server of servers.keys())
      servers.set(server, new Promise((resolve) => void server.close(() => resolve())));
  }

  return {
    watch(server) {
      servers.set(server, Promise.resolve());
      server.on('connection', (socket) => {
        unused.set(socket, performance.now());
        socket.once('close', () => unused.delete(socket));
      });
      server.prependListener('request', ({ socket }, call) => {
        unused.delete(socket);
        calls.add(call);
        call.once('close', () => calls.delete(call));
        if (readiness === 'draining') endConnection(call);
      });
    },
    answer({ url, method }) {
      if (!url.includes('/ready') || new URL(url).pathname !== '/ready') return undefined;
      if (method !== 'GET' && method !== 'HEAD') return new Response(null, { status: 405, headers: { allow: 'GET' } });
      return Response.json(
        { status: readiness },
        { status: readiness === 'ready' ? 200 : 503, headers: { 'cache-control': 'no-store' } },
      );
    },
    setReady() {
      if (readiness === 'waiting') readiness = 'ready';
    },
    async start(time) {
      begin();
      if (time > 0) await new Promise((resolve) => setTimeout(resolve, time));
    },
    stop,
    async end(limit) {
      stop();
      const cutting = setTimeout(() => {
        for (const server of servers.keys()) server.closeAllConnections();
      }, limit);
      await Promise.all(servers.values());
      clearTimeout(cutting);
      clearInterval(sweeping);
    },
  };
}

function endConnection(call: ServerResponse): void {
  if (!call.headersSent) call.setHeader('Connection', 'close');
}
