/**
 * One request of a connection at a time. Node hands over every request that a client sends ahead (pipelining), all at
 * once: one connection could keep the process from all others for as long as its requests take. Answers go out in their
 * order anyway, so nobody gets one later who does not send ahead.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** As `http.createServer` takes it. */
export type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/** How many requests sent ahead wait before nothing more is read of their connection. */
const WAITING_LIMIT = 16;

interface Line {
  isBusy: boolean;
  readonly waiting: (readonly [IncomingMessage, ServerResponse])[];
}

/** At the end of the turn: Node reads on by itself after each message, and when a body is asked for. */
function holdBack(line: Line, socket: Socket): void {
  if (line.waiting.length < WAITING_LIMIT) return;
  setImmediate(() => {
    if (line.waiting.length >= WAITING_LIMIT && !socket.destroyed) socket.pause();
  });
}

/** Makes the listener that runs another one for one request of each connection at a time, in their order. */
export function oneAtATime(listener: Listener): Listener {
  const lines = new WeakMap<Socket, Line>();

  function lineOf(socket: Socket): Line {
    const known = lines.get(socket);
    if (known) return known;
    const line: Line = { isBusy: false, waiting: [] };
    lines.set(socket, line);
    return line;
  }

  function run(line: Line, incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { socket } = incoming;
    line.isBusy = true;
    // Comes after the answer has gone to the system, and when the connection has ended before.
    outgoing.once('close', () => goOn(line, socket));
    listener(incoming, outgoing);
    holdBack(line, socket);
  }

  function goOn(line: Line, socket: Socket): void {
    line.isBusy = false;
    // What was sent ahead on a connection that has ended is not begun: nobody could be answered.
    if (socket.destroyed) line.waiting.length = 0;
    const next = line.waiting.shift();
    if (line.waiting.length < WAITING_LIMIT && socket.isPaused()) socket.resume();
    if (next) run(line, ...next);
  }

  return (incoming, outgoing) => {
    const line = lineOf(incoming.socket);
    if (!line.isBusy) {
      run(line, incoming, outgoing);
      return;
    }
    line.waiting.push([incoming, outgoing]);
    holdBack(line, incoming.socket);
  };
}
