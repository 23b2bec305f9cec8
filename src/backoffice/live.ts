/**
 * The live stream of the sandbox, for the app. A browser opens six connections to an origin, so all tabs of a person share
 * one stream: the tab with the lock has it, and passes the events on. Hidden tabs have none.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { LiveEvent } from '../sandbox/backoffice/api.js';
import { SIGNED_OUT } from './office-client.js';
import type { Person } from './office-page.js';
import { OFFICE } from './root.js';

/** A message between the tabs. `hello` asks for the newest event. `lost` says that the connection is lost. */
type TabMessage =
  { readonly is: 'hello' } | { readonly is: 'lost' } | { readonly is: 'event'; readonly event: LiveEvent };

/** Runs `work` with the lock. A page by plain HTTP has no locks: then each visible tab has a stream. */
async function withLock(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  const { locks } = navigator as { readonly locks?: LockManager };
  await (locks ? locks.request(name, { signal }, work) : work());
}

/** Has the newest event, and whether the connection is lost. */
export class LiveController implements ReactiveController {
  latest: LiveEvent | undefined;
  /** True while the connection is lost: the page may be out of date. */
  isLost = false;
  /** How often the connection came back. */
  returns = 0;

  readonly #host: ReactiveControllerHost;
  #channel: BroadcastChannel | undefined;
  #source: EventSource | undefined;
  /** Aborted when the tab leaves the others. */
  #leaving: AbortController | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.close();
  }

  /** Connects. The browser connects again by itself after a lost connection. */
  open({ merchant, username }: Person): void {
    if (this.#channel) return;
    this.#channel = new BroadcastChannel(`${OFFICE} ${merchant.number} ${username}`);
    this.#channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => this.#onMessage(data));
    document.addEventListener('visibilitychange', this.#onVisibility);
    this.#onVisibility();
  }

  close(): void {
    document.removeEventListener('visibilitychange', this.#onVisibility);
    this.#leave();
    this.#channel?.close();
    this.#channel = undefined;
    this.latest = undefined;
    this.isLost = false;
  }

  readonly #onVisibility = (): void => {
    if (document.visibilityState === 'hidden') this.#leave();
    else if (!this.#leaving) this.#join();
  };

  #join(): void {
    const { signal } = (this.#leaving = new AbortController());
    this.#tell({ is: 'hello' });
    withLock(this.#channel?.name ?? '', signal, () => this.#stream(signal)).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }

  #leave(): void {
    this.#leaving?.abort();
    this.#leaving = undefined;
  }

  /** Has the stream until the tab leaves. */
  #stream(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const source = new EventSource(`${OFFICE}/api/live`);
      this.#source = source;
      const end = (): void => {
        source.close();
        this.#source = undefined;
        resolve();
      };
      if (signal.aborted) return end();
      signal.addEventListener('abort', end, { once: true });
      source.addEventListener('message', ({ data }: MessageEvent<string>) => {
        this.#pass({ is: 'event', event: JSON.parse(data) as LiveEvent });
      });
      source.addEventListener('error', () => {
        this.#pass({ is: 'lost' });
        // Closed for good: an answer that is not a stream, such as 401.
        if (source.readyState === EventSource.CLOSED) dispatchEvent(new Event(SIGNED_OUT));
      });
    });
  }

  #onMessage(message: TabMessage): void {
    if (message.is !== 'hello') {
      if (this.#leaving) this.#show(message);
    } else if (this.#source) {
      if (this.isLost) this.#tell({ is: 'lost' });
      else if (this.latest) this.#tell({ is: 'event', event: this.latest });
    }
  }

  #pass(message: Exclude<TabMessage, { readonly is: 'hello' }>): void {
    this.#tell(message);
    this.#show(message);
  }

  #tell(message: TabMessage): void {
    this.#channel?.postMessage(message);
  }

  #show(message: Exclude<TabMessage, { readonly is: 'hello' }>): void {
    if (this.isLost && message.is === 'event') this.returns += 1;
    this.isLost = message.is === 'lost';
    if (message.is === 'event') this.latest = message.event;
    this.#host.requestUpdate();
  }
}
