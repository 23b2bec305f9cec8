/** User Management: the users of the merchant, and Add New User. */
import { html } from 'lit';
import { state } from 'lit/decorators.js';
import type { AddedUser, OfficeUser } from '../sandbox/backoffice/api.js';
import { badge } from './format.js';
import { FormDialog, textOf } from './form-dialog.js';
import { type Columns, gridList } from './grid-list.js';
import type { Intent } from './intent.js';
import { call } from './office-client.js';
import { LoadedPage } from './office-page.js';

type Permission = OfficeUser['permissions'][number];

const PERMISSIONS = {
  API: 'API: calls REST and SOAP',
  manager: 'Manager: signs in here, acts on transactions, adds API users',
  administrator: 'Administrator: also changes what the sandbox does, and every user',
} as const satisfies Readonly<Record<Permission, string>>;

export class OfficeUsersElement extends LoadedPage<readonly OfficeUser[]> {
  @state() private added: AddedUser | undefined;

  readonly #dialog = new FormDialog(this, {
    send: (data, intent) => this.#send(data, intent),
    onClosed: () => {
      this.added = undefined;
    },
  });

  protected override render() {
    return html`
      <div class="head">
        <h1>User Management</h1>
        <button type="button" @click=${this.#dialog.open}>Add New User</button>
      </div>
      ${this.renderBody()}
      <dialog aria-labelledby="add-user-title" @close=${this.#dialog.onClosed}>
        ${this.added ? this.#renderAdded(this.added) : this.#renderForm()}
      </dialog>
    `;
  }

  protected override renderLoaded(users: readonly OfficeUser[]) {
    const isOwn = ({ username }: OfficeUser): boolean => username === this.person?.username;
    const columns: Columns<OfficeUser> = {
      order: ['User name', (user) => html`<bdi>${user.username}</bdi>${isOwn(user) ? ' (you)' : ''}`],
      amount: ['Permissions', ({ permissions }) => permissions.join(', ') || 'none'],
      state: ['Status', ({ isActive }) => (isActive ? badge('approved', 'Active') : badge('declined', 'Deactivated'))],
      'card-cell': ['E-mail', ({ emailAddress }) => html`<bdi>${emailAddress ?? '–'}</bdi>`],
      number: ['Action', (user) => (isOwn(user) || !this.#mayChange(user) ? '' : this.#renderChange(user))],
    };
    return gridList({ label: 'Users', look: 'users', columns, rows: users });
  }

  /** A manager may change users of the API only. */
  #mayChange({ permissions }: OfficeUser): boolean {
    return this.isAdministrator || permissions.every((permission) => permission === 'API');
  }

  #renderChange(user: OfficeUser) {
    const verb = user.isActive ? 'Deactivate' : 'Activate';
    return html`<button
      type="button"
      class="second"
      aria-label="${verb} ${user.username}"
      @click=${() => this.#change(user)}
    >
      ${verb}
    </button>`;
  }

  #renderForm() {
    const permissions = Object.entries(PERMISSIONS) as [Permission, string][];
    const offered = permissions.filter(([name]) => name === 'API' || this.isAdministrator);
    return html`<form class="stack" @submit=${this.#dialog.onSubmit}>
      <h2 id="add-user-title">Add New User</h2>
      <label
        >User name <input name="username" required maxlength="50" autocomplete="off" autocapitalize="none"
      /></label>
      <label
        >E-mail address <input name="emailAddress" type="email" required maxlength="200" autocomplete="off"
      /></label>
      <fieldset>
        <legend>Permissions</legend>
        ${offered.map(
          ([name, description]) =>
            html`<label class="check"
              ><input
                type="checkbox"
                name="permissions"
                value=${name}
                ?checked=${name === 'API'}
              />${description}</label
            >`,
        )}
      </fieldset>
      <label
        >Your own password
        <input name="ownPassword" type="password" required autocomplete="current-password" />
      </label>
      ${this.#dialog.renderProblems()} ${this.#dialog.renderActions('Confirm', 'Adding…')}
    </form>`;
  }

  #renderAdded({ user, password }: AddedUser) {
    const { merchant } = this.person ?? {};
    return html`<div class="stack">
      <h2 id="add-user-title">User added</h2>
      <p>The password is shown now, and never again.</p>
      <dl class="facts">
        <dt>User name</dt>
        <dd><code>${user.username}</code></dd>
        <dt>Merchant number</dt>
        <dd><code>${merchant?.number}</code></dd>
        <dt>Password</dt>
        <dd><code data-password>${password}</code></dd>
      </dl>
      <div class="actions">
        <button type="button" @click=${this.#dialog.close}>Done</button>
        <button type="button" class="second" @click=${() => void navigator.clipboard?.writeText(password)}>
          Copy the password
        </button>
      </div>
    </div>`;
  }

  protected override ask(): Promise<readonly OfficeUser[]> {
    return call('GET /users', {});
  }

  #change({ username, isActive }: OfficeUser): Promise<void> {
    const options = { parameters: { username }, body: { isActive: !isActive } };
    return this.act('PUT /users/:username', options, async () => {
      await this.refresh();
    });
  }

  async #send(data: FormData, intent: Intent): Promise<readonly string[]> {
    const body = {
      username: textOf(data, 'username').trim(),
      emailAddress: textOf(data, 'emailAddress').trim(),
      permissions: data.getAll('permissions') as Permission[],
      ownPassword: textOf(data, 'ownPassword'),
    };
    this.added = await intent.send('POST /users', { body });
    await this.refresh();
    return [];
  }
}
