/**
 * The texts with which a frame without bound keys asks the shopper. They are part of the frame's response, in the language
 * that the browser asks for, so that no script of the page chooses the texts or a language that the shopper does not read.
 */
import type { ConsentLanguage, ConsentMessages } from '../../core/key-terms.js';
import { fillIn } from '../../languages/fill-in.js';
import { SERVED } from '../../languages/generated/served.js';
import { pageLanguageFor } from '../forms/plain-messages.js';

/** The texts for the browser that sent the request, and their language. */
export function consentLanguage(request: Request): ConsentLanguage {
  const { language, locale, direction } = pageLanguageFor(request);
  const { consent } = SERVED[language]!;
  // The amount is always known here. The text after the bar is for a button without an amount.
  const full = Object.entries(consent).map(([name, text]) => [name, text.split('|')[0]]);
  const messages = { ...Object.fromEntries(full), start: fillIn(consent.payNow, []) } as ConsentMessages;
  return { locale, direction, messages };
}
