/** Parts of several pages: a list of facts, and the empty state of pages about payments. */
import { html, nothing } from 'lit';
import type { Person } from './office-page.js';
import { OFFICE, ROOT } from './root.js';

/** Name and value. An empty value is not shown. */
export type Fact = readonly [name: string, value: unknown];

export function renderFacts(facts: readonly Fact[]) {
  return html`<dl class="facts">
    ${facts.map(([name, value]) =>
      value
        ? html`<dt>${name}</dt>
            <dd><bdi>${value}</bdi></dd>`
        : nothing,
    )}
  </dl>`;
}

/** @param empty sentence that says what is empty */
export function renderNothingPaid(empty: string, person: Person | undefined) {
  return html`<div class="empty">
    <p>
      ${empty} Pay in the demo shop, call <a href="${ROOT}/openapi/v3">the REST interface</a>, or let the sandbox add
      samples.
    </p>
    ${
      person?.role === 'administrator'
        ? html`<a class="button second" href="${OFFICE}/scenarios">Go to the scenarios</a>`
        : nothing
    }
  </div>`;
}
