/** Only the frame's own window, at the signer's origin, may report the end of 3-D Secure. */
import { describe, expect, it } from 'vitest';
import { isReturnMessage } from '../../src/elements/florin-checkout/return-message.js';
import { RETURN_MESSAGE } from '../../src/signer/frame/return-in-frame.js';

const ORIGIN = 'https://shop.example';
const frame = {} as Window;
const message = { source: frame, origin: ORIGIN, data: RETURN_MESSAGE };

describe('isReturnMessage', () => {
  it('accepts the message of the signer’s return page', () =>
    expect(isReturnMessage(message, frame, ORIGIN)).toBe(true));

  it.each([
    ['another window of the right origin', { source: {} as Window }],
    ['no window', { source: null }],
    ['a longer origin', { origin: `${ORIGIN}.evil.example` }],
    ['another port', { origin: `${ORIGIN}:8443` }],
    ['http', { origin: 'http://shop.example' }],
    ['an opaque origin', { origin: 'null' }],
    ['another word', { data: 'returned' }],
    ['an object', { data: { type: RETURN_MESSAGE } }],
  ])('ignores %s', (_who, changes) => {
    expect(isReturnMessage({ ...message, ...changes }, frame, ORIGIN)).toBe(false);
  });

  it('ignores messages after the frame was removed', () => {
    expect(isReturnMessage({ ...message, source: null }, null, ORIGIN)).toBe(false);
  });
});
