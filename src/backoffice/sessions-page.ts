/** Sessions: who is signed in to the back office or logged in over SOAP. An administrator ends them. */
import { html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { ListedSession } from '../sandbox/backoffice/api.js';
import { badge, writeCountOf, writeShortTime } from './format.js';
import { gridList } from './grid-list.js';
import { call } from './office-client.js';
import { OfficePage } from './office-page.js';
import type { Person } from './pages.js';

const KINDS = { office: 'Back office', soap: 'SOAP' } as const;

export class OfficeSessionsElement extends OfficePage {
  @property({ attribute: false }) person: Person | undefined;

  @state() private sessions: readonly ListedSession[] | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#load();
  }

  get #mayEnd(): boolean {
    return this.person?.role === 'administrator';
  }

  protected override render() {
    const { sessions } = this;
    return html`
      <div class="head">
        <h1>Sessions</h1>
        <div class="actions">
          <button type="button" class="second" @click=${this.#onRefresh}>Refresh</button>
          ${
            this.#mayEnd && sessions?.some(({ isOwn }) => !isOwn)
              ? html`<button type="button" class="second" @click=${this.#onEndOthers}>End all others</button>`
              : nothing
          }
        </div>
      </div>
      ${this.renderMessages()} ${this.renderLoaded(this.sessions, (loaded) => this.#renderList(loaded))}
      <p class="quiet later">
        A session of the back office ends 8 hours after the sign-in, a login of SOAP 20 minutes after its last call.
      </p>
    `;
  }

  #renderList(sessions: readonly ListedSession[]) {
    return gridList({
      label: 'Sessions',
      look: 'sessions',
      headings: {
        time: 'Signed in',
        order: 'User name',
        amount: 'Where',
        state: 'Whose',
        'card-cell': 'Last use',
        action: 'Ends',
        number: this.#mayEnd ? 'Action' : '',
      },
      rows: sessions.map((session) => {
        const { username, kind, startedAt, usedAt, expiresAt, isOwn } = session;
        return {
          time: html`<span class="narrow">Since </span>${writeShortTime(startedAt)}`,
          order: html`<bdi>${username}</bdi>`,
          amount: KINDS[kind],
          state: isOwn ? badge('approved', 'This one') : 'Another',
          'card-cell': html`<span class="narrow">Used </span>${writeShortTime(usedAt)}`,
          action: writeShortTime(expiresAt),
          number: this.#mayEnd && !isOwn ? this.#renderEnd(session) : '',
        };
      }),
    });
  }

  #renderEnd(session: ListedSession) {
    const label = `End the session of ${session.username} since ${writeShortTime(session.startedAt)}`;
    return html`<button type="button" class="second" aria-label=${label} @click=${() => this.#end(session)}>
      End
    </button>`;
  }

  #load(): Promise<void> {
    return this.load(
      'sessions',
      () => call('GET /sessions', {}),
      (sessions) => (this.sessions = sessions),
    );
  }

  readonly #onRefresh = (): void => {
    this.done = '';
    void this.#load();
  };

  readonly #onEndOthers = (): Promise<void> =>
    this.act(async () => {
      const { ended } = await call('DELETE /sessions', {});
      await this.#load();
      return `${writeCountOf(ended, 'session has', 'sessions have')} ended.`;
    });

  #end({ id, username }: ListedSession): Promise<void> {
    return this.act(async () => {
      await call('DELETE /sessions/:id', { parameters: { id } });
      await this.#load();
      return `A session of ${username} has ended.`;
    });
  }
}
