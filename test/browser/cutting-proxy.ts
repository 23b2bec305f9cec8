/** A proxy before a sandbox that loses answers: the sandbox has acted, and the browser's connection is cut. */
import { createServer, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CuttingProxy {
  readonly url: string;
  /** Loses the answers of calls whose method and path match, until it is called again. */
  cut(calls: RegExp | null): void;
  /** Number of requests to a path whose connection is open now. */
  openTo(path: string): number;
  close(): Promise<void>;
}

/** @param target URL of the sandbox */
export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
  let lost: RegExp | null = null;
  const open = new Map<string, number>();
  const count = (path: string, by: number) => open.set(path, (open.get(path) ?? 0) + by);
  const server = createServer((request, response) => {
    const { method = '', url = '/', headers } = request;
    count(url, 1);
    response.on('close', () => count(url, -1));
    const onward = ask(new URL(url, target), { method, headers }, (answer) => {
      if (lost?.test(`${method} ${url}`)) {
        answer.resume();
        answer.on('end', () => request.socket.destroy());
        return;
      }
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => request.socket.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: (calls) => {
      lost = calls;
    },
    openTo: (path) => open.get(path) ?? 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
