/** Calls as rows: the operation, the outcome, and the duration. */
import { html, nothing, type TemplateResult } from 'lit';
import type { ListedCall } from '../sandbox/backoffice/api.js';
import { badge, renderTime } from './format.js';
import { OFFICE } from './root.js';

const FAULTS: Readonly<Record<string, string>> = {
  answer_lost: 'the answer was lost',
  drop_before: 'the connection was dropped before the call ran',
  drop_after: 'the call ran, its answer was lost',
  timeout_before: 'it timed out before the call ran',
  timeout_after: 'the call ran, its answer came too late',
  error_before: 'an error page instead of the call',
  error_after: 'the call ran, an error page was the answer',
  malformed: 'half of the answer was sent',
  delay: 'the answer was delayed',
};

/** The effect of a scenario on the answer; undefined without a scenario. */
export function nameFault({ fault }: ListedCall): string | undefined {
  return fault === null ? undefined : (FAULTS[fault] ?? fault);
}

/** Codes of REST and SOAP for a call that was carried out. */
const FINE_CODES = ['0', '300', 'SUCCESS'];

/** The code of the service and the HTTP status, as word, colour and shape. */
export function callBadge(call: ListedCall): TemplateResult {
  const { httpStatus, code } = call;
  if (httpStatus === null) return badge('declined', 'No answer');
  const isFine = httpStatus < 400 && code !== null && FINE_CODES.includes(code);
  return badge(isFine ? 'approved' : 'declined', code === null ? `HTTP ${httpStatus}` : `Code ${code}`);
}

export function callRow(call: ListedCall): TemplateResult {
  const { id, title, calledAt, method, path, milliseconds, txnNumber } = call;
  const fault = nameFault(call);
  return html`<li class="call">
    <span class="what"
      ><a href="${OFFICE}/calls/${id}">${title}</a> <code>${method} <bdi>${path}</bdi></code></span
    >
    <span class="quiet"
      >${renderTime(calledAt)} · ${milliseconds}
      ms${fault ? html` · by a scenario: ${fault}` : nothing}${
        txnNumber
          ? html` · <a class="link" href="${OFFICE}/transactions/${txnNumber}">Transaction ${txnNumber}</a>`
          : nothing
      }</span
    >
    ${callBadge(call)}
  </li>`;
}
