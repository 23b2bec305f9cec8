/**
 * What the frame says of a key where no key is bound to the shopper. The messages stand in the frame's response, in the language that
 * the browser asks for: no script of the page chooses the messages, nor a language that the shopper does not read.
 */
import type { ConsentLanguage, ConsentMessages } from '../core/key-terms.js';
import { fillIn } from '../languages/fill-in.js';
import { SERVED } from '../languages/generated/served.js';
import { pageLanguageFor } from './plain-messages.js';

/** How the frame that answers a request asks the shopper. */
export function consentLanguage(request: Request): ConsentLanguage {
  const { language, locale, direction } = pageLanguageFor(request);
  const { consent } = SERVED[language]!;
  // Here the amount is always known: the text for none is that of the button before there is a key.
  const full = Object.entries(consent).map(([name, text]) => [name, text.split('|')[0]]);
  const messages = { ...Object.fromEntries(full), start: fillIn(consent.payNow, []) } as ConsentMessages;
  return { locale, direction, messages };
}
