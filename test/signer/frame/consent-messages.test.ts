/** The texts of a frame that asks the shopper for consent, in the language of the browser. */
import { expect, it } from 'vitest';
import { SERVED } from '../../../src/languages/generated/served.js';
import { consentLanguage } from '../../../src/signer/frame/consent-messages.js';

const askedIn = (language: string) =>
  consentLanguage(new Request('https://pay.test/frame.html', { headers: { 'accept-language': language } }));
const placesOf = (text: string) => text.match(/\{\d\}/g)?.sort();

it.each(Object.keys(SERVED))('has every text in %s, with the amount and the order in it', (language) => {
  const english = Object.entries(askedIn('en').messages);
  const { messages } = askedIn(language);
  expect(Object.keys(messages)).toHaveLength(english.length);
  for (const [name, text] of english) {
    expect(messages[name as 'pay'], name).toMatch(/^[^|]*[^|\s][^|]*$/);
    expect(placesOf(messages[name as 'pay']), name).toEqual(placesOf(text));
  }
});
