/** What a frame says as it asks the shopper, in the language of the browser. */
import { expect, it } from 'vitest';
import { SERVED } from '../../src/languages/generated/served.js';
import { consentLanguage } from '../../src/signer/consent-words.js';

const askedIn = (language: string) =>
  consentLanguage(new Request('https://pay.test/frame.html', { headers: { 'accept-language': language } }));
const placesOf = (text: string) => text.match(/\{\d\}/g)?.sort();

it.each(Object.keys(SERVED))('has every text in %s, with the amount and the order in it', (language) => {
  const english = Object.entries(askedIn('en').words);
  const { words } = askedIn(language);
  expect(Object.keys(words)).toHaveLength(english.length);
  for (const [name, text] of english) {
    expect(words[name as 'pay'], name).toMatch(/^[^|]*[^|\s][^|]*$/);
    expect(placesOf(words[name as 'pay']), name).toEqual(placesOf(text));
  }
});
