/** Parts of several pages: a list of facts, and empty states. */
import { html, nothing } from 'lit';
import { exact } from './format.js';
import type { Person } from './office-page.js';
import { OFFICE, ROOT } from './root.js';

/** Name and value. An empty value is not shown. */
export type Fact = readonly [name: string, value: unknown];

/** Draws a section with the facts. */
export function factsSection(facts: readonly Fact[]) {
  return html`<section class="later" aria-labelledby="facts-title">
    <h2 id="facts-title">Facts</h2>
    ${renderFacts(facts)}
  </section>`;
}

export function renderFacts(facts: readonly Fact[]) {
  return html`<dl class="facts">
    ${facts.map(([name, value]) =>
      value
        ? html`<dt>${name}</dt>
            <dd><bdi>${exact(value)}</bdi></dd>`
        : nothing,
    )}
  </dl>`;
}

/** Draws an empty state. @param action a link or a button that leads to the first item */
export function emptyState(text: unknown, action: unknown = nothing) {
  return html`<div class="empty">
    <p>${text}</p>
    ${action}
  </div>`;
}

/** Draws the empty state of a page about payments. @param text the first sentence */
export function renderNothingPaid(text: string, person: Person | undefined) {
  return emptyState(
    html`${text} Pay in the demo shop, call <a href="${ROOT}/openapi/v3">the REST interface</a>, or let the sandbox add
      samples.`,
    person?.role === 'administrator'
      ? html`<a class="button second" href="${OFFICE}/scenarios">Go to the scenarios</a>`
      : nothing,
  );
}
