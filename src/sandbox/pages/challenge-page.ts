/** The challenge page of the simulated bank, made of plain forms. */
import { formatMoney } from '../../core/money/money.js';
import { CHALLENGE_CODE } from '../bank/scenarios.js';
import type { ChallengeEnd } from '../challenge.js';
import { CHALLENGE_CSS } from './challenge-css.js';
import { CHALLENGE_SCRIPT } from './challenge-script.js';
import { inlineStyle, writeDocument } from './document.js';
import { html, isolated, untranslated, type Html } from './html.js';

export interface OpenChallenge {
  readonly merchantName: string;
  /** Lowest denomination. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
  /** First six digits, three dots, last three digits; null for an unknown card. */
  readonly maskedCard: string | null;
  /** Whole minutes, at least 1. */
  readonly minutesLeft: number;
  /** True when there is a URL to leave to. */
  readonly canLeave: boolean;
  /** True when the typed one-time code was wrong. */
  readonly isCodeWrong: boolean;
}

function page(title: string, content: Html): string {
  return writeDocument({
    title,
    head: inlineStyle(CHALLENGE_CSS),
    body: html`<main>
        <p class="bank"><span>Florin Test Bank</span><span class="mark">Sandbox</span></p>
        ${content}
      </main>
      ${{ markup: `<script>${CHALLENGE_SCRIPT}</script>` }}`,
  });
}

function amountOf({ amount, currency }: OpenChallenge): Html {
  return untranslated(formatMoney({ minor: amount, currency }, 'en-AU'));
}

/**
 * The field for the one-time code of a text message. `one-time-code` lets browsers offer it without scripts. Enter
 * presses the first button, which approves.
 */
function codeField(isWrong: boolean): Html {
  return html`<div class="code">
    <label for="code">One-time code</label>
    ${
      isWrong
        ? html`<strong id="code-note" role="alert">Wrong code. Please try again.</strong>`
        : html`<span id="code-note">Test code: ${untranslated(CHALLENGE_CODE)}</span>`
    }
    <input
      id="code"
      name="code"
      type="text"
      inputmode="numeric"
      autocomplete="one-time-code"
      maxlength="12"
      spellcheck="false"
      aria-describedby="code-note"
      aria-invalid="${isWrong ? 'true' : 'false'}"
    />
    <button class="main" name="answer" value="approve">Approve</button>
  </div>`;
}

/** What real banks do besides, to test that the shop's page allows it. */
function otherWays(): Html {
  return html`<details>
    <summary>Other ways of banks</summary>
    <button type="button" data-way="window">Open a window</button>
    <button type="button" data-way="dialog">Ask with a dialog</button>
    <button type="button" data-way="passkey">Make and use a passkey</button>
    <a class="button" href="florin-test-bank:confirm" target="_top">Open the bank’s app</a>
    <output></output>
  </details>`;
}

export function askingPage(challenge: OpenChallenge): string {
  const { merchantName, maskedCard, minutesLeft, canLeave, isCodeWrong } = challenge;
  return page(
    isCodeWrong ? 'Wrong code: confirm your payment' : 'Confirm your payment',
    html`<h1>Confirm your payment</h1>
      <dl>
        <dt>Shop</dt>
        <dd>${isolated(merchantName)}</dd>
        <dt>Amount</dt>
        <dd class="amount">${amountOf(challenge)}</dd>
        ${
          maskedCard &&
          html`<dt>Card</dt>
            <dd>ends in ${untranslated(maskedCard.slice(-3))}</dd>`
        }
      </dl>
      <form method="post">
        ${codeField(isCodeWrong)}
        <button name="answer" value="fail">Fail confirmation</button>
        ${canLeave && html`<button class="quiet" name="answer" value="leave">Leave without answering</button>`}
      </form>
      <p class="soft">
        ${!isCodeWrong && 'No real money is charged. '}Expires in
        ${minutesLeft === 1 ? '1 minute' : `${minutesLeft} minutes`}.
      </p>
      ${otherWays()}`,
  );
}

const ENDED: Readonly<Record<ChallengeEnd, { readonly heading: string; readonly text: string }>> = {
  approved: { heading: 'You have confirmed this payment', text: 'The shop will tell you whether it went through.' },
  failed: { heading: 'Confirmation failed', text: 'The payment was declined. Please go back to the shop.' },
  timed_out: { heading: 'Confirmation timed out', text: 'The payment was declined. Nothing was charged.' },
};

export function endedPage(end: ChallengeEnd, backTo: string | null): string {
  const { heading, text } = ENDED[end];
  return page(
    heading,
    html`<h1>${heading}</h1>
      <p>${text}</p>
      ${
        backTo === null
          ? html`<p class="soft">You can close this page.</p>`
          : html`<a class="button main" href="${backTo}">Back to the shop</a>`
      }`,
  );
}

/** An error page without a challenge. */
export function noChallengePage(heading: string, text: string): string {
  return page(
    heading,
    html`<h1>${heading}</h1>
      <p>${text}</p>`,
  );
}
