/** An error above or in place of a frame. It looks like a message about the payment (payment.css.ts). */
import { html, nothing } from 'lit';
import { alertMark } from './marks.js';

/** @param again - label of a button to try again; without it there is no button */
export const errorBox = (text: string, again?: string, onAgain?: () => void) =>
  html`<div class="card wrong-card">
    ${alertMark(20)}
    <div>
      <p class="what">${text}</p>
      ${again ? html`<button type="button" @click=${onAgain}>${again}</button>` : nothing}
    </div>
  </div>`;
