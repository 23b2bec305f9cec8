import { describe, expect, it } from 'vitest';
import { TRANSITIONS } from '../../src/checkout/transition-list.js';
import { canPay, type CheckoutEvent, type CheckoutStatus, nextStatus } from '../../src/checkout/transitions.js';

const STATUSES = [
  'idle',
  'keying',
  'ready',
  'submitting',
  'challenging',
  'confirming',
  'approved',
  'declined',
  'failed',
  'expired',
  'unknown',
] as const satisfies readonly CheckoutStatus[];

/**
 * Every event, and where it leads from each status of the list above, in its order. `-` changes nothing.
 * Written by hand from the architecture's flow, not from the table under test.
 */
const EXPECTED: Record<CheckoutEvent, string> = {
  //                     idle    keying   ready      submitting  challenging confirming approved declined failed expired unknown
  card_entry:
    '          keying  -        -          -           -           -          -        keying   keying keying  -',
  price_outdated:
    '      -       -        keying     -           -           -          -        -        -      -       -',
  key_granted:
    '         -       ready    -          -           -           -          -        -        -      -       -',
  priced:
    '              -       ready    -          -           -           -          -        -        -      -       -',
  key_unavailable:
    '     -       idle     -          -           -           -          -        -        -      -       -',
  key_refused:
    '         -       failed   -          -           -           -          -        -        -      -       -',
  key_ended:
    '           -       -        expired    expired     -           -          -        -        -      -       -',
  submit:
    '              -       -        submitting -           -           -          -        -        -      -       -',
  not_sent:
    '            -       -        ready      ready       -           -          -        -        -      -       -',
  field_refused:
    '       -       -        -          ready       -           -          -        -        -      -       -',
  service_refused:
    '     -       -        -          failed      -           -          -        -        -      -       -',
  finished:
    '            -       -        -          confirming  -           -          -        -        -      -       -',
  challenged:
    '          -       -        -          challenging -           -          -        -        -      -       -',
  challenge_ended:
    '     -       -        -          -           confirming  -          -        -        -      -       -',
  challenge_reopened:
    '  -       -        -          -           -           -          -        -        -      -       challenging',
  answer_lost:
    '         -       -        -          unknown     unknown     unknown    -        -        -      -       unknown',
  result_approved:
    '     approved approved -          -           -           approved   -        -        -      -       approved',
  result_declined:
    '     declined declined -          -           -           declined   -        -        -      -       declined',
  result_failed:
    '       failed  failed   -          -           -           failed     -        -        -      -       failed',
  result_open:
    '         -       unknown  -          -           -           unknown    -        -        -      -       ready',
  result_open_keyless:
    ' -       idle     -          -           -           unknown    -        -        -      -       idle',
  result_expired:
    '      -       expired  -          -           -           unknown    -        -        -      -       expired',
  result_pending:
    '      unknown unknown  -          -           -           unknown    -        -        -      -       unknown',
  result_review:
    '       unknown unknown  -          -           -           unknown    -        -        -      -       unknown',
  resumed:
    '             unknown -        -          -           -           -          -        -        -      -       -',
  page_restored:
    '       -       idle     idle       unknown     unknown     unknown    -        -        -      -       -',
};

describe('the transition table', () => {
  for (const [event, ends] of Object.entries(EXPECTED)) {
    ends
      .trim()
      .split(/\s+/)
      .forEach((end, index) => {
        const status = STATUSES[index] as CheckoutStatus;
        const title = end === '-' ? `ignores ${event} in ${status}` : `goes from ${status} to ${end} on ${event}`;
        it(title, () => {
          expect(nextStatus(status, event as CheckoutEvent)).toBe(end === '-' ? undefined : end);
        });
      });
  }

  it('has one row for a pair, with a reason', () => {
    const pairs = TRANSITIONS.map((row) => `${row.from} ${row.event}`);
    expect(new Set(pairs).size).toBe(pairs.length);
    expect(TRANSITIONS.filter((row) => row.why.length < 10)).toEqual([]);
  });

  it('never leaves approved', () => {
    expect(TRANSITIONS.filter((row) => row.from === 'approved')).toEqual([]);
  });

  it('reaches approved only by a result of the signer', () => {
    const events = TRANSITIONS.filter((row) => row.to === 'approved').map((row) => row.event);
    expect(new Set(events)).toEqual(new Set(['result_approved']));
  });

  it('sends a card from ready only, so that a key always comes first', () => {
    expect(TRANSITIONS.filter((row) => row.to === 'submitting').map((row) => row.from)).toEqual(['ready']);
  });

  it.each(['submitting', 'challenging', 'confirming', 'approved', 'saved', 'unknown'] as const)(
    'does not offer to pay in %s',
    (status) => {
      expect(canPay(status)).toBe(false);
    },
  );

  it.each(['idle', 'keying', 'ready', 'declined', 'failed', 'expired'] as const)('offers to pay in %s', (status) => {
    expect(canPay(status)).toBe(true);
  });

  it('lets unknown become payable only by a result of the signer', () => {
    const ways = TRANSITIONS.filter((row) => row.from === 'unknown' && canPay(row.to)).map((row) => row.event);
    expect(ways.every((event) => event.startsWith('result_'))).toBe(true);
  });
});
