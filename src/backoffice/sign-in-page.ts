/** The sign-in form. */
import { html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { SessionState } from '../sandbox/backoffice/api.js';
import { textOf } from './form-dialog.js';
import { LightElement } from './light-element.js';
import { call, messageOf } from './office-client.js';
import { ROOT } from './root.js';

/** Dispatches `office-signed-in` after the sign-in. */
export class OfficeSignInElement extends LightElement {
  @property({ attribute: false }) session: Extract<SessionState, { readonly state: 'signed_out' }> | undefined;

  @state() private problem = '';
  @state() private isWorking = false;

  override connectedCallback(): void {
    super.connectedCallback();
    document.title = 'Sign in · Back office';
  }

  protected override render() {
    const { session, problem, isWorking } = this;
    return html`<main class="alone">
      <a class="brand" href="${ROOT}/">Florin sandbox</a>
      <h1>Sign in to the back office</h1>
      <form class="stack" @submit=${this.#onSubmit} aria-describedby=${problem ? 'sign-in-problem' : nothing}>
        <label
          >Merchant number
          <input
            name="merchant"
            required
            autocomplete="organization"
            inputmode="numeric"
            .value=${session?.merchant ?? ''}
          />
        </label>
        <label>User name <input name="username" required autocomplete="username" autocapitalize="none" /></label>
        <label>Password <input name="password" type="password" required autocomplete="current-password" /></label>
        ${problem ? html`<p class="problem" id="sign-in-problem" role="alert">${problem}</p>` : nothing}
        <button ?disabled=${isWorking}>${isWorking ? 'Signing in…' : 'Sign in'}</button>
      </form>
      ${session?.demo ? this.#renderDemo(session.demo) : nothing}
    </main>`;
  }

  #renderDemo({ username, password }: { readonly username: string; readonly password: string }) {
    return html`<aside class="note" aria-label="Demo administrator">
      <p>
        On this machine, the demo merchant’s administrator signs in as <code>${username}</code> with
        <code>${password}</code>.
      </p>
      <button type="button" class="second" @click=${() => this.#fill(username, password)}>Fill in</button>
    </aside>`;
  }

  #input(name: string): HTMLInputElement | null {
    return this.querySelector<HTMLInputElement>(`input[name="${name}"]`);
  }

  #fill(username: string, password: string): void {
    const values = { username, password };
    for (const [name, value] of Object.entries(values)) {
      const input = this.#input(name);
      if (input) input.value = value;
    }
    this.querySelector<HTMLButtonElement>('form button')?.focus();
  }

  readonly #onSubmit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (this.isWorking) return;
    this.isWorking = true;
    this.problem = '';
    const data = new FormData(event.currentTarget as HTMLFormElement);
    const body = {
      merchant: textOf(data, 'merchant').trim(),
      username: textOf(data, 'username').trim(),
      password: textOf(data, 'password'),
    };
    try {
      await call('POST /session', { body });
      this.dispatchEvent(new Event('office-signed-in'));
    } catch (error) {
      this.problem = messageOf(error);
      const field = this.#input('password');
      if (field) {
        field.value = '';
        field.focus();
      }
    } finally {
      this.isWorking = false;
    }
  };
}
