/** The live stream of the sandbox, for the app. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { LiveEvent } from '../sandbox/backoffice/api.js';
import { SIGNED_OUT } from './office-client.js';
import { OFFICE } from './root.js';

/** Has the newest event, and whether the connection is lost. */
export class LiveController implements ReactiveController {
  latest: LiveEvent | undefined;
  /** True while the connection is lost: the page may be out of date. */
  isLost = false;

  readonly #host: ReactiveControllerHost;
  #source: EventSource | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.close();
  }

  /** Connects. The browser connects again by itself after a lost connection. */
  open(): void {
    if (this.#source) return;
    const source = new EventSource(`${OFFICE}/api/live`);
    this.#source = source;
    source.addEventListener('message', ({ data }: MessageEvent<string>) => {
      this.latest = JSON.parse(data) as LiveEvent;
      this.isLost = false;
      this.#host.requestUpdate();
    });
    source.addEventListener('error', () => {
      this.isLost = true;
      this.#host.requestUpdate();
      // Closed for good: an answer that is not a stream, such as 401.
      if (source.readyState === EventSource.CLOSED) dispatchEvent(new Event(SIGNED_OUT));
    });
  }

  close(): void {
    this.#source?.close();
    this.#source = undefined;
    this.latest = undefined;
    this.isLost = false;
  }
}
