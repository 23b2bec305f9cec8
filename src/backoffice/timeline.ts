/** The timeline of an order: transactions, their checks, webhooks and calls. */
import { html, nothing, type TemplateResult } from 'lit';
import { untranslated } from '../elements/untranslated.js';
import type {
  ListedCall,
  ShownAction,
  ShownWebhook,
  TimelineStep,
  TransactionDetail,
} from '../sandbox/backoffice/api.js';
import { callBadge, nameFault } from './call-list.js';
import { renderTime, STATUSES, statusBadge, writeAction, writeAmount, writeCountOf } from './format.js';
import { OFFICE } from './root.js';
import { WEBHOOK_STATES, webhookBadge, writeAttempt } from './webhook-texts.js';

/** Calls that only read. At the same time as what they read, they come after it. */
const READS = new Set(['T2', 'T3', 'T8', 'SearchTransactions']);

interface Moment {
  readonly at: number;
  readonly rank: number;
  readonly drawn: TemplateResult;
}

/** Why the transaction has its outcome, and what to do. */
export function explanationOf({ transaction, timeline }: TransactionDetail): TemplateResult | typeof nothing {
  const step = timeline.find((each) => each.transaction.txnNumber === transaction.txnNumber);
  if (!step) return nothing;
  const { why, todo } = step.explanation;
  return html`<div class="explanation ${STATUSES[transaction.status][0]}">
    <p><strong>${why}</strong></p>
    <p>${todo}</p>
  </div>`;
}

function drawTransaction({ transaction, checks, explanation }: TimelineStep, current: string): TemplateResult {
  const isThis = transaction.txnNumber === current;
  const lines: readonly (readonly [string, string | null])[] = [
    ['Saved card', checks.savedCard],
    ['3-D Secure', checks.threeDS],
    ['Fraud screening', checks.fraud],
    ['Bank', checks.bank],
  ];
  return html`<li aria-current=${isThis ? 'step' : nothing}>
    <p>
      <strong>${writeAction(transaction.action)} of ${untranslated(writeAmount(transaction))}</strong>
      ${statusBadge(transaction)}
    </p>
    <p>${explanation.why}</p>
    ${lines.map(([name, text]) => (text ? html`<p class="hook">${name}: <bdi>${text}</bdi></p>` : nothing))}
    <p class="hook">Answer: <bdi>${transaction.responseText}</bdi> (${untranslated(transaction.responseCode)})</p>
    ${transaction.reason ? html`<p>Reason: ${untranslated(transaction.reason)}</p>` : nothing}
    <p class="quiet">
      ${renderTime(transaction.processedAt)}${transaction.username ? html` by <bdi>${transaction.username}</bdi>` : nothing}
      ·
      ${
        isThis
          ? html`this transaction`
          : html`<a href="${OFFICE}/transactions/${transaction.txnNumber}">${untranslated(transaction.txnNumber)}</a>`
      }
    </p>
  </li>`;
}

function drawWebhook(webhook: ShownWebhook): TemplateResult {
  const { url, createdAt, attempts } = webhook;
  const { advice } = WEBHOOK_STATES[webhook.state];
  const last = attempts.at(-1);
  return html`<li class="minor">
    <p><strong>Webhook</strong> ${webhookBadge(webhook)}</p>
    <p class="hook">to <bdi>${url}</bdi></p>
    ${
      last
        ? html`<p class="hook">
            ${writeCountOf(attempts.length, 'attempt')}, the last at ${renderTime(last.startedAt)}:
            ${writeAttempt(last)}
          </p>`
        : nothing
    }
    ${advice ? html`<p>${advice}</p>` : nothing}
    <p class="quiet">${renderTime(createdAt)} · <a href="${OFFICE}/webhooks">Webhooks</a></p>
  </li>`;
}

const ACTIONS: Readonly<Record<ShownAction['kind'], string>> = {
  stored_card: 'Card stored as a token',
  resent_webhook: 'Webhook sent again',
};

function drawAction({ kind, username, at }: ShownAction): TemplateResult {
  return html`<li class="minor">
    <p><strong>${ACTIONS[kind]}</strong> by <bdi>${username}</bdi></p>
    <p class="quiet">${renderTime(at)}</p>
  </li>`;
}

function drawCall(call: ListedCall): TemplateResult {
  const fault = nameFault(call);
  return html`<li class="minor">
    <p><strong>${call.title}</strong> ${callBadge(call)}</p>
    ${fault ? html`<p>By a scenario: ${fault}.</p>` : nothing}
    <p class="quiet">
      ${renderTime(call.calledAt)} · ${call.milliseconds} ms · <a href="${OFFICE}/calls/${call.id}">See the call</a>
    </p>
  </li>`;
}

/** The steps of the timeline, oldest first. */
export function renderTimeline({ transaction, timeline, calls }: TransactionDetail): readonly TemplateResult[] {
  const moments: Moment[] = [];
  for (const step of timeline) {
    const { txnNumber, processedAt } = step.transaction;
    moments.push({ at: processedAt, rank: 2, drawn: drawTransaction(step, transaction.txnNumber) });
    for (const webhook of step.webhooks) {
      moments.push({ at: webhook.createdAt, rank: 3, drawn: drawWebhook(webhook) });
    }
    for (const action of step.actions) moments.push({ at: action.at, rank: 5, drawn: drawAction(action) });
    for (const call of calls.filter((each) => each.txnNumber === txnNumber).reverse()) {
      moments.push({ at: call.calledAt, rank: READS.has(call.operation) ? 4 : 1, drawn: drawCall(call) });
    }
  }
  return moments.sort((one, other) => one.at - other.at || one.rank - other.rank).map(({ drawn }) => drawn);
}
