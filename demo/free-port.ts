/** Finds a free port. */
import { createServer } from 'node:net';

const TRIES = 20;

/**
 * Returns `wanted`, or the next free port above it; 0 is any free port.
 *
 * @throws Error when twenty ports in a row are taken
 */
export async function findFreePort(wanted: number, host: string, not: readonly number[] = []): Promise<number> {
  for (let port = wanted; port < wanted + TRIES && port < 65_536; port += 1) {
    const free = not.includes(port) && port !== 0 ? undefined : await tryPort(port, host);
    if (free !== undefined) return free;
  }
  throw new Error(`Ports ${wanted} to ${wanted + TRIES - 1} are all taken: stop what listens there, or name another`);
}

function tryPort(port: number, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(undefined);
      else reject(error);
    });
    server.listen(port, host, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' ? address?.port : undefined));
    });
  });
}
