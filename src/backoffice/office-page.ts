/** Base classes of the pages: properties, loading, and messages about what failed and what was done. */
import { html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { SandboxState, SessionState } from '../sandbox/backoffice/api.js';
import { LightElement } from './light-element.js';
import { messageOf } from './office-client.js';

/** The signed-in person. */
export type Person = Extract<SessionState, { readonly state: 'signed_in' }>;

/** A page. The app sets the same properties on each. */
export abstract class OfficePage extends LightElement {
  @property({ attribute: false }) person: Person | undefined;
  /** Id in the address; empty for a page without one. */
  @property({ attribute: false }) itemId = '';
  /** Highest transaction number, from the live stream. */
  @property({ attribute: false }) latest = 0;
  /** Highest number of a logged call, from the live stream. */
  @property({ attribute: false }) latestCall = 0;
  /** State of the sandbox, from the live stream. */
  @property({ attribute: false }) sandbox: SandboxState | undefined;

  /** What failed, for the person at the screen. */
  @state() protected problem = '';
  /** What was done. */
  @state() protected done = '';
  #retry: (() => void) | undefined;
  /** Number of loads of each part. */
  readonly #loads = new Map<string, number>();

  /**
   * Asks for a part of the page and shows the answer, unless the same part was asked for again in the meantime. A
   * failure is shown with a button that tries again.
   */
  protected async load<Answer>(
    part: string,
    ask: () => Promise<Answer>,
    show: (answer: Answer) => unknown,
  ): Promise<void> {
    const count = (this.#loads.get(part) ?? 0) + 1;
    this.#loads.set(part, count);
    const isNewest = (): boolean => this.#loads.get(part) === count;
    try {
      const answer = await ask();
      if (!isNewest()) return;
      this.#succeeded();
      await show(answer);
    } catch (error) {
      if (!isNewest()) return;
      this.#failed(messageOf(error), () => void this.load(part, ask, show));
    }
  }

  /** Drops the messages, and the answers of calls that still run. For a page that shows another item now. */
  protected startOver(): void {
    for (const [part, count] of this.#loads) this.#loads.set(part, count + 1);
    this.done = '';
    this.#succeeded();
  }

  /** Runs an action of the person, and shows the text that it resolves with, or why it was refused. */
  protected async act(work: () => Promise<string | void>): Promise<void> {
    this.done = '';
    this.#succeeded();
    try {
      this.done = (await work()) ?? '';
    } catch (error) {
      this.#failed(messageOf(error));
    }
  }

  /** Copies a text, and shows `done`, or what to do if the browser refuses. */
  protected copy(text: string, done: string): Promise<void> {
    return this.act(async () => {
      try {
        await navigator.clipboard.writeText(text);
      } catch {
        throw new Error('This browser cannot copy here. Select the text and copy it.');
      }
      return done;
    });
  }

  /** The messages, with their place for screen readers. */
  protected renderMessages() {
    const { problem, done } = this;
    return html`<div aria-live="polite">
        ${problem ? html`<p class="problem">${problem}</p>` : nothing}
        ${done ? html`<p class="done">${done}</p>` : nothing}
      </div>
      ${
        problem && this.#retry
          ? html`<button type="button" class="second" @click=${this.#retry}>Try again</button>`
          : nothing
      }`;
  }

  /** Renders a loaded value, or that it is loading; nothing after a failure. */
  protected renderWhenLoaded<Value>(value: Value | undefined, render: (value: Value) => unknown) {
    if (value !== undefined) return render(value);
    return this.problem ? nothing : html`<p class="quiet" role="status">Loading…</p>`;
  }

  /** True for a person who may change the sandbox. */
  protected get isAdministrator(): boolean {
    return this.person?.role === 'administrator';
  }

  #failed(problem: string, retry?: () => void): void {
    this.problem = problem;
    this.#retry = retry;
  }

  #succeeded(): void {
    this.problem = '';
    this.#retry = undefined;
  }
}

/** A page that shows the answer of one call. It makes the call at first, and again for another item. */
export abstract class LoadedPage<Loaded> extends OfficePage {
  @state() protected loaded: Loaded | undefined;

  /** Makes the call. */
  protected abstract ask(): Promise<Loaded>;

  protected abstract renderLoaded(loaded: Loaded): unknown;

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('itemId')) return;
    this.startOver();
    void this.refresh();
  }

  protected override startOver(): void {
    super.startOver();
    this.loaded = undefined;
  }

  /** Makes the call again. The page stays until the answer comes. */
  protected readonly refresh = (): Promise<void> =>
    this.load(
      'page',
      () => this.ask(),
      (loaded) => this.show(loaded),
    );

  protected show(loaded: Loaded): unknown {
    return (this.loaded = loaded);
  }

  /** The messages, and what was loaded. */
  protected renderBody() {
    return html`${this.renderMessages()} ${this.renderWhenLoaded(this.loaded, (loaded) => this.renderLoaded(loaded))}`;
  }
}
