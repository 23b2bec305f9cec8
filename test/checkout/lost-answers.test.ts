/** A submission without a usable answer, for each kind of attempt. guards.test.ts tests the polling. */
import { describe, expect, it } from 'vitest';
import { KINDS, prepareKind, reach } from './flow-kinds.js';
import { until } from './manual-timers.js';
import { CLAIM, RESULT_KEY, submitted } from './scripted-server.js';

describe.each(KINDS)('$name: a lost answer', (kind) => {
  const run = prepareKind(kind);

  it.each([
    ['a broken connection', 'drop'],
    ['206', { json: submitted(206, { ResultKey: null }) }],
    ['207', { json: submitted(207, { ResultKey: null }) }],
    ['900', { json: submitted(900, { ResultKey: null }) }],
    ['a page of some proxy', { text: '<html>' }],
    ['300 without an address', { json: submitted(300) }],
  ] as const)('%s is unknown, and the signer finds the result', async (_title, script) => {
    const flow = run.start();
    run.server.script.submit = script;
    expect(await flow.submit()).toMatchObject({ status: 'unknown', error: { code: 'result_unknown' } });
    run.timers.advance(2_000);
    await reach(flow, kind.done);
    expect(run.bodies(/result$/)).toEqual([{ claim: CLAIM }]);
    expect(run.sentWith()).toEqual(['key-1']);
  });

  it.each(['done', 'expired'] as const)('has the time of the submission until it is settled: %s', async (end) => {
    const submittedAt = run.timers.now();
    const flow = await run.startLost();
    expect(flow.state.submittedAt).toBe(submittedAt);
    run.answerResult('pending');
    await run.passNextWait(flow);
    expect(flow.state).toMatchObject({ status: 'unknown', submittedAt });
    // A page that is reloaded now must not offer to pay.
    expect(run.record()).toMatchObject({ claim: CLAIM, submittedAt });
    run.answerResult(end);
    await run.passNextWait(flow);
    // A success has the time of the submission; after all other ends the shopper may start again.
    expect(flow.state.submittedAt).toBe(end === 'done' ? submittedAt : undefined);
    const isSettled = kind.done === 'approved' && end === 'done';
    expect(run.record()).toEqual({ claim: CLAIM, ...(isSettled && { submittedAt, settled: true }) });
  });

  it('is asked for again after the signer’s retryAfterSeconds, at most a minute later', async () => {
    const flow = await run.startLost();
    run.server.script.result = { json: { ...kind.result('pending'), retryAfterSeconds: 7 } };
    expect(await run.passNextWait(flow)).toBe(2_000);
    run.server.script.result = { json: { ...kind.result('pending'), retryAfterSeconds: 3_600 } };
    expect(await run.passNextWait(flow)).toBe(7_000);
    run.answerResult('done');
    expect(await run.passNextWait(flow)).toBe(60_000);
    expect(flow.state.status).toBe(kind.done);
  });

  it('is not reported for a pending result, which is asked for again after its retryAfterSeconds', async () => {
    const flow = run.start();
    run.server.script.result = { json: { ...kind.result('pending'), retryAfterSeconds: 7 } };
    expect((await flow.submit()).status).toBe('unknown');
    expect(run.waits()).toEqual([7_000]);
  });

  it('is unknown after the 60 seconds of the wire', async () => {
    const flow = run.start();
    run.server.script.submit = 'hang';
    const submitting = flow.submit();
    await until(() => run.sentWith().length === 1);
    run.timers.advance(60_000);
    expect((await submitting).status).toBe('unknown');
  });

  it('allows no other submission while it is unknown', async () => {
    const flow = await run.startLost();
    await flow.submit();
    flow.prepare();
    await flow.refresh();
    expect(flow.state.status).toBe('unknown');
    expect([run.sentWith(), run.asked().keys]).toEqual([['key-1'], 1]);
  });

  it('becomes ready with the same key when the service has answered and the signer finds nothing', async () => {
    const flow = run.start();
    run.server.script.submit = { json: submitted(900, { ResultKey: null }) };
    run.answerResult('open');
    await flow.submit();
    expect(await run.passNextWait(flow)).toBe(2_000);
    expect(flow.state).toMatchObject({ status: 'ready', result: { status: 'open' } });
    expect(run.record()).toEqual({ claim: CLAIM });
    run.server.script.submit = { json: submitted(0) };
    run.answerResult('done');
    expect((await flow.submit()).status).toBe(kind.done);
    expect(run.sentWith()).toEqual(['key-1', 'key-1']);
  });

  it('ends in expired when the signer finds nothing and the key has expired; the next submission has another', async () => {
    const flow = await run.startLost();
    run.answerResult('expired');
    await run.passNextWait(flow);
    expect(flow.state.status).toBe('expired');
    run.answerResult('done');
    expect((await flow.submit()).status).toBe(kind.done);
    expect(run.sentWith()).toEqual(['key-1', 'key-2']);
  });

  it.each([206, 207])('after %i is reported as that of an earlier attempt, until the next try', async (code) => {
    const flow = run.start();
    run.server.script.submit = { json: submitted(code, { ResultKey: null }) };
    run.answerResult('pending');
    expect(await flow.submit()).toMatchObject({ status: 'unknown', keyWasUsed: true });
    await run.passNextWait(flow);
    expect(flow.state).toMatchObject({ result: { status: 'pending' }, keyWasUsed: true });
    run.answerResult('expired');
    await run.passNextWait(flow);
    expect(flow.state).toMatchObject({ status: 'expired', keyWasUsed: true });
    run.server.script.submit = { json: submitted(0) };
    run.answerResult('done');
    await flow.submit();
    expect(flow.state.status).toBe(kind.done);
    expect(flow.state.keyWasUsed).toBeUndefined();
  });

  it('stays unknown when the shop has to review it, and allows no other submission', async () => {
    const flow = run.start();
    run.answerResult('review');
    expect(await flow.submit()).toMatchObject({ status: 'unknown', result: { status: 'review' } });
    run.timers.advance(600_000);
    await flow.submit();
    expect(run.sentWith()).toEqual(['key-1']);
    expect(run.asked().results).toBe(1);
  });

  it('of the signer is unknown, not failed; the next request has the result key', async () => {
    const flow = run.start();
    run.server.script.result = 'drop';
    expect(await flow.submit()).toMatchObject({ status: 'unknown', error: { code: 'signer_unreachable' } });
    run.answerResult('done');
    await run.passNextWait(flow);
    expect(flow.state.status).toBe(kind.done);
    expect(run.bodies(/result$/).at(-1)).toEqual({ claim: CLAIM, resultKey: RESULT_KEY });
  });
});
