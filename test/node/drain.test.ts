/** The end of a server: what calls and connections see of it. */
import { once } from 'node:events';
import { createServer, request, type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDrain, type Drain } from '../../src/node/drain.js';
import { listenOnLoopback } from '../support/listen.js';

let drain: Drain;
let url: string;
/** Calls that wait for their answer. */
let waiting: ServerResponse[];
const started: ClientRequest[] = [];

beforeEach(async () => {
  drain = createDrain();
  waiting = [];
  const server = createServer((_incoming, outgoing) => void waiting.push(outgoing));
  drain.watch(server);
  url = await listenOnLoopback(server);
});
afterEach(async () => {
  for (const call of started.splice(0)) call.destroy();
  await drain.end(0);
});

const begin = async (): Promise<ClientRequest> => {
  const call = request(url);
  call.on('error', () => undefined);
  call.end();
  started.push(call);
  const count = waiting.length;
  await expect.poll(() => waiting.length).toBe(count + 1);
  return call;
};
const answerOf = async (call: ClientRequest): Promise<IncomingMessage> => {
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  answer.resume();
  return answer;
};
const statusAt = (path: string) => drain.answer(new Request(`http://x${path}`))?.status;

it('takes calls while it is not ready, and each answer ends its connection', async () => {
  const before = await begin();
  expect(statusAt('/ready')).toBe(200);
  await drain.start(0);
  expect(statusAt('/ready?from=balancer')).toBe(503);
  const after = await begin();
  for (const [index, call] of [before, after].entries()) {
    const answering = answerOf(call);
    waiting[index]!.end('answer');
    expect((await answering).headers.connection).toBe('close');
  }
});

it('lets a call end whose answer has begun, and closes its connection', async () => {
  const call = await begin();
  const answering = answerOf(call);
  waiting[0]!.write('first');
  const answer = await answering;
  expect(answer.headers.connection).toBe('keep-alive');
  const ended = drain.end(60_000);
  waiting[0]!.end('last');
  await ended;
  expect(answer.complete).toBe(true);
});

it('does not wait for connections that never said anything', async () => {
  const { port } = new URL(url);
  const silent = connect(Number(port), '127.0.0.1');
  await once(silent, 'connect');
  const closed = once(silent, 'close');
  // Node itself would give it the ten seconds or more of a slow header.
  await Promise.all([drain.end(60_000), closed]);
  expect(silent.destroyed).toBe(true);
});

it('cuts calls off at the limit', async () => {
  const call = await begin();
  const cut = new Promise((resolve) => void call.once('close', resolve));
  await Promise.all([drain.end(50), cut]);
});

it('is not ready before it is told to be, and answers no other path', () => {
  drain = createDrain('waiting');
  expect(statusAt('/ready')).toBe(503);
  drain.setReady();
  expect(statusAt('/ready')).toBe(200);
  expect([statusAt('/readyness'), statusAt('/pay/ready'), statusAt('/?/ready')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
