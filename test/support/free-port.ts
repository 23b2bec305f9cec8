/** Ports for servers that cannot choose one themselves, and one without a server. */
import { once } from 'node:events';
import { createServer } from 'node:net';

/** A closed port: below the ephemeral range, of no known service, and not on the list of ports that `fetch` blocks. */
export const NOBODYS_PORT = 2;

/**
 * A free port of 127.0.0.1 below the ephemeral range, from which any connection could take a port before the server starts or
 * while it restarts. Another test may still take it: start in a loop.
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
