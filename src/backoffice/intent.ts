/** What a person wants to be done once. A lost answer leaves its key as it is, so that another attempt does nothing twice. */
import type { ActionName, OfficeApi } from '../sandbox/backoffice/api.js';
import { type CallOptions, request } from './office-client.js';

/** Continues the message of a lost answer, once the page has loaded again. */
export const UP_TO_DATE = 'The page shows now what was done. If you press again, nothing is done twice.';

const KEY_BYTES = 16;

function createKey(): string {
  // Not `randomUUID`, which pages by plain HTTP do not have.
  return Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) => byte.toString(16)).join('-');
}

export class Intent {
  #key = createKey();

  /** Sends the action. After an answer, the next attempt is another action. @throws OfficeError */
  send<Name extends ActionName>(name: Name, options: CallOptions<Name>): Promise<OfficeApi[Name]['answer']> {
    return this.run((key) => request(name, options, key));
  }

  /** The same with a function that sends the key. */
  async run<Answer>(attempt: (key: string) => Promise<Answer>): Promise<Answer> {
    const answer = await attempt(this.#key);
    this.#key = createKey();
    return answer;
  }
}

/** Dispatched by a dialog whose action may have been carried out. The page around it loads again what it shows. */
export class OfficeUncertainEvent extends Event {
  static readonly eventName = 'office-uncertain';
  /** Resolves with true once the page is up to date. */
  upToDate: Promise<boolean> = Promise.resolve(false);

  constructor() {
    super(OfficeUncertainEvent.eventName, { bubbles: true });
  }
}
