/** The page with the list of test cards. It is separate, so that no page with a form contains a card number. */
import { brandOfCardType } from '../../core/card/brand.js';
import { TEST_CARDS, type TestCard } from '../bank/test-cards.js';
import { CLOSED_POLICY, documentAnswer, NOT_FRAMED, writeDocument } from './document.js';
import { html } from './html.js';

export const TEST_CARDS_PAGE = '/pay/_files/test-cards';

function group(digits: string): string {
  const gaps = digits.length === 16 ? /(.{4})(?=.)/g : /^(.{4})(.{6})/;
  return digits.length === 16 ? digits.replace(gaps, '$1 ') : digits.replace(gaps, '$1 $2 ');
}

/** Creates the response. @param extra test cards of this sandbox besides the service's own */
export function testCardsPage(style: string, extra: readonly TestCard[]): Response {
  const document = writeDocument({
    title: 'Test cards of the sandbox',
    kind: 'hosted',
    head: html`<link rel="stylesheet" href="${style}" />`,
    body: html`<header class="top"><span class="mark">Sandbox</span></header>
      <main>
        <h1>Test cards</h1>
        <p>Use any of these with an expiry date in the future, any name, and any security code.</p>
        <div class="scroll" tabindex="0" role="region" aria-label="Test cards">
          <table>
            <thead>
              <tr>
                <th scope="col">Brand</th>
                <th scope="col">Number</th>
                <th scope="col">Code</th>
              </tr>
            </thead>
            <tbody>
              ${[...TEST_CARDS, ...extra].map(
                ({ name, pan, cardType }) =>
                  html`<tr>
                    <th scope="row">${name}</th>
                    <td><code>${group(pan)}</code></td>
                    <td>${brandOfCardType(cardType)?.cvnLength} digits</td>
                  </tr>`,
              )}
            </tbody>
          </table>
        </div>
        <p>
          The last two digits of the amount are the bank's answer in test mode: $20.00 is approved, $20.05 is declined.
          Expiry month 99 asks for the answer in its year, and security code 987 is always declined.
        </p>
      </main>`,
  });
  const headers = { 'Cache-Control': 'no-cache', ...NOT_FRAMED };
  return documentAnswer(document, [...CLOSED_POLICY, "style-src 'self'"], { headers });
}
