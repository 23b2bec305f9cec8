/** Raw connections, for requests that `fetch` and node:http would refuse to send. */
import { connect, type Socket } from 'node:net';

/** What came back until the other side, or the time, ended it. */
export interface Talk {
  readonly answer: string;
  readonly seconds: number;
  /** False when it was still open at the end of the time limit. */
  readonly isClosed: boolean;
}

/** Opens a connection. */
export function open(url: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => resolve(socket));
    socket.on('error', reject);
  });
}

/** Sends bytes, and reads until the connection ends or the time is over. */
export async function talk(url: string, text: string | Buffer, timeoutMs: number): Promise<Talk> {
  const startedAt = performance.now();
  const socket = await open(url);
  return new Promise((resolve) => {
    let answer = '';
    const end = (isClosed: boolean): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ answer, seconds: (performance.now() - startedAt) / 1_000, isClosed });
    };
    const timer = setTimeout(() => end(false), timeoutMs);
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
    socket.on('close', () => end(true));
    socket.write(typeof text === 'string' ? Buffer.from(text, 'latin1') : text);
  });
}
