/** A dialog with a form: it opens, closes, sends once at a time, and shows why it was refused. */
import { html, type ReactiveController, type ReactiveControllerHost } from 'lit';
import { untranslated } from '../elements/untranslated.js';
import { Intent, OfficeUncertainEvent, UP_TO_DATE } from './intent.js';
import { messageOf, OfficeError } from './office-client.js';

interface FormDialogOptions {
  /**
   * Sends the form, with the intent of the opened dialog. Resolves with the refusals; an empty list is success. A rejection
   * is a refusal too.
   */
  readonly send: (data: FormData, intent: Intent) => Promise<readonly string[]>;
  readonly onClosed?: () => void;
}

/** `working`: the form is sent. `checking`: the answer was lost, and the page loads again. `unchecked`: this failed. */
type DialogState = 'ready' | 'working' | 'checking' | 'unchecked';

/** For a host with one `dialog`. The dialog has `@close=${…onClosed}`, its form `@submit=${…onSubmit}`. */
export class FormDialog implements ReactiveController {
  problems: readonly string[] = [];

  readonly #host: ReactiveControllerHost & Element;
  readonly #options: FormDialogOptions;
  #state: DialogState = 'ready';
  #intent = new Intent();

  constructor(host: ReactiveControllerHost & Element, options: FormDialogOptions) {
    this.#host = host;
    this.#options = options;
    host.addController(this);
  }

  /** True while the form is sent. */
  get isWorking(): boolean {
    return this.#state === 'working';
  }

  // TypeScript requires one of Lit's callbacks in a class that implements ReactiveController.
  hostDisconnected(): void {
    this.problems = [];
  }

  readonly open = (): void => {
    this.#intent = new Intent();
    this.#dialog?.showModal();
  };

  readonly close = (): void => {
    this.#dialog?.close();
  };

  readonly onClosed = (): void => {
    this.#options.onClosed?.();
    this.#dialog?.querySelector('form')?.reset();
    this.#show(this.#state === 'unchecked' ? 'ready' : this.#state, []);
  };

  readonly onSubmit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (this.#state === 'unchecked') return this.#check();
    if (this.#state !== 'ready') return;
    const data = new FormData(event.currentTarget as HTMLFormElement);
    this.#show('working', []);
    try {
      this.#show('ready', await this.#options.send(data, this.#intent));
    } catch (error) {
      if (error instanceof OfficeError && error.isUncertain) await this.#check(error.message);
      else this.#show('ready', [messageOf(error)]);
    }
  };

  /** The refusals, for a screen reader at once. */
  renderProblems() {
    const { problems } = this;
    return html`<div aria-live="assertive">
      ${
        problems.length > 1
          ? html`<ul class="problem">
              ${problems.map((each) => html`<li>${untranslated(each)}</li>`)}
            </ul>`
          : problems.map((each) => html`<p class="problem">${untranslated(each)}</p>`)
      }
    </div>`;
  }

  /** The buttons below the form. */
  renderActions(verb: string, working: string) {
    const names: Record<DialogState, string> = {
      ready: verb,
      working,
      checking: 'Looking…',
      unchecked: 'Look again',
    };
    return html`<div class="actions">
      <button ?disabled=${['working', 'checking'].includes(this.#state)}>${names[this.#state]}</button>
      <button type="button" class="second" @click=${this.close}>Cancel</button>
    </div>`;
  }

  get #dialog(): HTMLDialogElement | null {
    return this.#host.querySelector('dialog');
  }

  /** Lets the page load again. The button waits until the page shows whether the action was carried out. */
  async #check(problem = this.problems[0] ?? ''): Promise<void> {
    this.#show('checking', [problem]);
    const event = new OfficeUncertainEvent();
    this.#host.dispatchEvent(event);
    if (await event.upToDate) {
      this.#show('ready', [`${problem} ${UP_TO_DATE}`]);
    } else this.#show('unchecked', [problem]);
  }

  #show(state: DialogState, problems: readonly string[]): void {
    this.#state = state;
    this.problems = problems;
    this.#host.requestUpdate();
  }
}

export function textOf(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
}
