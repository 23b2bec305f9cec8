/**
 * A hostile script in a shop's own page. It makes the handshake of Florin's script, gets a real port, and sends any
 * messages over it.
 */

/** What it can do, for the test. */
export interface Thief {
  /** Everything that the frame ever answered. */
  readonly heard: unknown[];
  /** Sends a message as it is. */
  send(message: unknown, transfer?: Transferable[]): void;
  /** Calls by the book, and waits for the answer, twenty seconds at most. */
  call(method: string, value?: unknown): Promise<unknown>;
}

function stealPort(frame: Window, origin: string): Promise<Thief> {
  return new Promise((resolve) => {
    const onMessage = ({ data }: MessageEvent<{ florin?: string; frame?: string }>) => {
      if (data.florin !== 'ready') return;
      removeEventListener('message', onMessage);
      const { port1, port2 } = new MessageChannel();
      frame.postMessage({ florin: 'port', page: crypto.randomUUID(), frame: data.frame }, origin, [port2]);
      resolve(createThief(port1));
    };
    addEventListener('message', onMessage);
    frame.postMessage({ florin: 'hello', page: 'thief' }, origin);
  });
}

function createThief(port: MessagePort): Thief {
  const heard: { id?: string; value?: unknown }[] = [];
  port.onmessage = ({ data }) => heard.push(data as { id?: string });
  const send = (message: unknown, transfer: Transferable[] = []) => port.postMessage(message, transfer);
  return {
    heard,
    send,
    async call(method, value) {
      const id = crypto.randomUUID();
      send({ id, type: 'APPLY', path: [method], argumentList: value === undefined ? [] : [{ type: 'RAW', value }] });
      for (const until = performance.now() + 20_000; performance.now() < until;) {
        const answer = heard.find((each) => each.id === id);
        if (answer) return answer.value;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      return 'no answer';
    },
  };
}

declare global {
  var steal: typeof stealPort;
  var thief: Thief;
}

globalThis.steal = stealPort;
