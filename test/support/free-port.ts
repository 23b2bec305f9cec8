/** Free ports for servers that cannot choose one themselves, and a port without a server. */
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A closed port: below the ephemeral range, without a known service, and not on `fetch`'s list of
 * blocked ports.
 */
export const NOBODYS_PORT = 2;

/** An address where nothing listens. */
export const NOWHERE = `http://127.0.0.1:${NOBODYS_PORT}`;

/**
 * A free port of 127.0.0.1 below the ephemeral range, because a connection could take a port of
 * that range before the server starts or during a restart. Another test may still take it: start in
 * a loop.
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
