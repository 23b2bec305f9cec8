/** The theme of the service's own frame: the shop's tokens, and the page's colour scheme. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuthKeyGrant } from '../../../src/core/pay-api.js';
import { allowedCss } from '../../../src/sandbox/pages/merchant-css.js';
import { readInput } from '../../../src/wire/read-input.js';
import { FRAME_THEME, type FrameTheme, writeThemeCss } from '../../../src/signer/frame/frame-theme.js';
import { accountAt } from '../faulty-service.js';
import { type Service, startService } from '../service-on-a-port.js';
import { createShop, orderOf } from '../shop.js';

const THEME: FrameTheme = {
  light: { ink: '#222', inkSoft: '#555555', paper: 'white', line: '#888', accent: '#0a5', danger: '#b00' },
  dark: { ink: '#eee', inkSoft: '#bbb', paper: 'rgb(20 20 20)', line: '#777', accent: '#6d9', danger: '#f99' },
  radius: '10px',
  controlHeight: '3rem',
  font: 'system-ui, "Segoe UI", sans-serif',
};

describe('the CSS of a theme', () => {
  it.each(['light', 'dark', 'auto'] as const)('%s: the sandbox accepts every rule', (scheme) => {
    const css = writeThemeCss(THEME, scheme);
    const accepted = allowedCss(css);
    for (const [, rules = ''] of css.matchAll(/\{([^}]*)\}/g))
      for (const rule of rules.split(';')) expect(accepted).toContain(rule);
  });

  it('has the colours of one scheme, or light-dark() pairs of both', () => {
    expect(writeThemeCss(THEME, 'dark')).toContain('body{color-scheme:dark;color:#eee;');
    expect(writeThemeCss(THEME, 'auto')).toContain('color:light-dark(#222, #eee)');
    expect(writeThemeCss({ light: { ink: '#222' } }, 'auto')).toBe('body{color-scheme:light dark}');
  });

  it.each([
    [{ light: { ink: 'url(https://evil.example)' } }, 'iframe.theme.light.ink must be a CSS colour'],
    [{ dark: { paper: '#fff;}body{display:none' } }, 'iframe.theme.dark.paper must be a CSS colour'],
    [{ radius: 'calc(1px + 2px)' }, 'iframe.theme.radius must be a CSS length'],
    [{ controlHeight: '48' }, 'iframe.theme.controlHeight must be a CSS length'],
    [{ font: 'x</style>' }, 'iframe.theme.font must be names of fonts'],
  ] as const)('%j is refused', (theme, message) => {
    expect(() => readInput(FRAME_THEME, theme, 'iframe.theme')).toThrow(message);
  });
});

describe('the frame', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());

  const ask = async (scheme: unknown) => {
    const shop = createShop(accountAt(service), { iframe: { theme: THEME, css: 'label{color:#123}' } });
    shop.orders.set('T-1', orderOf('T-1'));
    return shop.post<AuthKeyGrant>('authkey', { order: 'T-1', scheme });
  };

  it.each([
    [undefined, ':root{color-scheme:light}'],
    ['dark', ':root{color-scheme:dark}'],
    ['auto', ':root{color-scheme:light dark}'],
  ])('of scheme %s has %s, and the shop’s CSS after it', async (scheme, rule) => {
    const { body } = await ask(scheme);
    const page = await (await fetch(body.frameUrl ?? '')).text();
    expect(page).toContain(rule);
    expect(page.indexOf('label{color:#123}')).toBeGreaterThan(page.indexOf(rule));
  });

  it.each(['light;}body{}', 'dim', { css: 'body{}' }, 1])('a page cannot set %j', async (scheme) => {
    expect((await ask(scheme)).status).toBe(400);
  });
});
