/** Ports for servers that cannot choose one themselves, and one for a server that is not there. */
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Nobody listens there: it is below all that are given out, no known service's, and none that `fetch` refuses by itself. */
export const NOBODYS_PORT = 2;

/**
 * A free port of 127.0.0.1, below those that the system gives out by itself: a connection of anybody could have taken one
 * of those before the server is there, or while it is started again. Another test may still take it: start in a loop.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = 11_000 + Math.floor(Math.random() * 5_000);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
