/** One call: what was sent and answered, with masked secrets, and the command that sends it again. */
import { html } from 'lit';
import { type Fact, renderFacts } from './facts.js';
import type { CallDetail } from '../sandbox/backoffice/api.js';
import { callBadge, nameFault } from './call-list.js';
import { renderTime } from './format.js';
import { itemHead } from './item-head.js';
import { call } from './office-client.js';
import { LoadedPage } from './office-page.js';
import { OFFICE, ROOT } from './root.js';

export class OfficeCallElement extends LoadedPage<CallDetail> {
  protected override render() {
    const { call: logged } = this.loaded ?? {};
    return html`${itemHead(['/calls', 'Request log'], logged?.title ?? `Call ${this.itemId}`, logged && callBadge(logged))}
    ${this.renderWhenLoaded(this.loaded, (loaded) => this.renderLoaded(loaded))} ${this.renderMessages()}`;
  }

  protected override renderLoaded({ call: logged, curl, request, response }: CallDetail) {
    const { method, path, calledAt, milliseconds, httpStatus, username, txnNumber } = logged;
    const facts: readonly Fact[] = [
      ['Request', html`<code>${method} ${path}</code>`],
      ['HTTP status', httpStatus ?? 'none: the connection was dropped'],
      ['Scenario', nameFault(logged)],
      ['Time', renderTime(calledAt)],
      ['Duration', `${milliseconds} ms`],
      ['API user', username],
      [
        'Transaction',
        txnNumber && html`<a href="${OFFICE}/transactions/${txnNumber}">${txnNumber}: see what happened</a>`,
      ],
    ];
    const block = (title: string, text: string) =>
      html`<section aria-label=${title}>
        <h2>${title}</h2>
        ${
          text === ''
            ? html`<p class="quiet">Without a body.</p>`
            : html`<pre translate="no" tabindex="0" role="group" aria-label="${title} body">${text}</pre>`
        }
      </section>`;
    return html`
      ${renderFacts(facts)}
      <div class="columns">${block('Request', request)} ${block('Response', response)}</div>
      <details class="raw">
        <summary>The same with curl</summary>
        <p class="quiet">
          Secrets are names here. Set <code>$FLORIN_AUTH</code> to the value of the Authorization header, and put the
          number of the <a href="${ROOT}/pay/_files/test-cards">test card</a> in the place of its name.
        </p>
        <pre translate="no" tabindex="0" role="group" aria-label="Command">${curl}</pre>
        <p><button type="button" class="second" @click=${() => this.copy(curl, 'Copied.')}>Copy</button></p>
      </details>
    `;
  }

  protected override ask(): Promise<CallDetail> {
    return call('GET /calls/:id', { parameters: { id: this.itemId } });
  }
}
