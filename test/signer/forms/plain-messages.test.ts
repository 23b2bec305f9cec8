/** Pages without script use the browser's language. */
import { describe, expect, it } from 'vitest';
import { SERVED } from '../../../src/languages/generated/served.js';
import { pageLanguageFor } from '../../../src/signer/forms/plain-messages.js';

const asked = (header?: string) =>
  pageLanguageFor(
    new Request('https://shop.example/pay/form', header ? { headers: { 'accept-language': header } } : {}),
  );

describe('the language of a page without script', () => {
  it.each([
    ['de-AT,de;q=0.9,en;q=0.8', 'de-AT', 'ltr', 'Kartennummer'],
    ['en;q=0.5, fr;q=0.9', 'fr', 'ltr', 'Numéro de carte'],
    ['sw, ar-EG;q=0.8', 'ar-EG', 'rtl', 'رقم البطاقة'],
    ['fa-IR', 'fa-IR', 'rtl', 'شماره کارت'],
    ['no', 'no', 'ltr', 'Kortnummer'],
    ['iw', 'he', 'rtl', 'מספר הכרטיס'],
    ['zh-CN', 'zh-CN', 'ltr', '卡号'],
    ['zh-TW, en-NZ;q=0.9', 'zh-TW', 'ltr', '卡號'],
    ['sw, en-NZ;q=0.9', 'en-NZ', 'ltr', 'Card number'],
    ['de;q=0, en', 'en-AU', 'ltr', 'Card number'],
    ['de; Q=0.1; q=0.2, fr ;q=0.3', 'fr', 'ltr', 'Numéro de carte'],
    ['*', 'en-AU', 'ltr', 'Card number'],
    ['"><script>, -, toString', 'en-AU', 'ltr', 'Card number'],
    [undefined, 'en-AU', 'ltr', 'Card number'],
  ])('for %s is %s', (header, locale, direction, label) => {
    const { messages, language, ...spoken } = asked(header);
    expect(spoken).toEqual({ locale, direction });
    expect(SERVED[language]?.plain).toBe(messages);
    expect(messages.cardNumber).toBe(label);
  });

  it('is one of those in the first 200 characters, and none that ends there', () => {
    expect(asked(`${'x,'.repeat(99)}fr`).locale).toBe('fr');
    expect(asked(`${'x,'.repeat(100)}fr`).locale).toBe('en-AU');
    // The limit would cut `fil`, and Finnish is another language.
    expect(asked(`${'x,'.repeat(99)}fil`).locale).toBe('en-AU');
    expect(asked(`de${'\t'.repeat(15_000)},fr`).locale).toBe('en-AU');
  });

  it('has each text in thirty languages, not empty and without markup', () => {
    expect(Object.keys(SERVED)).toHaveLength(30);
    for (const [name, { plain }] of Object.entries(SERVED)) {
      expect(Object.keys(plain), name).toEqual(Object.keys(SERVED['en']!.plain));
      for (const text of Object.values(plain)) expect(text, name).toMatch(/^[^<>&"]+$/);
    }
  });
});
