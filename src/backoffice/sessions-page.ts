/** Sessions: who is signed in to the back office or logged in over SOAP. An administrator ends them. */
import { html, nothing } from 'lit';
import type { ListedSession } from '../sandbox/backoffice/api.js';
import { badge, renderTime, writeCountOf, writeTime } from './format.js';
import { type Columns, gridList } from './grid-list.js';
import { call } from './office-client.js';
import { LoadedPage } from './office-page.js';

const KINDS = { office: 'Back office', soap: 'SOAP' } as const;

export class OfficeSessionsElement extends LoadedPage<readonly ListedSession[]> {
  protected override render() {
    return html`
      <div class="head">
        <h1>Sessions</h1>
        <div class="actions">
          <button type="button" class="second" @click=${this.#onRefresh}>Refresh</button>
          ${
            this.isAdministrator && this.loaded?.some(({ isOwn }) => !isOwn)
              ? html`<button type="button" class="second" @click=${this.#onEndOthers}>End all others</button>`
              : nothing
          }
        </div>
      </div>
      ${this.renderBody()}
      <p class="quiet later">
        A session of the back office ends 8 hours after the sign-in, a login of SOAP 20 minutes after its last call.
      </p>
    `;
  }

  protected override renderLoaded(sessions: readonly ListedSession[]) {
    const columns: Columns<ListedSession> = {
      time: ['Signed in', ({ startedAt }) => html`<span class="narrow">Since </span>${renderTime(startedAt)}`],
      order: ['User name', ({ username }) => html`<bdi>${username}</bdi>`],
      amount: ['Where', ({ kind }) => KINDS[kind]],
      state: ['Whose', ({ isOwn }) => (isOwn ? badge('approved', 'This one') : 'Another')],
      'card-cell': ['Last use', ({ usedAt }) => html`<span class="narrow">Used </span>${renderTime(usedAt)}`],
      action: ['Ends', ({ expiresAt }) => renderTime(expiresAt)],
      ...(this.isAdministrator && {
        number: ['Action', (session) => (session.isOwn ? '' : this.#renderEnd(session))],
      }),
    };
    return gridList({ label: 'Sessions', look: 'sessions', columns, rows: sessions });
  }

  #renderEnd(session: ListedSession) {
    const label = `End the session of ${session.username} since ${writeTime(session.startedAt)}`;
    return html`<button type="button" class="second" aria-label=${label} @click=${() => this.#end(session)}>
      End
    </button>`;
  }

  protected override ask(): Promise<readonly ListedSession[]> {
    return call('GET /sessions', {});
  }

  readonly #onRefresh = (): void => {
    this.done = '';
    void this.refresh();
  };

  readonly #onEndOthers = (): Promise<void> =>
    this.act('DELETE /sessions', {}, async ({ ended }) => {
      await this.refresh();
      return `${writeCountOf(ended, 'session has', 'sessions have')} ended.`;
    });

  #end({ id, username }: ListedSession): Promise<void> {
    return this.act('DELETE /sessions/:id', { parameters: { id } }, async () => {
      await this.refresh();
      return `A session of ${username} has ended.`;
    });
  }
}
