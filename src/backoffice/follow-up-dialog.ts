/** Asks for the amount and the reason of a refund, capture or reversal, and shows the rule that refuses it. */
import { html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { readMoney, writeMoney } from '../core/money/money.js';
import { untranslated } from '../elements/untranslated.js';
import type { ListedTransaction, TransactionDetail } from '../sandbox/backoffice/api.js';
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
  /** The transaction. The page loads it again when somebody else acts on it. */
  @property({ attribute: false }) detail: TransactionDetail | undefined;
  @state() private action: FollowUp = 'refund';

  readonly #dialog = new FormDialog(this, { send: (data, intent) => this.#send(data, intent) });

  open(action: FollowUp): void {
    this.action = action;
    void this.updateComplete.then(() => {
      const input = this.querySelector('input');
      if (input && this.detail) input.value = this.#writePlain(this.detail.possible[action] ?? 0);
      this.#dialog.open();
    });
  }

  protected override render() {
    const { action, detail } = this;
    if (!detail) return nothing;
    const { txnNumber, currency } = detail.transaction;
    const verb = VERBS[action];
    return html`<dialog aria-labelledby="follow-up-title" @close=${this.#dialog.onClosed}>
      <form class="stack" @submit=${this.#dialog.onSubmit}>
        <h2 id="follow-up-title">${verb} transaction ${untranslated(txnNumber)}</h2>
        <label
          >Amount in ${currency}
          <input name="amount" inputmode="decimal" autocomplete="off" required aria-describedby="follow-up-hint" />
        </label>
        <p class="quiet" id="follow-up-hint" role="status">${untranslated(this.#writeHint(detail))}</p>
        <label
          >Reason (optional)
          <input name="reason" autocomplete="off" maxlength="200" />
        </label>
        ${this.#dialog.renderProblems()} ${this.#dialog.renderActions(verb, 'Working…')}
      </form>
    </dialog>`;
  }

  #writeHint({ transaction: { currency }, possible }: TransactionDetail): string {
    const most = possible[this.action];
    const money = (amount: number): string => writeAmount({ amount, currency });
    const refunded = possible.refunded > 0 ? `Already refunded: ${money(possible.refunded)}. ` : '';
    if (most === null) return `${refunded}This is no longer possible.`;
    if (this.action === 'reversal') return `A reversal is always of the whole amount: ${money(most)}.`;
    return refunded ? `${refunded}Left: ${money(most)}.` : `At most ${money(most)}. Less is possible.`;
  }

  #writePlain(minor: number): string {
    return writeMoney({ minor, currency: this.detail?.transaction.currency ?? '' });
  }

  async #send(data: FormData, intent: Intent): Promise<readonly string[]> {
    const { action } = this;
    const original = this.detail?.transaction;
    if (!original) return [];
    let amount: number;
    try {
      amount = readMoney(textOf(data, 'amount').trim(), original.currency).minor;
    } catch {
      return [`Type an amount like ${this.#writePlain(original.amount)}.`];
    }
    const parameters = { txnNumber: original.txnNumber };
    const body = { amount, reason: textOf(data, 'reason') };
    const made = await intent.send(`POST /transactions/:txnNumber/${action}`, { parameters, body });
    if (made.status !== 'approved') {
      return [`Refused: ${made.responseText} (${made.responseCode}). Transaction ${made.txnNumber} records it.`];
    }
    this.#dialog.close();
    this.dispatchEvent(new OfficeDoneEvent(made));
    return [];
  }
}

customElements.define('office-follow-up', OfficeFollowUpElement);
