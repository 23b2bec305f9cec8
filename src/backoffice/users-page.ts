/** User Management: the users of the merchant, and Add New User. */
import { html } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { AddedUser, OfficeUser } from '../sandbox/backoffice/api.js';
import { badge } from './format.js';
import { FormDialog, textOf } from './form-dialog.js';
import { gridList } from './grid-list.js';
import { call } from './office-client.js';
import { OfficePage } from './office-page.js';
import type { Person } from './pages.js';

type Permission = OfficeUser['permissions'][number];

const PERMISSIONS = {
  API: 'API: calls REST and SOAP',
  manager: 'Manager: signs in here, acts on transactions, adds API users',
  administrator: 'Administrator: also changes what the sandbox does, and every user',
} as const satisfies Readonly<Record<Permission, string>>;

export class OfficeUsersElement extends OfficePage {
  @property({ attribute: false }) person: Person | undefined;

  @state() private users: readonly OfficeUser[] | undefined;
  @state() private added: AddedUser | undefined;

  readonly #dialog = new FormDialog(this, {
    send: (data) => this.#send(data),
    onClosed: () => {
      this.added = undefined;
    },
  });

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#load();
  }

  protected override render() {
    return html`
      <div class="head">
        <h1>User Management</h1>
        <button type="button" @click=${this.#dialog.open}>Add New User</button>
      </div>
      ${this.renderMessages()} ${this.renderLoaded(this.users, (loaded) => this.#renderList(loaded))}
      <dialog aria-labelledby="add-user-title" @close=${this.#dialog.onClosed}>
        ${this.added ? this.#renderAdded(this.added) : this.#renderForm()}
      </dialog>
    `;
  }

  #renderList(users: readonly OfficeUser[]) {
    return gridList({
      label: 'Users',
      look: 'users',
      headings: {
        time: '',
        order: 'User name',
        amount: 'Permissions',
        state: 'Status',
        'card-cell': 'E-mail',
        action: '',
        number: 'Action',
      },
      rows: users.map((user) => {
        const { username, emailAddress, permissions, isActive } = user;
        const isOwn = username === this.person?.username;
        return {
          time: '',
          order: html`<bdi>${username}</bdi>${isOwn ? ' (you)' : ''}`,
          amount: permissions.join(', ') || 'none',
          state: isActive ? badge('approved', 'Active') : badge('declined', 'Deactivated'),
          'card-cell': html`<bdi>${emailAddress ?? '–'}</bdi>`,
          action: '',
          number: isOwn ? '' : this.#renderChange(user),
        };
      }),
    });
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
    const offered = permissions.filter(([name]) => name === 'API' || this.person?.role === 'administrator');
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

  readonly #load = (): Promise<void> =>
    this.load(
      'users',
      () => call('GET /users', {}),
      (users) => (this.users = users),
    );

  #change({ username, isActive }: OfficeUser): Promise<void> {
    return this.act(async () => {
      await call('PUT /users/:username', { parameters: { username }, body: { isActive: !isActive } });
      await this.#load();
    });
  }

  async #send(data: FormData): Promise<readonly string[]> {
    const body = {
      username: textOf(data, 'username').trim(),
      emailAddress: textOf(data, 'emailAddress').trim(),
      permissions: data.getAll('permissions') as Permission[],
      ownPassword: textOf(data, 'ownPassword'),
    };
    this.added = await call('POST /users', { body });
    await this.#load();
    return [];
  }
}
