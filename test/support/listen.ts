/** Servers of tests on loopback. */
import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';

/** Starts a server on a free port of 127.0.0.1, and returns its URL without a path. */
export async function listenOnLoopback(server: Server): Promise<string> {
  server.listen({ port: 0, host: '127.0.0.1', backlog: 2048 });
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
