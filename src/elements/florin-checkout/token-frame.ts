/** The method `iframe` for what is saved: it is typed in the service's own frame (method-frame.ts). */
import type { SendToken } from '../../checkout/submit-token.js';
import { localeOf } from '../locale.js';
import { tokenWords } from '../words/token-words.js';
import { ServiceFrame } from './method-frame.js';
import type { TokenFields, TokenPlace } from './token-fields.js';

export class TokenFrame implements TokenFields {
  readonly #place: TokenPlace;
  readonly #frame: ServiceFrame;
  /** What is typed there is not here. */
  readonly isEmpty = true;

  constructor(place: TokenPlace) {
    this.#place = place;
    this.#frame = new ServiceFrame(place.host, async () => {
      const flow = place.flow();
      await flow?.prepare();
      // No key: the form has said why, and its button asks again.
      return flow?.key ?? 'failed';
    });
  }

  render() {
    const { frame, loading, notLoaded, loadAgain, incomplete, renewed } = tokenWords(localeOf(this.#place.host));
    const title = frame[this.#place.purpose.endsWith('card') ? 'card' : 'bank_account'];
    return this.#frame.render({ title, loading, failed: notLoaded, again: loadAgain, incomplete, renewed });
  }

  hostUpdated(): void {
    // After something had gone out, it first has to be known what became of that.
    if (!this.#frame.isBegun && this.#place.flow()?.state.status === 'idle') void this.#frame.show();
  }

  hostDisconnected(): void {
    this.#frame.close();
  }

  report(): boolean {
    return true;
  }

  forSubmission(): SendToken {
    return async (key, exchange) => {
      const answer = await this.#frame.process(key, exchange);
      // The bank has no step in saving.
      return answer.kind === 'challenge' ? { kind: 'lost' } : answer;
    };
  }

  renew(): void {
    void this.#frame.show();
  }

  focus(): boolean {
    return this.#frame.focus();
  }

  refuse(): void {}
  clear(): void {}
}
