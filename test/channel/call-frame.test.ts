/** The script tag's stand-in for Comlink's `wrap` beside Comlink itself, each before the frame's own end. */
import * as comlink from 'comlink';
import { afterEach, describe, expect, it } from 'vitest';
import { answerCalls } from '../../src/channel/answer-calls.js';
import * as own from '../../src/channel/call-frame.js';
import { guardAnswers } from '../../src/channel/guard.js';
import { FlorinError } from '../../src/core/errors.js';

const ports: MessagePort[] = [];
afterEach(() => {
  for (const port of ports.splice(0)) port.close();
});

/** A frame of three methods, and what the page's end sends and gets. */
function connect({ wrap, releaseProxy }: Pick<typeof own, 'wrap' | 'releaseProxy'>) {
  const { port1: page, port2: frame } = new MessageChannel();
  ports.push(page, frame);
  const sent: unknown[] = [];
  frame.addEventListener('message', ({ data }) => sent.push({ ...(data as object), id: 'any' }));
  const methods = {
    echo: (value: unknown) => Promise.resolve(value),
    fail: () => Promise.reject(new FlorinError('field_invalid', 'The card is not complete')),
    check: () => true,
  };
  answerCalls(frame, methods, { methods: Object.keys(methods) });
  const remote = wrap(guardAnswers(page, { onNotice: () => {}, onClosed: () => {} }));
  page.start();
  const released = remote as unknown as Readonly<Record<symbol, (() => void) | undefined>>;
  const release = (): void => released[releaseProxy]?.();
  return { remote, sent, release };
}

const kinds = [
  ['Comlink', comlink as unknown as typeof own],
  ['the stand-in', own],
] as const;

describe.each(kinds)('with %s, the page', (_name, kind) => {
  it('gets what a method gives', async () => {
    const { remote } = connect(kind);
    const value = { styles: { '--florin-ink': 'rgb(0, 0, 0)' }, list: [1, null] };
    expect(await Promise.all([remote['echo']?.(value), remote['check']?.()])).toEqual([value, true]);
  });

  it('gets the error of a method as a value that is one', async () => {
    const { remote } = connect(kind);
    expect(await remote['fail']?.()).toMatchObject({ name: 'FlorinError', code: 'field_invalid' });
  });

  it('hears at once of what cannot be sent', async () => {
    const { remote } = connect(kind);
    await expect(remote['echo']?.(() => {})).rejects.toThrow(/clone/);
  });

  it('sends Comlink’s messages, and the release last', async () => {
    const { remote, sent, release } = connect(kind);
    await remote['echo']?.('value');
    release();
    await expect.poll(() => sent.length).toBe(2);
    expect(sent).toMatchObject([
      { type: 'APPLY', path: ['echo'], argumentList: [{ type: 'RAW', value: 'value' }] },
      { type: 'RELEASE' },
    ]);
  });
});
