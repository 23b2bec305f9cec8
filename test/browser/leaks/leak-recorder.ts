/** Records all output of a browser context, except the one request that may carry a card. */
import type { Page, Request } from '@playwright/test';
import type { Observation } from './find-card-data.js';
import { readPage, recordPage, REPORT } from './page-recorder.js';

/** Its value differs between runs and may have three digits. */
const COUNTING_HEADERS = new Set(['content-length']);

/**
 * Events that a browser fires while a person types. In a frame of another origin, where only
 * Florin's script runs, they are allowed; in the page they are checked. `textInput` is Chromium's
 * older `beforeinput`.
 */
const TYPING = new Set(['beforeinput', 'textInput', 'input', 'change', 'paste', 'keydown', 'keypress', 'keyup']);

/** Records one page. */
export class LeakRecorder {
  readonly observations: Observation[] = [];
  /** Requests with a card in the allowed place: to the service, for a key, in the body. */
  readonly submissions: string[] = [];
  readonly #page: Page;
  readonly #serviceOrigin: string;
  readonly #pending: Promise<unknown>[] = [];

  private constructor(page: Page, serviceOrigin: string) {
    this.#page = page;
    this.#serviceOrigin = serviceOrigin;
  }

  /** Starts recording, before the page loads anything. */
  static async start(page: Page, serviceOrigin: string): Promise<LeakRecorder> {
    const recorder = new LeakRecorder(page, serviceOrigin);
    const context = page.context();
    await context.exposeBinding(REPORT, ({ frame }, seen: Observation) => {
      const isPage = new URL(frame.url()).origin === new URL(page.url()).origin;
      if (isPage || seen.channel !== 'event' || !TYPING.has(seen.where)) recorder.observations.push(seen);
    });
    await context.addInitScript(recordPage, REPORT);
    context.on('request', (request) => recorder.#pending.push(recorder.#onRequest(request)));
    page.on('console', (message) => recorder.#see('console', message.type(), message.text()));
    page.on('pageerror', (error) => recorder.#see('console', 'uncaught', `${error.message} ${error.stack ?? ''}`));
    page.on('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => recorder.#see('socket', socket.url(), String(payload))),
    );
    page.on('framenavigated', (frame) => recorder.#see('address', 'navigation', frame.url()));
    return recorder;
  }

  /** Reads the current page: markup, storage, cookies, URL, form data, members of the elements. */
  async look(moment: string): Promise<void> {
    for (const [what, value] of Object.entries(await this.#page.evaluate(readPage))) {
      this.#see('page', `${what} ${moment}`, value);
    }
    for (const { name, value } of await this.#page.context().cookies()) this.#see('cookie', name, value);
  }

  /** Waits for pending reads. */
  async finish(): Promise<void> {
    await Promise.all(this.#pending);
  }

  #see(channel: string, where: string, value: unknown): void {
    this.observations.push({ channel, where, value });
  }

  async #onRequest(request: Request): Promise<void> {
    const url = new URL(request.url());
    const { pathname, search } = url;
    const maySubmit =
      request.method() === 'POST' &&
      url.origin === this.#serviceOrigin &&
      /^\/webapi\/v[23]\/txns\/withauthkey\/[\da-f-]{36}\/?$/.test(pathname);
    if (maySubmit) this.submissions.push(request.postData() ?? '');
    else this.#see('request', 'body', request.postDataBuffer()?.toString('latin1') ?? '');
    this.#see('request', 'address', request.url());
    this.#see('request', 'query', search);
    // Under load the browser does not always report the headers that it adds; those of the page are
    // always known.
    const known = new Promise<Record<string, string>>((resolve) =>
      setTimeout(() => resolve(request.headers()), 10_000),
    );
    const headers = await Promise.race([request.allHeaders(), known]).catch(() => request.headers());
    for (const [name, value] of Object.entries(headers)) {
      if (!COUNTING_HEADERS.has(name)) this.#see('request', `header ${name}`, value);
    }
  }
}
