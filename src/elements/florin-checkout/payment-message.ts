/** How what happened is drawn, of a payment and of what is saved alike. */
import { html, nothing } from 'lit';
import { alertMark, tickMark } from '../marks.js';
import type { CheckoutMessage } from './checkout-message.js';

export function renderMessage(
  { tone, what, next, goOn }: CheckoutMessage,
  isWaiting: boolean,
  onGoOn: () => void = () => {},
) {
  const mark = isWaiting ? html`<span class="spinner"></span>` : tone === 'good' ? tickMark(20) : alertMark(20);
  return html`<div class="card ${tone}-card">
    ${mark}
    <div>
      <p class="what">${what}</p>
      ${next ? html`<p>${next}</p>` : nothing}
      ${goOn ? html`<button part="continue" type="button" @click=${onGoOn}>${goOn}</button>` : nothing}
    </div>
  </div>`;
}
