/** Base classes of the pages: properties, loading, and messages about what failed and what was done. */
import { html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { untranslated } from '../elements/untranslated.js';
import type { ActionName, OfficeApi, SandboxState, SessionState } from '../sandbox/backoffice/api.js';
import { Intent, OfficeUncertainEvent, UP_TO_DATE } from './intent.js';
import { LightElement } from './light-element.js';
import { type CallOptions, messageOf, OfficeError } from './office-client.js';

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

  /** How often the connection to the sandbox came back. */
  @property({ attribute: false }) returns = 0;

  /** What failed, for the person at the screen. */
  @state() protected problem = '';
  /** What was done. */
  @state() protected done = '';
  #retry: (() => void) | undefined;
  /** Number of loads of each part. */
  readonly #loads = new Map<string, number>();

  protected override willUpdate(changed: PropertyValues): void {
    // A failure of the lost connection is over.
    if (changed.has('returns') && this.returns > 0) this.#retry?.();
  }

  /** True when the sandbox's clock was moved, or may have been moved before the first event of the live stream. */
  protected hasTravelled(changed: PropertyValues): boolean {
    if (!this.hasUpdated || !changed.has('sandbox')) return false;
    return (changed.get('sandbox') as SandboxState | undefined)?.ahead !== this.sandbox?.ahead;
  }

  /**
   * Asks for a part of the page and shows the answer, unless the same part was asked for again in the meantime. A
   * failure is shown with a button that tries again. Resolves with true once the sandbox has answered, also with a refusal.
   */
  protected async load<Answer>(
    part: string,
    ask: () => Promise<Answer>,
    show: (answer: Answer) => unknown,
  ): Promise<boolean> {
    const count = (this.#loads.get(part) ?? 0) + 1;
    this.#loads.set(part, count);
    const isNewest = (): boolean => this.#loads.get(part) === count;
    try {
      const answer = await ask();
      if (!isNewest()) return true;
      this.#succeeded();
      await show(answer);
      return true;
    } catch (error) {
      if (isNewest()) this.#failed(messageOf(error), () => void this.load(part, ask, show));
      return error instanceof OfficeError && error.status >= 400 && error.status < 500;
    }
  }

  /** Drops the messages, and the answers of calls that still run. For a page that shows another item now. */
  protected startOver(): void {
    for (const [part, count] of this.#loads) this.#loads.set(part, count + 1);
    this.done = '';
    this.#succeeded();
  }

  /** Runs an attempt of the person, and shows the text that it resolves with, or why it failed. */
  protected async attempt(work: () => Promise<string | void>): Promise<void> {
    this.done = '';
    this.#succeeded();
    try {
      this.done = (await work()) ?? '';
    } catch (error) {
      this.#failed(messageOf(error), this.#retry);
    }
  }

  /** Copies a text, and shows `done`, or what to do if the browser refuses. */
  protected copy(text: string, done: string): Promise<void> {
    return this.attempt(async () => {
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
        ${problem ? html`<p class="problem">${untranslated(problem)}</p>` : nothing}
        ${done ? html`<p class="done">${untranslated(done)}</p>` : nothing}
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
  /** True while an action runs. */
  @state() protected isWorking = false;
  /** Actions without an answer, by their call. */
  readonly #intents = new Map<string, Intent>();
  readonly #running = new Set<Intent>();

  constructor() {
    super();
    this.addEventListener(OfficeUncertainEvent.eventName, (event) => {
      (event as OfficeUncertainEvent).upToDate = this.refresh();
    });
  }

  /** Makes the call. */
  protected abstract ask(): Promise<Loaded>;

  protected abstract renderLoaded(loaded: Loaded): unknown;

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    if (changed.has('itemId')) this.startOver();
    if (changed.has('itemId') || this.hasTravelled(changed)) void this.refresh();
  }

  protected override startOver(): void {
    super.startOver();
    this.#intents.clear();
    this.loaded = undefined;
  }

  /**
   * Carries out an action, and shows the text that `done` returns, or why it was refused. It is carried out once: the button
   * waits for the answer, and after a lost answer for the page, which loads again.
   */
  protected async act<Name extends ActionName>(
    name: Name,
    options: CallOptions<Name>,
    done: (answer: OfficeApi[Name]['answer']) => string | void | Promise<string | void>,
  ): Promise<void> {
    const id = JSON.stringify([name, options]);
    const intent = this.#intents.get(id) ?? new Intent();
    if (this.#running.has(intent)) return;
    this.#intents.set(id, intent);
    this.#running.add(intent);
    this.isWorking = true;
    await this.attempt(async () => {
      try {
        const answer = await intent.send(name, options);
        this.#intents.delete(id);
        return await done(answer);
      } catch (error) {
        if (!(error instanceof OfficeError && error.isUncertain)) throw error;
        throw (await this.refresh()) ? new Error(`${error.message} ${UP_TO_DATE}`) : error;
      }
    });
    this.#running.delete(intent);
    this.isWorking = this.#running.size > 0;
  }

  /** Makes the call again. The page stays until the answer comes. */
  protected readonly refresh = (): Promise<boolean> =>
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
