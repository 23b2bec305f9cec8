/** One transaction: its facts, its timeline, request, response, and the actions that are possible. */
import { html, nothing, type PropertyValues } from 'lit';
import { untranslated } from '../elements/untranslated.js';
import { type Fact, factsSection } from './facts.js';
import type { ListedTransaction, TransactionDetail } from '../sandbox/backoffice/api.js';
import { statusBadge, writeAction, writeAmount, writeDay, renderTime } from './format.js';
import { itemHead } from './item-head.js';
import { explanationOf, renderTimeline } from './timeline.js';
import { OfficeError, call } from './office-client.js';
import { LoadedPage } from './office-page.js';
import './follow-up-dialog.js';
import type { FollowUp, OfficeFollowUpElement } from './follow-up-dialog.js';
import { OFFICE } from './root.js';
import { writeSearch } from './transaction-filters.js';

async function findTransaction(txnNumber: string): Promise<TransactionDetail> {
  try {
    return await call('GET /transactions/:txnNumber', { parameters: { txnNumber } });
  } catch (error) {
    const isUnknown = error instanceof OfficeError && (error.code === 201 || error.code === 118);
    throw isUnknown ? new Error(`There is no transaction ${txnNumber} of this merchant.`) : error;
  }
}

/** A link to all transactions that a filter finds. */
function listLink(search: Readonly<Record<string, string>>) {
  return html`<a href="${OFFICE}/transactions${writeSearch({ search, order: 'newest_first' })}">See all</a>`;
}

/** @param date `YYYYMMDD` */
function settlementLink(date: string) {
  return html`<a href="${OFFICE}/settlement?date=${date}">${untranslated(writeDay(date))}</a>`;
}

function renderDuplicates({ duplicates }: TransactionDetail) {
  if (duplicates.length === 0) return nothing;
  return html`<div class="explanation">
    <p><strong>Possible duplicate: the same card paid the same amount within an hour.</strong></p>
    ${duplicates.map(
      ({ txnNumber, crn1, processedAt }) =>
        html`<p>
          <a href="${OFFICE}/transactions/${txnNumber}">${untranslated(txnNumber)}</a>
          ${crn1 ? html`· <bdi>${untranslated(crn1)}</bdi>` : nothing} ·
          <span class="quiet">${renderTime(processedAt)}</span>
        </p>`,
    )}
    <p>Ask whether the shopper wanted both before you give one back.</p>
  </div>`;
}

