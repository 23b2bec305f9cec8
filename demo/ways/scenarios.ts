/**
 * Outcomes of the next payment, one button for each. The sandbox applies the outcome to the next payment of any method,
 * whatever is typed.
 */
import { html } from 'hono/html';
import type { Html } from './html.js';

export interface Outcome {
  /** The name on the button. */
  readonly name: string;
  /** A card holder's name of the sandbox (`NAME_SCENARIOS`), or null for an approval. */
  readonly holderName: string | null;
}

/** Outcomes that belong together. */
interface OutcomeGroup {
  readonly name: string;
  readonly outcomes: readonly Outcome[];
}

/** The outcomes, in the order of the buttons. */
export const OUTCOMES: readonly OutcomeGroup[] = [
  {
    name: 'Bank',
    outcomes: [
      { name: 'Approved', holderName: null },
      { name: 'Slow', holderName: 'SLOW' },
      { name: 'Down', holderName: 'BANK DOWN' },
    ],
  },
  {
    name: 'Declined',
    outcomes: [
      { name: 'Do not honour (05)', holderName: 'DO NOT HONOR' },
      { name: 'No funds (51)', holderName: 'NO FUNDS' },
      { name: 'Card expired (54)', holderName: 'CARD EXPIRED' },
      { name: 'Issuer unavailable (91)', holderName: 'ISSUER UNAVAILABLE' },
    ],
  },
  {
    name: 'Fraud screening',
    outcomes: [
      { name: 'Review', holderName: 'FRAUD REVIEW' },
      { name: 'Rejected', holderName: 'FRAUD REJECT' },
      { name: 'Shop’s own rule', holderName: 'ANTI FRAUD RULE' },
    ],
  },
  {
    name: '3-D Secure',
    outcomes: [
      { name: 'Challenge', holderName: '3DS CHALLENGE' },
      { name: 'Frictionless', holderName: '3DS FRICTIONLESS' },
      { name: 'Failed', holderName: '3DS FAIL' },
      { name: 'Unavailable', holderName: '3DS UNAVAILABLE' },
      { name: 'Attempted', holderName: '3DS ATTEMPTED' },
      { name: 'Not enrolled', holderName: '3DS NOT ENROLLED' },
    ],
  },
];

/** The outcome with a card holder's name; undefined for an unknown name. The empty name means an approval. */
export function findOutcome(holderName: string): Outcome | undefined {
  return OUTCOMES.flatMap(({ outcomes }) => outcomes).find((outcome) => (outcome.holderName ?? '') === holderName);
}

/**
 * Renders the form of the buttons.
 *
 * @param inside more fields of the form
 */
export function outcomeButtons(inside: Html): Html {
  return html`<form class="outcomes" method="post" action="/developer/outcome" data-in-place>
    ${inside}
    ${OUTCOMES.map(
      ({ name, outcomes }) =>
        html`<fieldset>
          <legend>${name}</legend>
          ${outcomes.map(
            (outcome) => html`<button name="outcome" value="${outcome.holderName ?? ''}">${outcome.name}</button>`,
          )}
        </fieldset>`,
    )}
  </form>`;
}
