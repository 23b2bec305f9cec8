/** A port that was free a moment ago, for servers that cannot choose one themselves. */
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** A free port of 127.0.0.1. Somebody else may take it before it is used: start the server in a loop. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
