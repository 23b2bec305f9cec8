import { describe, expect, it } from 'vitest';
import { isLoopbackHost, isLoopbackInBrowser } from '../../src/core/loopback.js';

describe('isLoopbackHost and isLoopbackInBrowser', () => {
  it.each(['localhost', 'LOCALHOST', '127.0.0.1', '127.1.2.3', '127.100.20.255', '::1', '[::1]'])(
    '%s is one',
    (host) => {
      expect([isLoopbackHost(host), isLoopbackInBrowser(host)]).toEqual([true, true]);
    },
  );

  it.each(['shop.localhost', 'pay.shop.LOCALHOST'])('%s is one for a browser only', (host) => {
    expect([isLoopbackHost(host), isLoopbackInBrowser(host)]).toEqual([false, true]);
  });

  it.each([
    ...['', '.localhost', 'localhost.example', 'notlocalhost', 'localhost.', '127.0.0.1.example', '127.example'],
    ...['127.0.0', '128.0.0.1', '0.0.0.0', '[::]', '[::2]', '[::1', '10.0.0.1', 'shop.localhost.example'],
  ])('"%s" is none', (host) => {
    expect([isLoopbackHost(host), isLoopbackInBrowser(host)]).toEqual([false, false]);
  });
});
