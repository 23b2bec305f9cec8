import { describe, expect, it } from 'vitest';
import { comparePolicies, createPolicy, readPolicy, writePolicy, type PageSetUp } from '../../src/cli/policy.js';

const SERVICE = 'https://pay.example';
const PAGE = 'https://shop.example/checkout';
const setUp = (changes: Partial<PageSetUp> = {}): PageSetUp => ({
  ...{ method: 'javascript', isolation: 'page', service: SERVICE },
  ...changes,
});
const compare = (header: string, changes: Partial<PageSetUp> = {}) =>
  comparePolicies(readPolicy(header), createPolicy(setUp(changes)), PAGE);

describe('the policy of a page', () => {
  it.each([
    [{}, 'connect-src', ["'self'", SERVICE]],
    [{}, 'frame-src', ["'self'", SERVICE]],
    [{}, 'form-action', ["'self'"]],
    [{ isolation: 'frame', frame: 'https://card.shop.example' }, 'connect-src', ["'self'"]],
    [{ signer: 'https://api.shop.example' }, 'connect-src', ["'self'", 'https://api.shop.example', SERVICE]],
    [{ method: 'webform' }, 'connect-src', ["'self'"]],
    [{ method: 'webform' }, 'form-action', ["'self'", SERVICE]],
    [{ method: 'webform' }, 'frame-src', ["'none'"]],
    [{ method: 'iframe' }, 'frame-src', ["'self'", SERVICE]],
    [{ method: 'redirect' }, 'form-action', ["'self'", SERVICE]],
    [{ styles: ['sha256-abc', 'sha256-def'] }, 'style-src', ["'self'", "'sha256-abc'", "'sha256-def'"]],
    [{ scripts: 'https://cdn.example' }, 'script-src', ["'self'", 'https://cdn.example']],
  ] as const)('of %j has %s %j', (changes, directive, sources) => {
    expect(createPolicy(setUp(changes)).get(directive)).toEqual(sources);
  });

  it.each([[{}], [{ isolation: 'frame' as const, frame: 'https://card.shop.example' }]])(
    'needs neither unsafe-inline nor unsafe-eval, and fits itself: %j',
    (changes) => {
      const text = writePolicy(createPolicy(setUp(changes)));
      expect(text).not.toContain('unsafe');
      expect(compare(text, changes)).toEqual([]);
    },
  );

  it.each([
    [
      "script-src 'self'; connect-src 'self'; frame-src 'self' https://pay.example",
      ['connect-src does not allow https://pay.example'],
    ],
    [
      "default-src 'self'",
      ['connect-src does not allow https://pay.example', 'frame-src does not allow https://pay.example'],
    ],
    ["default-src *; script-src 'self'", []],
    ["default-src https:; script-src 'self'", []],
    ["default-src 'self' https://*.example; script-src 'self'", []],
    ["default-src 'self' pay.example; script-src 'self'", []],
    [
      "default-src 'self' http://pay.example https://notpay.example; script-src 'self'",
      ['connect-src does not allow https://pay.example', 'frame-src does not allow https://pay.example'],
    ],
    [
      "default-src 'self' https://pay.example; script-src 'self' 'unsafe-inline' 'unsafe-eval'",
      [expect.stringContaining("'unsafe-inline'"), expect.stringContaining("'unsafe-eval'")],
    ],
    ["default-src 'self' https://pay.example; script-src 'self' 'nonce-abc' 'unsafe-inline'", []],
    ["frame-ancestors 'none'", [expect.stringContaining('scripts of any origin may run')]],
    ["connect-src 'self' https://pay.example; CONNECT-SRC 'none'; script-src 'self'", []],
  ])('%s is read as in browsers', (header, problems) => {
    expect(compare(header)).toEqual(problems);
  });

  it.each([
    [{ isolation: 'frame' as const }, /needs --frame-origin/],
    [{ isolation: 'frame' as const, method: 'iframe' as const, frame: SERVICE }, /is for --method javascript/],
  ])('%j is an invalid set-up', (changes, says) => {
    expect(() => createPolicy(setUp(changes))).toThrow(says);
  });
});
