/** Masks card data in a command. Only the sandbox's own test cards are shown. */

/** As in docs/guides/back-office.md, "Request log": 13 to 19 digits, also in groups. */
const CARD_NUMBER = /(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)/g;
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
  let hasStranger = false;
  const masked = text.replace(CARD_NUMBER, (shown) => {
    const digits = shown.replace(/\D/g, '');
    if (digits.startsWith(TOKEN)) return shown;
    const isTestCard = testCards.includes(digits);
    hasTestCard ||= isTestCard;
    hasStranger ||= !isTestCard;
    return isTestCard ? shown : '***';
  });
  return hasTestCard && !hasStranger ? masked : masked.replace(CVN, '$1***');
}
