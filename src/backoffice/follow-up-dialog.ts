/** Asks for the amount of a refund, capture or reversal, and shows the rule that refuses it. */
import { LitElement, html, nothing } from 'lit';
import { state } from 'lit/decorators.js';
import { readMoney, writeMoney } from '../core/money/money.js';
import type { ListedTransaction } from '../sandbox/backoffice/api.js';
import { writeAmount } from './format.js';
import { call, messageOf } from './office-client.js';

/** What is done with a transaction. */
export type FollowUp = 'refund' | 'capture' | 'reversal';

/** The service has approved it. */
export class OfficeDoneEvent extends Event {
  static readonly eventName = 'office-done';
  readonly transaction: ListedTransaction;

  constructor(transaction: ListedTransaction) {
    super(OfficeDoneEvent.eventName, { bubbles: true });
    this.transaction = transaction;
  }
}

const VERBS = { refund: 'Refund', capture: 'Capture', reversal: 'Reverse' } as const;

export class OfficeFollowUpElement extends LitElement {
  @state() private action: FollowUp = 'refund';
  @state() private original: ListedTransaction | undefined;
  @state() private amount = 0;
  @state() private problem = '';
  @state() private isWorking = false;

  /** Opens the dialog. @param amount the highest possible amount, in the lowest denomination */
  open(action: FollowUp, original: ListedTransaction, amount: number): void {
    this.action = action;
    this.original = original;
    this.amount = amount;
    this.problem = '';
    void this.updateComplete.then(() => {
      const input = this.querySelector('input');
      if (input) input.value = writeMoney({ minor: amount, currency: original.currency });
      this.querySelector('dialog')?.showModal();
    });
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render() {
    const { action, original, amount, problem, isWorking } = this;
    if (!original) return nothing;
    const verb = VERBS[action];
    const most = writeAmount({ amount, currency: original.currency });
    return html`<dialog aria-labelledby="follow-up-title">
      <form class="stack" @submit=${this.#onSubmit}>
        <h2 id="follow-up-title">${verb} transaction ${original.txnNumber}</h2>
        <label
          >Amount in ${original.currency}
          <input inputmode="decimal" autocomplete="off" required aria-describedby="follow-up-hint" />
        </label>
        <p class="quiet" id="follow-up-hint">
          ${action === 'reversal' ? `A reversal is always of the whole amount: ${most}.` : `At most ${most}. Less is possible.`}
        </p>
        <div aria-live="assertive">${problem ? html`<p class="problem">${problem}</p>` : nothing}</div>
        <div class="actions">
          <button ?disabled=${isWorking}>${isWorking ? 'Working…' : verb}</button>
          <button type="button" class="second" @click=${() => this.querySelector('dialog')?.close()}>Cancel</button>
        </div>
      </form>
    </dialog>`;
  }

  readonly #onSubmit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const { original, action, isWorking } = this;
    if (!original || isWorking) return;
    const text = this.querySelector('input')?.value.trim() ?? '';
    let amount: number;
    try {
      amount = readMoney(text, original.currency).minor;
    } catch {
      this.problem = `Type an amount like ${writeMoney({ minor: this.amount, currency: original.currency })}.`;
      return;
    }
    this.isWorking = true;
    this.problem = '';
    try {
      const parameters = { txnNumber: original.txnNumber };
      const made = await call(`POST /transactions/:txnNumber/${action}`, { parameters, body: { amount } });
      if (made.status === 'approved') {
        this.querySelector('dialog')?.close();
        this.dispatchEvent(new OfficeDoneEvent(made));
      } else {
        this.problem = `Refused: ${made.responseText} (${made.responseCode}). Transaction ${made.txnNumber} records it.`;
      }
    } catch (error) {
      this.problem = messageOf(error);
    } finally {
      this.isWorking = false;
    }
  };
}

customElements.define('office-follow-up', OfficeFollowUpElement);
