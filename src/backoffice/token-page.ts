/** One token: its facts, a deliberate copy of its whole number, and its deletion. */
import { html } from 'lit';
import { state } from 'lit/decorators.js';
import { type Fact, factsSection } from './facts.js';
import type { TokenDetail } from '../sandbox/backoffice/data-api.js';
import { FormDialog } from './form-dialog.js';
import { renderTime, writeExpiry } from './format.js';
import { itemHead } from './item-head.js';
import { Intent } from './intent.js';
import { call } from './office-client.js';
import { LoadedPage } from './office-page.js';
import { expiryBadge } from './tokens-page.js';

export class OfficeTokenElement extends LoadedPage<TokenDetail> {
  /** The action that the dialog asks about. */
  @state() private question: 'copy' | 'delete' = 'copy';
  /** The whole token, where the browser cannot copy: the dialog shows it until it closes. */
  @state() private shown = '';

  readonly #dialog = new FormDialog(this, {
    send: (_data, intent) => (this.question === 'copy' ? this.#copy() : this.#delete(intent)),
    onClosed: () => {
      this.shown = '';
    },
  });

  protected override render() {
    const { token } = this.loaded ?? {};
    const isDeleted = !token && this.done !== '';
    return html`${itemHead(['/tokens', 'Tokens'], token?.maskedToken ?? 'Token', token && expiryBadge(token))}
      ${isDeleted ? this.renderMessages() : this.renderBody()}
      <dialog aria-labelledby="token-question" @close=${this.#dialog.onClosed}>${this.#renderQuestion()}</dialog> `;
  }

  protected override renderLoaded({ token, response, ...others }: TokenDetail) {
    const facts: readonly Fact[] = [
      [token.kind === 'card' ? 'Card' : 'Account', `${token.cardType ?? ''} ${token.maskedNumber ?? 'unknown'}`],
      ['Name', token.holderName],
      ['Expiry', token.expiry && writeExpiry(token.expiry)],
      ['Customer (CRN1)', token.crn1],
      ['CRN2', others.crn2],
      ['CRN3', others.crn3],
      ['Biller code', others.billerCode],
      ['E-mail', others.emailAddress],
      ['Stored', renderTime(token.createdAt)],
      ['Stored by', others.userCreated],
      ['Changed', renderTime(token.updatedAt)],
      ['Changed by', others.userUpdated],
      ['Source', token.source],
    ];
    return html`<div class="actions">
        <button type="button" class="second" @click=${() => this.#ask('copy')}>Copy the whole token…</button>
        <button type="button" class="second" @click=${() => this.#ask('delete')}>Delete…</button>
      </div>
      <div class="columns">
        ${factsSection(facts)}
        <section aria-labelledby="response-title">
          <h2 id="response-title">Response</h2>
          <pre translate="no" tabindex="0" role="group" aria-labelledby="response-title">
${JSON.stringify(response, null, 2)}</pre>
        </section>
      </div>`;
  }

  #renderQuestion() {
    const { question, shown } = this;
    const isCopy = question === 'copy';
    return html`<form class="stack" @submit=${this.#dialog.onSubmit}>
      <h2 id="token-question">${isCopy ? 'Copy the whole token?' : 'Delete this token?'}</h2>
      <p>
        ${
          isCopy
            ? 'With it and an API password, anybody can charge this card. The log records that you copied it. Never send it to a shopper’s browser.'
            : 'It can no longer be found, and payments with it are refused. Its transactions stay.'
        }
      </p>
      ${this.#dialog.renderProblems()}
      ${
        shown
          ? html`<p>This browser cannot copy here. Select it: <code data-token>${shown}</code></p>
              <div class="actions">
                <button type="button" class="second" @click=${this.#dialog.close}>Close</button>
              </div>`
          : this.#dialog.renderActions(isCopy ? 'Copy it' : 'Delete it', isCopy ? 'Copying…' : 'Deleting…')
      }
    </form>`;
  }

  #ask(question: 'copy' | 'delete'): void {
    this.question = question;
    this.#dialog.open();
  }

  protected override ask(): Promise<TokenDetail> {
    return call('GET /tokens/:id', { parameters: { id: this.itemId } });
  }

  async #copy(): Promise<readonly string[]> {
    // Each copy is one of its own: the answer is not stored, so a lost one cannot be asked for again.
    const { dvToken } = await new Intent().send('POST /tokens/:id/copy', { parameters: { id: this.itemId } });
    try {
      await navigator.clipboard.writeText(dvToken);
      this.#dialog.close();
      this.done = 'The whole token is copied. The log records it.';
    } catch {
      this.shown = dvToken;
    }
    return [];
  }

  async #delete(intent: Intent): Promise<readonly string[]> {
    await intent.send('DELETE /tokens/:id', { parameters: { id: this.itemId } });
    this.#dialog.close();
    this.loaded = undefined;
    this.done = 'The token is deleted.';
    return [];
  }
}
