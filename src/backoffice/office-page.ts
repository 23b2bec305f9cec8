/** Base class of the pages: light DOM, loading, and messages about what failed and what was done. */
import { LitElement, html, nothing } from 'lit';
import { state } from 'lit/decorators.js';
import { messageOf } from './office-client.js';

export abstract class OfficePage extends LitElement {
  /** What failed, for the person at the screen. */
  @state() protected problem = '';
  /** What was done. */
  @state() protected done = '';
  #retry: (() => void) | undefined;
  /** Number of loads of each part. */
  readonly #loads = new Map<string, number>();

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

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

  /** For a page that shows another object now: drops the messages and every answer that is still to come. */
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

  /** What was loaded, or that it is loading; nothing after a failure. */
  protected renderLoaded<Value>(value: Value | undefined, render: (value: Value) => unknown) {
    if (value !== undefined) return render(value);
    return this.problem ? nothing : html`<p class="quiet" role="status">Loading…</p>`;
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
