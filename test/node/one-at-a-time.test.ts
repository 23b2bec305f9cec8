import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { oneAtATime } from '../../src/node/one-at-a-time.js';

/** More than Node reads of a connection in one piece several times over. */
const SENT_AHEAD = 200;
const BODY = 'x'.repeat(4_096);

describe('requests that are sent ahead on one connection', { timeout: 60_000 }, () => {
  let server: Server;
  let port: number;
  let arrived: number;
  let begun: { readonly path: string; readonly answer: () => void }[];
  const sockets: Socket[] = [];

  beforeEach(async () => {
    arrived = 0;
    begun = [];
    const listener = oneAtATime((incoming: IncomingMessage, outgoing: ServerResponse) => {
      const path = incoming.url ?? '';
      incoming.resume();
      begun.push({ path, answer: () => outgoing.end(path) });
    });
    server = createServer((incoming, outgoing) => {
      arrived += 1;
      listener(incoming, outgoing);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  function open(): { readonly socket: Socket; readonly text: () => string } {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    sockets.push(socket);
    let text = '';
    socket.on('data', (chunk) => (text += String(chunk)));
    return { socket, text: () => text };
  }

  const post = (path: string) =>
    `POST ${path} HTTP/1.1\r\nHost: sandbox.test\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`;

  function sendAhead(count = SENT_AHEAD): ReturnType<typeof open> {
    const client = open();
    client.socket.write(Array.from({ length: count }, (_, index) => post(`/${index}`)).join(''));
    return client;
  }

  // Several times: how much the system has buffered when the server reads again is random.
  it.each(['once', 'twice', 'a third time', 'a fourth time', 'a fifth time'])(
    'run one after the other, and are answered in their order: %s',
    async () => {
      const { text } = sendAhead();
      for (let index = 0; index < SENT_AHEAD; index += 1) {
        await vi.waitFor(() => expect(begun).toHaveLength(index + 1), { timeout: 10_000, interval: 1 });
        begun[index]?.answer();
      }
      const paths = Array.from({ length: SENT_AHEAD }, (_, index) => `/${index}`);
      await vi.waitFor(() => expect(text().match(/^\/\d+/gm)).toEqual(paths), { timeout: 10_000 });
      expect(begun.map(({ path }) => path)).toEqual(paths);
    },
  );

  it('do not delay other connections, and are read in limited number', async () => {
    sendAhead();
    await vi.waitFor(() => expect(begun).toHaveLength(1), { timeout: 10_000 });
    const other = open();
    // An answer on another connection: the process has read what there was of the first one.
    for (let index = 0; index < 20; index += 1) {
      other.socket.write(post(`/other-${index}`));
      await vi.waitFor(() => expect(begun.at(-1)?.path).toBe(`/other-${index}`), { timeout: 10_000 });
      begun.at(-1)?.answer();
      await vi.waitFor(() => expect(other.text()).toContain(`/other-${index}`), { timeout: 10_000 });
    }
    expect(begun.filter(({ path }) => !path.startsWith('/other'))).toHaveLength(1);
    expect(arrived - 20).toBeLessThan(SENT_AHEAD / 2);
  });

  it('end their connection when they are too many, before the excess ones start', async () => {
    const accepted = once(server, 'connection');
    const { socket } = open();
    const [accepting] = (await accepted) as [Socket];
    const ended = once(accepting, 'close');
    // Short ones: a thousand come in one piece.
    socket.write('GET /short HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(5_000));
    await ended;
    expect(begun).toHaveLength(1);
  });

  it('end their connection when the answers are not read', async () => {
    const big = Buffer.alloc(32 * 1024 * 1024);
    const listener = oneAtATime((_incoming, outgoing) => void outgoing.end(big), { readingMs: 200 });
    server.removeAllListeners('request').on('request', listener);
    const accepted = once(server, 'connection');
    const { socket } = open();
    socket.pause();
    const [accepting] = (await accepted) as [Socket];
    const ended = once(accepting, 'close');
    socket.write('GET /big HTTP/1.1\r\nHost: x\r\n\r\n');
    await ended;
    expect(accepting.bytesWritten).toBeLessThan(2 * big.length);
  });

  it('do not start when their connection has ended', async () => {
    const accepted = once(server, 'connection');
    const { socket } = sendAhead(10);
    const [accepting] = (await accepted) as [Socket];
    await vi.waitFor(() => expect(arrived).toBe(10), { timeout: 10_000 });
    const ended = once(accepting, 'close');
    socket.destroy();
    await ended;
    const other = open();
    other.socket.write(post('/other'));
    await vi.waitFor(() => expect(begun.at(-1)?.path).toBe('/other'), { timeout: 10_000 });
    begun[0]?.answer();
    begun.at(-1)?.answer();
    await vi.waitFor(() => expect(other.text()).toContain('/other'), { timeout: 10_000 });
    expect(begun).toHaveLength(2);
  });
});
