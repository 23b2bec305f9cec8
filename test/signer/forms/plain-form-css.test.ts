/** The look of the plain form's page. */
import { describe, expect, it } from 'vitest';
import { writePlainFormCss } from '../../../src/signer/forms/plain-form-css.js';

describe('the look of the plain form', () => {
  it('has the tokens of the shop, and the default for each that is missing', () => {
    const css = writePlainFormCss({ light: { accent: '#1d5c4d' }, dark: { paper: '#201914' }, radius: '10px' });
    const [light = '', dark = ''] = [...css.matchAll(/:root \{([^}]*)\}/g)].map(([, rule]) => rule);
    expect(light).toContain('--accent: #1d5c4d;');
    expect(light).toContain('--paper: #fff;');
    expect(light).toContain('--radius: 10px;');
    expect(light).toContain('--height: 48px;');
    expect(dark).toContain('--paper: #201914;');
    expect(dark).toContain('--accent: #70b8ff;');
  });

  it('has both schemes without a theme', () => {
    expect(writePlainFormCss()).toMatch(/color-scheme: light dark;.*@media \(prefers-color-scheme: dark\)/s);
  });
});
