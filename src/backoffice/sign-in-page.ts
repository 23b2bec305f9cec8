/** The sign-in form. */
import { html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { untranslated } from '../elements/untranslated.js';
import type { SessionState } from '../sandbox/backoffice/api.js';
import { textOf } from './form-dialog.js';
import { LightElement } from './light-element.js';
import { call, messageOf } from './office-client.js';
import { ROOT } from './root.js';

type SignedOut = Extract<SessionState, { readonly state: 'signed_out' }>;
type Demo = NonNullable<SignedOut['demo']>;

/** More would push the form out of the window. */
const MOST_MERCHANTS = 20;

/** Dispatches `office-signed-in` after the sign-in. */
export class OfficeSignInElement extends LightElement {
  @property({ attribute: false }) session: SignedOut | undefined;

  @state() private problem = '';
  @state() private isWorking = false;

  override connectedCallback(): void {
    super.connectedCallback();
    document.title = 'Sign in · Back office';
  }

  protected override render() {
    const { session, problem, isWorking } = this;
    const merchants = (session?.merchants ?? []).slice(0, MOST_MERCHANTS);
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
            list="merchants"
            .value=${session?.merchant ?? ''}
          />
          <datalist id="merchants">
            ${merchants.map(({ number, name }) => html`<option value=${number} label=${name}></option>`)}
          </datalist>
        </label>
        ${
          merchants.length > 0
            ? html`<ul class="plain quiet" aria-label="Merchants">
                ${merchants.map(({ number, name }) => html`<li><bdi>${name}</bdi>: ${untranslated(number)}</li>`)}
              </ul>`
            : nothing
        }
        <label>User name <input name="username" required autocomplete="username" autocapitalize="none" /></label>
        <label>Password <input name="password" type="password" required autocomplete="current-password" /></label>
        ${problem ? html`<p class="problem" id="sign-in-problem" role="alert">${problem}</p>` : nothing}
        <button ?disabled=${isWorking}>${isWorking ? 'Signing in…' : 'Sign in'}</button>
      </form>
      ${session?.demo ? this.#renderDemo(session.demo) : nothing}
    </main>`;
  }

  #renderDemo(demo: Demo) {
    const { username, password } = demo;
    return html`<aside class="note" aria-label="Demo administrator">
      <p>
        On this machine, the demo merchant’s administrator signs in as <code>${username}</code> with
        <code>${password}</code>.
      </p>
      <button type="button" class="second" @click=${() => this.#fill(demo)}>Fill in</button>
    </aside>`;
  }

  #input(name: string): HTMLInputElement | null {
    return this.querySelector<HTMLInputElement>(`input[name="${name}"]`);
  }

  #fill(values: Demo): void {
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
