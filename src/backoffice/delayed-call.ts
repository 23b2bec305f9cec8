/** Runs a callback after a delay, if its element is still in the page. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

const DELAY_MS = 700;

export class DelayedCall implements ReactiveController {
  readonly #run: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isConnected = false;

  constructor(host: ReactiveControllerHost, run: () => void) {
    this.#run = run;
    host.addController(this);
  }

  hostConnected(): void {
    this.#isConnected = true;
  }

  hostDisconnected(): void {
    this.#isConnected = false;
    clearTimeout(this.#timer);
  }

  /** Starts the delay, or starts it again. */
  start(): void {
    clearTimeout(this.#timer);
    if (this.#isConnected) this.#timer = setTimeout(this.#run, DELAY_MS);
  }
}
