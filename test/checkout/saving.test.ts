/** Saving and updating differ from paying: no 3-D Secure, no amount, and an attempt can be shown again. */
import { describe, expect, it } from 'vitest';
import { prepareKind, reach, SAVING_KINDS } from './flow-kinds.js';
import { submitted } from './scripted-server.js';

describe.each(SAVING_KINDS)('$name', (kind) => {
  const run = prepareKind(kind);

  /** A page that only shows the last attempt. */
  const show = (claim?: string) => {
    const flow = run.start({ isOnline: () => true, ...(claim && { claim }) });
    flow.resume(true);
    return flow;
  };

  it('has no 3-D Secure: code 300 is a lost answer', async () => {
    const visited: string[] = [];
    const flow = run.start({ isOnline: () => true, navigate: (url) => visited.push(url) });
    run.server.script.submit = { json: submitted(300, { RedirectionUrl: 'https://acs.bank.example/step' }) };
    expect(await flow.submit()).toMatchObject({ status: 'unknown', error: { code: 'result_unknown' } });
    await run.passNextWait(flow);
    expect([flow.state.status, visited]).toEqual(['saved', []]);
  });

  it('starts again after a reload; a page that only shows it has the result', async () => {
    await run.start().submit();
    const form = run.start();
    form.resume();
    expect(form.state.status).toBe('idle');
    for (let time = 0; time < 2; time += 1) {
      const flow = show();
      run.timers.advance(0);
      await reach(flow, 'saved');
      expect(flow.state.result).toEqual(kind.result('done'));
    }
    expect(run.sentWith()).toEqual(['key-1']);
  });

  it('has a record of its own', async () => {
    await run.start().submit();
    expect([...run.storage.keys()]).toEqual([run.recordName]);
  });

  it('is found by a claim if the tab has no record', async () => {
    const flow = show('claim-2');
    run.timers.advance(0);
    await reach(flow, 'saved');
    expect(run.bodies(/result$/)).toEqual([{ claim: 'claim-2' }]);
  });

  it('says at once that nothing was saved', async () => {
    run.answerResult('open');
    const flow = show('claim-2');
    run.timers.advance(0);
    await reach(flow, 'idle');
    expect(flow.state.result?.status).toBe('open');
  });
});

describe.each(SAVING_KINDS.filter(({ name }) => name.startsWith('update')))('$name', (kind) => {
  const run = prepareKind(kind);

  /** The signer's answer to a request for the shopper's saved cards. */
  const answerCards = (json: unknown) => {
    run.server.script.submit = ({ path }) => (path === '/pay/cards' ? { json } : { json: submitted(0) });
  };
  const entry = (kind.grant('') as { card: object }).card;

  it('shows the entry that is updated, from the key', async () => {
    const flow = await run.startReady();
    expect(flow.state).toEqual({ status: 'ready', card: entry });
  });

  it('shows the entry before the shopper types', async () => {
    answerCards({ cards: [{ ...entry, handle: 'another' }, { handle: 'handle-1' }, entry] });
    const flow = run.start();
    await flow.askBefore();
    expect(flow.state).toEqual({ status: 'idle', card: entry });
    expect(run.bodies(/cards$/)).toEqual([{}]);
    await flow.submit();
    expect(flow.state).toMatchObject({ status: 'saved', card: entry });
  });

  it.each([
    ['another entry', { cards: [{ ...entry, handle: 'another' }] }],
    ['no list', { cards: entry }],
    ['an entry without its digits', { cards: [{ ...entry, lastDigits: undefined }] }],
    ['null', null],
  ])('shows nothing for %s', async (_title, json) => {
    answerCards(json);
    const flow = run.start();
    await flow.askBefore();
    expect(flow.state).toEqual({ status: 'idle' });
    expect(flow.trace).toEqual([]);
  });

  it('says nothing when the entry cannot be shown: the request for a key reports the error', async () => {
    run.server.script.submit = { status: 503 };
    const flow = run.start();
    await flow.askBefore();
    expect([flow.state, flow.trace]).toEqual([{ status: 'idle' }, []]);
  });

  it('shows the entry of the key when the shopper types first', async () => {
    answerCards({ cards: [{ ...entry, lastDigits: '999' }] });
    const flow = run.start();
    const identifying = flow.askBefore();
    flow.prepare();
    await identifying;
    await reach(flow, 'ready');
    expect(flow.state).toEqual({ status: 'ready', card: entry });
    expect(flow.trace).toEqual(['keying', 'ready']);
    await flow.askBefore();
    expect(run.bodies(/cards$/)).toHaveLength(1);
  });

  it('does not show the entry once the page is gone', async () => {
    answerCards({ cards: [entry] });
    const flow = run.start();
    const identifying = flow.askBefore();
    flow.dispose();
    await identifying;
    expect([flow.state, flow.trace]).toEqual([{ status: 'idle' }, []]);
  });
});

describe.each(SAVING_KINDS.filter(({ name }) => name.startsWith('save')))('$name', (kind) => {
  const run = prepareKind(kind);

  it('has no entry to show, and does not ask for one', async () => {
    const flow = run.start();
    await flow.askBefore();
    expect([flow.state, run.server.calls]).toEqual([{ status: 'idle' }, []]);
  });
});
