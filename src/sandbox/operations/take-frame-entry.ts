/** What waits under a key, as the submission that it would have been: a stand-in for each digit that was not kept. */
import { cvnWithResult } from '../bank/test-cvn.js';
import type { Context } from '../context.js';
import { SandboxFault } from '../fault.js';
import type { FrameEntry, WaitingNumber } from '../frame-entry.js';
import type { CardEntry } from './card-entry.js';
import { splitExpiry } from './decision.js';

/** What a server may add to the frame's card; what it sends wins. wire/rest.md section 3, "TxnReqWithAuthKey". */
export type CardBesideFrame = Pick<CardEntry, 'holderName' | 'expiryMonth' | 'expiryYear'>;

/** Passes Luhn and is nobody's: for a number that is no test card, of which nothing was kept. */
const UNKNOWN_NUMBER = '0000000000000000';

/** @throws SandboxFault 112 when the sandbox does not take this test card any more */
function readNumber(number: WaitingNumber, { cards }: Pick<Context, 'cards'>): string | null {
  if (number.is === 'nothing') return null;
  if (number.is === 'unknown') return UNKNOWN_NUMBER;
  const testCard = cards.findById(number.cardId);
  if (!testCard) throw new SandboxFault(112);
  return testCard.pan;
}

/** The card to charge or to store, as a submission would have it; without a number when none waits. @throws SandboxFault 112 */
export function takeFrameCard(
  waiting: FrameEntry | undefined,
  beside: CardBesideFrame | null,
  context: Pick<Context, 'cards'>,
): CardEntry | null {
  if (waiting?.bankAccount) return null;
  const card = waiting?.card;
  // A key that pays with a stored token needs nothing from the frame, and a token's expiry can change by itself.
  if (!card) return beside && { ...beside, number: null, cvn: null };
  const expiry = card.expiry === null ? null : splitExpiry(card.expiry);
  // Month and year belong together: one from each side would be nobody's date.
  const isExpirySent = (beside?.expiryMonth ?? null) !== null || (beside?.expiryYear ?? null) !== null;
  return {
    number: readNumber(card.number, context),
    holderName: beside?.holderName ?? card.holderName,
    expiryMonth: (isExpirySent ? beside?.expiryMonth : expiry?.month) ?? null,
    expiryYear: (isExpirySent ? beside?.expiryYear : expiry?.year) ?? null,
    cvn: cvnWithResult(card.cvnResult),
  };
}
