/**
 * A window that does not belong to the checkout. It knows the protocol and every id, because the random numbers of
 * the other windows are all sevens: only the source of a message can give it away. It keeps all messages that reach
 * it.
 */
const ID = '7-7-7-7';

const received: unknown[] = [];
addEventListener('message', ({ data }) => received.push(data));

/** Every kind of message of the channel, and some that are none. */
const MESSAGES: readonly unknown[] = [
  { florin: 'hello', page: ID },
  { florin: 'hello', page: '1-1-1-1' },
  { florin: 'ready', frame: ID, version: 1 },
  { florin: 'ready', frame: '1-1-1-1', version: 1 },
  { florin: 'port', page: ID, frame: ID, withPort: true },
  { florin: 'port', page: '1-1-1-1', frame: ID, withPort: true },
  { florin: 'port', page: '2-2-2-2', frame: ID, withPort: true },
  { id: 'a', type: 'APPLY', path: ['check'], argumentList: [] },
  { id: 'a', type: 'APPLY', path: ['check', 'constructor'], argumentList: [{ type: 'RAW', value: 'return 1' }] },
  { id: 'a', type: 'SET', path: ['__proto__', 'x'], value: { type: 'RAW', value: 1 } },
  { notice: { fields: {}, brand: null, height: 4000, focused: null, act: 'submit' } },
  { closed: true },
  'florin',
  null,
];

/** Sends so many messages to a window, any origin. */
function attack(target: Window, count: number): void {
  for (let sent = 0; sent < count; sent++) {
    const message = MESSAGES[sent % MESSAGES.length];
    const ports: MessagePort[] = [];
    if (typeof message === 'object' && message && 'withPort' in message) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => received.push(data);
      port1.postMessage({ id: `p${sent}`, type: 'APPLY', path: ['check'], argumentList: [] });
      ports.push(port2);
    }
    target.postMessage(message, '*', ports);
  }
}

Object.assign(window, { received, attack });
