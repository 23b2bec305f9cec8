/** The dependencies of every operation. Nothing in the sandbox is global. */
import type { Bank } from './bank/bank.js';
import type { CardBook } from './bank/test-cards.js';
import type { Clock } from './clock.js';
import type { Taken } from './control/by-merchant.js';
import type { FrameSaves } from './frame-saves.js';
import type { Random } from './random.js';
import type { SandboxSettings } from './settings.js';
import type { Store } from './store/store.js';
import type { Outbox } from './webhooks/outbox.js';

export interface Context {
  readonly store: Store;
  readonly clock: Clock;
  /** Waits by the sandbox's clock. Resolves at once when the sandbox closes. */
  readonly wait: (seconds: number) => Promise<void>;
  readonly random: Random;
  readonly bank: Bank;
  readonly cards: CardBook;
  /**
   * Keyed hash of a card number. It shows whether two transactions used the same card, only to a holder of the
   * database's key.
   */
  readonly fingerprint: (digits: string) => string | Promise<string>;
  readonly settings: SandboxSettings;
  readonly outbox: Outbox;
  /** Saves of the service's frame that are in progress. */
  readonly frameSaves: FrameSaves;
  /** Runs the batch files in the background. */
  readonly batches: { wake(): void };
  /** Ends expired challenges. */
  readonly challenges: { wake(): void };
  /** Takes the card holder's name whose effect the next browser payment of a merchant gets, by its number. */
  readonly takeNextPayment: (merchant: string) => Taken<string | null>;
}
