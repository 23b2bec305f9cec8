/** Masks card data in a command, by the rule of the request log (docs/guides/back-office.md). Only test cards are shown. */
import { replaceDigitRuns } from '../core/card/digits.js';
import { GUID } from '../core/guid.js';

/** Keys: a part of one can be 13 digits. */
const KEYS = new RegExp(`(\\b${GUID}\\b)`, 'i');
const CVN = /("cvn"\s*:\s*"?|(?:^|&)cvn=)[^"\s,}&]+/gim;
/** First digits of a DVToken, which is no card. */
const TOKEN = '599999';

/**
 * Masks card numbers, and the CVN unless it belongs to a test card.
 *
 * @param testCards digits of the cards that may be shown
 * @example maskCall('CardNumber=4111111111111111&CVN=123', []) // 'CardNumber=***&CVN=***'
 */
export function maskCall(text: string, testCards: readonly string[]): string {
  let hasTestCard = false;
  let hasOtherCard = false;
  const maskRun = (shown: string): string => {
    const digits = shown.replace(/\D/g, '');
    if (digits.startsWith(TOKEN)) return shown;
    const isTestCard = testCards.includes(digits);
    hasTestCard ||= isTestCard;
    hasOtherCard ||= !isTestCard;
    return isTestCard ? shown : '***';
  };
  // With a group in its expression, `split` keeps the keys at the odd places.
  const parts = text.split(KEYS);
  const masked = parts.map((part, index) => (index % 2 === 1 ? part : replaceDigitRuns(part, maskRun))).join('');
  return hasTestCard && !hasOtherCard ? masked : masked.replace(CVN, '$1***');
}
