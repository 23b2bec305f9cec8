/** The current key of an attempt, until it is used or expires. */
import { assertServiceAllowed } from './origins.js';
import type { Grant } from './attempt-kind.js';
import type { Timers } from './timers.js';

/** A key is not used in its last seconds, because it could expire during the request. */
const MARGIN_MS = 5_000;

export class HeldKey<Key extends Grant> {
  readonly #timers: Timers;
  #key: Key | undefined;
  #endsAt = 0;
  #cancelEnd = () => {};

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  get key(): Key | undefined {
    return this.#key;
  }

  /**
   * Whether the key has expired. Timers stop while a machine sleeps, so `onEnd` can be late.
   */
  get isExpired(): boolean {
    return this.#key !== undefined && this.#endsAt <= this.#timers.now();
  }

  /**
   * @param onEnd - called when the key expires before it is dropped
   * @throws FlorinError `configuration_invalid` when its address is not allowed
   */
  hold(key: Key, onEnd: () => void): void {
    assertServiceAllowed(key.submitUrl);
    const lifeMs = key.expiresInSeconds * 1000 - MARGIN_MS;
    this.#key = key;
    this.#endsAt = this.#timers.now() + lifeMs;
    this.#cancelEnd = this.#timers.after(lifeMs, onEnd);
  }

  drop(): void {
    this.#cancelEnd();
    this.#key = undefined;
  }
}
