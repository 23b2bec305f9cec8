/** Asks for the amount of a refund, capture or reversal, and shows the rule that refuses it. */
import { html, nothing } from 'lit';
import { state } from 'lit/decorators.js';
import { readMoney, writeMoney } from '../core/money/money.js';
import { untranslated } from '../elements/untranslated.js';
import type { ListedTransaction } from '../sandbox/backoffice/api.js';
import { writeAmount } from './format.js';
import { FormDialog, textOf } from './form-dialog.js';
import { LightElement } from './light-element.js';
import type { Intent } from './intent.js';

const VERBS = { refund: 'Refund', capture: 'Capture', reversal: 'Reverse' } as const;

/** An action on a transaction. */
export type FollowUp = keyof typeof VERBS;

/** Dispatched when the service has approved the action. */
export class OfficeDoneEvent extends Event {
  static readonly eventName = 'office-done';
  readonly transaction: ListedTransaction;

  constructor(transaction: ListedTransaction) {
    super(OfficeDoneEvent.eventName, { bubbles: true });
    this.transaction = transaction;
  }
}

export class OfficeFollowUpElement extends LightElement {
  @state() private action: FollowUp = 'refund';
  @state() private original: ListedTransaction | undefined;
  @state() private amount = 0;

  readonly #dialog = new FormDialog(this, { send: (data, intent) => this.#send(data, intent) });

  /** Opens the dialog. @param amount the highest possible amount, in the lowest denomination */
  open(action: FollowUp, original: ListedTransaction, amount: number): void {
    this.action = action;
    this.original = original;
    this.amount = amount;
    void this.updateComplete.then(() => {
      const input = this.querySelector('input');
      if (input) input.value = writeMoney({ minor: amount, currency: original.currency });
      this.#dialog.open();
    });
  }

  protected override render() {
    const { action, original, amount } = this;
    if (!original) return nothing;
    const verb = VERBS[action];
    const most = writeAmount({ amount, currency: original.currency });
    return html`<dialog aria-labelledby="follow-up-title" @close=${this.#dialog.onClosed}>
      <form class="stack" @submit=${this.#dialog.onSubmit}>
        <h2 id="follow-up-title">${verb} transaction ${untranslated(original.txnNumber)}</h2>
        <label
          >Amount in ${original.currency}
          <input name="amount" inputmode="decimal" autocomplete="off" required aria-describedby="follow-up-hint" />
        </label>
        <p class="quiet" id="follow-up-hint">
          ${untranslated(
            action === 'reversal'
              ? `A reversal is always of the whole amount: ${most}.`
              : `At most ${most}. Less is possible.`,
          )}
        </p>
        ${this.#dialog.renderProblems()} ${this.#dialog.renderActions(verb, 'Working…')}
      </form>
    </dialog>`;
  }

  async #send(data: FormData, intent: Intent): Promise<readonly string[]> {
    const { original, action } = this;
    if (!original) return [];
    let amount: number;
    try {
      amount = readMoney(textOf(data, 'amount').trim(), original.currency).minor;
    } catch {
      return [`Type an amount like ${writeMoney({ minor: this.amount, currency: original.currency })}.`];
    }
    const parameters = { txnNumber: original.txnNumber };
    const made = await intent.send(`POST /transactions/:txnNumber/${action}`, { parameters, body: { amount } });
    if (made.status !== 'approved') {
      return [`Refused: ${made.responseText} (${made.responseCode}). Transaction ${made.txnNumber} records it.`];
    }
    this.#dialog.close();
    this.dispatchEvent(new OfficeDoneEvent(made));
    return [];
  }
}

customElements.define('office-follow-up', OfficeFollowUpElement);