export class OfficeTransactionElement extends LoadedPage<TransactionDetail> {
  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    // A new transaction or call can belong to the timeline.
    if (!changed.has('itemId') && (changed.has('latest') || changed.has('latestCall'))) void this.refresh();
  }

  protected override render() {
    const { transaction } = this.loaded ?? {};
    return html`
      ${itemHead(
        ['/transactions', 'Transactions'],
        untranslated(
          transaction ? `${writeAmount(transaction)} ${transaction.currency}` : `Transaction ${this.itemId}`,
        ),
        transaction &&
          html`${statusBadge(transaction)}
            <span class="quiet">${untranslated(`${writeAction(transaction.action)} ${transaction.txnNumber}`)}</span>`,
      )}
      ${this.renderBody()}
      <office-follow-up .detail=${this.loaded} @office-done=${this.#onDone}></office-follow-up>
    `;
  }

  protected override renderLoaded(detail: TransactionDetail) {
    return html`${explanationOf(detail)} ${renderDuplicates(detail)} ${this.#renderActions(detail)}
      <div class="columns">
        ${this.#renderFacts(detail)}
        <section aria-labelledby="timeline-title">
          <h2 id="timeline-title">What happened</h2>
          <ol class="timeline">
            ${renderTimeline(detail)}
          </ol>
        </section>
      </div>
      <div class="columns">${this.#renderRaw(detail)}</div>`;
  }

  #renderActions({ transaction, possible }: TransactionDetail) {
    const button = (action: FollowUp, name: string, amount: number | null) =>
      amount === null
        ? nothing
        : html`<button type="button" class="second" @click=${() => this.#open(action)}>${name}</button>`;
    const nothingLeft =
      !possible.tokenise && [possible.refund, possible.capture, possible.reversal].every((each) => each === null);
    if (nothingLeft) {
      return html`<p class="quiet">
        ${
          ['declined', 'pending'].includes(transaction.status)
            ? 'A transaction that was not approved cannot be refunded, captured or reversed.'
            : 'Nothing more can be done with this transaction.'
        }
      </p>`;
    }
    return html`<div class="actions">
      ${button('capture', 'Capture…', possible.capture)} ${button('refund', 'Refund…', possible.refund)}
      ${button('reversal', 'Reverse…', possible.reversal)}
      ${
        possible.tokenise
          ? html`<button type="button" class="second" ?disabled=${this.isWorking} @click=${this.#onTokenise}>
              Store the card as a token
            </button>`
          : nothing
      }
    </div>`;
  }

  #renderFacts({ transaction, checks, numbers }: TransactionDetail) {
    const { currency } = transaction;
    const { surcharge, settlementDate } = numbers;
    const facts: readonly Fact[] = [
      ['Answer', `${transaction.responseText} (${transaction.responseCode})`],
      ['Bank', checks.bank],
      ['Security code', checks.cvn],
      ['3-D Secure', checks.threeDS],
      ['Fraud screening', checks.fraud],
      ['Saved card', checks.savedCard],
      ['Time', renderTime(transaction.processedAt)],
      [
        'Order (CRN1)',
        transaction.crn1 && html`${untranslated(transaction.crn1)} ${listLink({ Crn1: transaction.crn1 })}`,
      ],
      ['CRN2', numbers.crn2],
      ['CRN3', numbers.crn3],
      ['Merchant reference', transaction.merchantReference],
      ['Receipt number', transaction.receiptNumber],
      ['RRN', numbers.rrn],
      ['Settlement day', settlementDate && settlementLink(settlementDate)],
      ['Surcharge', surcharge && untranslated(`${writeAmount({ amount: surcharge, currency })} of the amount`)],
      [
        'Card',
        transaction.maskedCard &&
          html`${untranslated(`${transaction.cardType} ${transaction.maskedCard}`)}
          ${listLink({ MaskedCardNumber: transaction.maskedCard })}`,
      ],
      ['Name on card', transaction.holderName],
      ['E-mail address', numbers.emailAddress],
      ['Source', transaction.source],
      ['User', transaction.username],
      ['Reason', transaction.reason],
      ['Mode', transaction.isTest ? 'Test' : 'Live'],
    ];
    return factsSection(facts);
  }

  #renderRaw({ request, response }: TransactionDetail) {
    const block = (title: string, value: object, note: string) =>
      html`<details class="raw">
        <summary>${title}</summary>
        <p class="quiet">${note}</p>
        <pre translate="no" tabindex="0" role="group" aria-label=${title}>${JSON.stringify(value, null, 2)}</pre>
      </details>`;
    return html`${block(
      'Request',
      request,
      'Made from what is stored: the card is masked, the security code is never stored.',
    )}
    ${block('Response', response, 'As version 3 answers it. A token is masked.')}`;
  }

  #open(action: FollowUp): void {
    this.done = '';
    this.querySelector<OfficeFollowUpElement>('office-follow-up')?.open(action);
  }

  protected override ask(): Promise<TransactionDetail> {
    return findTransaction(this.itemId);
  }

  readonly #onDone = async ({ transaction }: Event & { readonly transaction: ListedTransaction }): Promise<void> => {
    await this.refresh();
    this.done = `${writeAction(transaction.action)} ${transaction.txnNumber} of ${writeAmount(transaction)} is approved.`;
  };

  readonly #onTokenise = (): Promise<void> =>
    this.act(
      'POST /transactions/:txnNumber/token',
      { parameters: { txnNumber: this.itemId } },
      ({ maskedToken }) => `The card is stored as token ${maskedToken}.`,
    );
}
