import { describe, expect, it } from 'vitest';
import { isSafeRedirectionUrl, isSafeSubmitUrl } from '../../src/checkout/addresses.js';

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
});
