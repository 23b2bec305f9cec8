/** A dialog with a form: it opens, closes, sends once at a time, and shows why it was refused. */
import { html, type ReactiveController, type ReactiveControllerHost } from 'lit';
import { messageOf } from './office-client.js';

interface FormDialogOptions {
  /** Sends the form. Resolves with the refusals; an empty list is success. A rejection is a refusal too. */
  readonly send: (data: FormData) => Promise<readonly string[]>;
  readonly onClosed?: () => void;
}

/** For a host with one `dialog`. The dialog has `@close=${…onClosed}`, its form `@submit=${…onSubmit}`. */
export class FormDialog implements ReactiveController {
  problems: readonly string[] = [];
  /** True while the form is sent. */
  isWorking = false;

  readonly #host: ReactiveControllerHost & Element;
  readonly #options: FormDialogOptions;

  constructor(host: ReactiveControllerHost & Element, options: FormDialogOptions) {
    this.#host = host;
    this.#options = options;
    host.addController(this);
  }

  // TypeScript requires one of Lit's callbacks in a class that implements ReactiveController.
  hostDisconnected(): void {
    this.problems = [];
  }

  readonly open = (): void => {
    this.#dialog?.showModal();
  };

  readonly close = (): void => {
    this.#dialog?.close();
  };

  readonly onClosed = (): void => {
    this.#options.onClosed?.();
    this.#dialog?.querySelector('form')?.reset();
    this.#show([]);
  };

  readonly onSubmit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (this.isWorking) return;
    const data = new FormData(event.currentTarget as HTMLFormElement);
    this.isWorking = true;
    this.#show([]);
    let problems: readonly string[];
    try {
      problems = await this.#options.send(data);
    } catch (error) {
      problems = [messageOf(error)];
    }
    this.isWorking = false;
    this.#show(problems);
  };

  /** The refusals, for a screen reader at once. */
  renderProblems() {
    const { problems } = this;
    return html`<div aria-live="assertive">
      ${
        problems.length > 1
          ? html`<ul class="problem">
              ${problems.map((each) => html`<li>${each}</li>`)}
            </ul>`
          : problems.map((each) => html`<p class="problem">${each}</p>`)
      }
    </div>`;
  }

  /** The buttons below the form. */
  renderActions(verb: string, working: string) {
    return html`<div class="actions">
      <button ?disabled=${this.isWorking}>${this.isWorking ? working : verb}</button>
      <button type="button" class="second" @click=${this.close}>Cancel</button>
    </div>`;
  }

  get #dialog(): HTMLDialogElement | null {
    return this.#host.querySelector('dialog');
  }

  #show(problems: readonly string[]): void {
    this.problems = problems;
    this.#host.requestUpdate();
  }
}

/** A text of a form. */
export function textOf(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
}
