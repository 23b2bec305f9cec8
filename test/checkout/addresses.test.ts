import { describe, expect, it } from 'vitest';
import { isOfService, isSafeRedirectionUrl, isSafeSubmitUrl, isWebAddress } from '../../src/checkout/addresses.js';

describe('isSafeSubmitUrl', () => {
  it.each([
    ['https://pay.example/webapi/v3', true],
    ['http://127.0.0.1:4010/webapi/v3', true],
    ['http://localhost:4010/', true],
    ['http://sandbox.localhost/', true],
    ['http://[::1]:4010/', true],
    ['http://pay.example/', false],
    ['http://127.0.0.1.evil.example/', false],
    ['http://localhost.evil.example/', false],
    ['ftp://localhost/', false],
    ['ws://127.0.0.1:4010/', false],
    ['/relative', false],
    ['javascript:alert(1)', false],
    ['', false],
  ])('%s: %s', (url, expected) => {
    expect(isSafeSubmitUrl(url)).toBe(expected);
  });
});

describe('isSafeRedirectionUrl', () => {
  const submitUrl = 'http://127.0.0.1:4010/webapi/v3/txns/withauthkey/k';
  it.each([
    ['https://acs.bank.example/challenge', true],
    ['http://127.0.0.1:4010/3ds', true],
    ['http://127.0.0.1:4011/3ds', false],
    ['http://acs.bank.example/', false],
    ['javascript:alert(1)', false],
    ['data:text/html,x', false],
    ['//acs.bank.example', false],
  ])('%s: %s', (url, expected) => {
    expect(isSafeRedirectionUrl(url, submitUrl)).toBe(expected);
  });

  it('is not http beside an address that is none', () => {
    expect(isSafeRedirectionUrl('http://127.0.0.1:4010/3ds', '')).toBe(false);
  });
});

describe('isOfService', () => {
  it.each([
    ['https://pay.example/3ds', 'https://pay.example/k', true],
    ['http://127.0.0.1:4010/3ds', 'http://127.0.0.1:4010/k', true],
    ['https://pay.example:8443/3ds', 'https://pay.example/k', false],
    ['https://acs.bank.example/3ds', 'https://pay.example/k', false],
    ['https://pay.example.evil.example/3ds', 'https://pay.example/k', false],
    ['http://pay.example/3ds', 'http://pay.example/k', false],
    ['blob:https://pay.example/1', 'https://pay.example/k', false],
    ['javascript:alert(1)', 'https://pay.example/k', false],
    ['/3ds', 'https://pay.example/k', false],
    ['https://pay.example/3ds', '/k', false],
  ])('%s beside %s: %s', (url, submitUrl, expected) => {
    expect(isOfService(url, submitUrl)).toBe(expected);
  });
});

describe('isWebAddress', () => {
  it.each([
    ['https://shop.example/receipt', true],
    ['http://shop.example/', true],
    ['javascript:alert(1)', false],
    ['data:text/html,x', false],
    ['xhttps://shop.example/', false],
    ['https+x://shop.example/', false],
    ['https://user@shop.example/', false],
    ['', false],
    [null, false],
  ])('%s: %s', (url, expected) => {
    expect(isWebAddress(url)).toBe(expected);
  });
});
