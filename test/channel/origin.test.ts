import { describe, expect, it } from 'vitest';
import { answerPage } from '../../src/channel/frame-handshake.js';
import { assertOrigin } from '../../src/channel/origin.js';
import { greetFrame } from '../../src/channel/page-handshake.js';

const WRONG = [
  '*',
  'null',
  '',
  'pay.test',
  'http://pay.test/',
  'HTTP://pay.test',
  'http://Pay.test',
  'http://pay.test:80',
  'https://pay.test:443',
  'http://päy.test',
  'http://pay.test@evil.test',
  'http://user@pay.test',
  'http://*.pay.test',
  'http://pay.test, http://evil.test',
  'blob:http://pay.test/x',
  'data:text/html,x',
  'file:///',
  'ftp://pay.test',
  ' http://pay.test',
];

describe('a setting of an origin', () => {
  it.each([
    'https://pay.test',
    'http://localhost:4000',
    'https://xn--py-via.test',
    'http://[::1]:8080',
    'http://pay.test.',
  ])('%s is one', (origin) => {
    expect(() => assertOrigin(origin, 'frame origin')).not.toThrow();
  });

  it.each(WRONG)('%j is refused at once, in the page and in the frame', (origin) => {
    const signal = AbortSignal.abort();
    const nobody = () => expect.unreachable();
    expect(() => greetFrame({} as HTMLIFrameElement, { origin, signal, onPort: nobody, onFailure: nobody })).toThrow(
      TypeError,
    );
    expect(() => answerPage({ parents: ['https://shop.test', origin], onPort: nobody })).toThrow(TypeError);
  });

  it.each([
    ['http://pay.test/', 'http://pay.test'],
    ['https://päy.test', 'https://xn--py-via.test'],
  ])('%s is told how to write it', (origin, right) => {
    expect(() => assertOrigin(origin, 'allowed parent')).toThrow(
      `allowed parent: ${origin} is not an origin; write ${right}`,
    );
  });
});
