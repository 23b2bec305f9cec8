/** What every operation is given. Nothing in the sandbox is global. */
import type { Bank } from './bank/bank.js';
import type { CardBook } from './bank/test-cards.js';
import type { Clock } from './clock.js';
import type { Random } from './random.js';
import type { SandboxSettings } from './settings.js';
import type { Store } from './store/store.js';
import type { Outbox } from './webhooks/outbox.js';

export interface Context {
  readonly store: Store;
  readonly clock: Clock;
  /** Waits by the clock; not at all when the sandbox is being closed. */
  readonly wait: (seconds: number) => Promise<void>;
  readonly random: Random;
  readonly bank: Bank;
  readonly cards: CardBook;
  /** Keyed hash of a card number: whether two transactions had the same card, to nobody without the database's key. */
  readonly fingerprint: (digits: string) => string | Promise<string>;
  readonly settings: SandboxSettings;
  readonly outbox: Outbox;
  /** Runs the batch files in the background. */
  readonly batches: { wake(): void };
  /** Ends challenges whose time is over. */
  readonly challenges: { wake(): void };
}
