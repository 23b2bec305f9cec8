/**
 * Handles the requests of a connection one at a time. Node starts all pipelined requests of a client at once, so one
 * connection could block all others. A client that pipelines too many requests, or does not read its answers, is
 * disconnected, because waiting requests take memory.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A listener of `http.createServer`. */
type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/** The number of waiting requests at which the connection is paused. */
const WAITING_LIMIT = 16;
/** The most waiting requests. Node emits all requests of one packet, which may be a thousand. */
const WAITING_MOST = 100;

/** Limits for slow clients. */
interface ReadingLimits {
  /** Milliseconds in which a client may read nothing of a finished answer. Without it the caller sets a limit. */
  readonly readingMs?: number | undefined;
}

/** The requests of one connection. */
interface Queue {
  isBusy: boolean;
  readonly waiting: (readonly [IncomingMessage, ServerResponse])[];
}

/**
 * Pauses the socket after the current chunk: while it is parsed, Node resumes the socket after each message. The system may
 * deliver many chunks in one iteration of the event loop, so the first pause is the next tick, which runs before the next
 * chunk. Node also resumes the socket to read the body of the running request, so the pause is repeated after the iteration.
 */
function pauseIfFull(queue: Queue, socket: Socket): void {
  if (queue.waiting.length < WAITING_LIMIT) return;
  const pause = (): void => {
    if (queue.waiting.length >= WAITING_LIMIT && !socket.destroyed) socket.pause();
  };
  process.nextTick(pause);
  setImmediate(pause);
}

/** Wraps a listener so that it handles one request of each connection at a time, in order. */
export function oneAtATime(listener: Listener, { readingMs }: ReadingLimits = {}): Listener {
  const queues = new WeakMap<Socket, Queue>();

  function queueOf(socket: Socket): Queue {
    const known = queues.get(socket);
    if (known) return known;
    const queue: Queue = { isBusy: false, waiting: [] };
    queues.set(socket, queue);
    return queue;
  }

  function run(queue: Queue, incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { socket } = incoming;
    queue.isBusy = true;
    // Emitted when the answer was handed to the system, or the connection has ended.
    outgoing.once('close', () => runNext(queue, socket));
    // Node replaces this timeout by its own for idle connections when the answer is sent.
    if (readingMs !== undefined) outgoing.once('prefinish', () => socket.setTimeout(readingMs));
    listener(incoming, outgoing);
    pauseIfFull(queue, socket);
  }

  function runNext(queue: Queue, socket: Socket): void {
    queue.isBusy = false;
    // Waiting requests of a closed connection are not started.
    if (socket.destroyed) queue.waiting.length = 0;
    const next = queue.waiting.shift();
    if (queue.waiting.length < WAITING_LIMIT && socket.isPaused()) socket.resume();
    if (next) run(queue, ...next);
  }

  return (incoming, outgoing) => {
    // HTTP/2 has streams, and limits of its own.
    if (incoming.httpVersionMajor >= 2) {
      listener(incoming, outgoing);
      return;
    }
    const queue = queueOf(incoming.socket);
    if (!queue.isBusy) {
      run(queue, incoming, outgoing);
      return;
    }
    if (queue.waiting.length >= WAITING_MOST) {
      queue.waiting.length = 0;
      incoming.socket.destroy();
      return;
    }
    queue.waiting.push([incoming, outgoing]);
    pauseIfFull(queue, incoming.socket);
  };
}
