/** Converts the stored input of a key into a submission, with a stand-in for each value that was not stored. */
import { cvnWithResult } from '../bank/test-cvn.js';
import type { Context } from '../context.js';
import { splitExpiry } from '../expiry.js';
import { SandboxFault } from '../fault.js';
import type { FrameEntry, FrameNumber } from '../frame-entry.js';
import type { CardEntry } from './card-entry.js';

/**
 * The server's additions to the frame's card; they take precedence. docs/wire/rest.md section 3, "TxnReqWithAuthKey".
 */
export type CardAdditions = Pick<CardEntry, 'holderName' | 'expiryMonth' | 'expiryYear'>;

/** Stand-in for a number that is not a test card. It passes Luhn and belongs to nobody. */
const UNKNOWN_NUMBER = '0000000000000000';

/** @throws SandboxFault 112 when the sandbox no longer has this test card */
function readNumber(number: FrameNumber, { cards }: Pick<Context, 'cards'>): string | null {
  if (number.is === 'nothing') return null;
  if (number.is === 'unknown') return UNKNOWN_NUMBER;
  const testCard = cards.findById(number.cardId);
  if (!testCard) throw new SandboxFault(112);
  return testCard.pan;
}

/** The card to charge or store, as in a submission; without a number if no input is stored. @throws SandboxFault 112 */
export function takeFrameCard(
  entry: FrameEntry | undefined,
  additions: CardAdditions | null,
  context: Pick<Context, 'cards'>,
): CardEntry | null {
  if (entry?.bankAccount) return null;
  const card = entry?.card;
  // A key that pays with a stored token needs no input, and an update may change only the expiry.
  if (!card) return additions && { ...additions, number: null, cvn: null };
  const expiry = card.expiry === null ? null : splitExpiry(card.expiry);
  // Month and year belong together and must come from the same side.
  const isExpirySent = (additions?.expiryMonth ?? null) !== null || (additions?.expiryYear ?? null) !== null;
  return {
    number: readNumber(card.number, context),
    holderName: additions?.holderName ?? card.holderName,
    expiryMonth: (isExpirySent ? additions?.expiryMonth : expiry?.month) ?? null,
    expiryYear: (isExpirySent ? additions?.expiryYear : expiry?.year) ?? null,
    cvn: cvnWithResult(card.cvnResult),
  };
}
