import type { TokenState } from '../../checkout/saving.js';
import type { FlorinErrorCode } from '../../core/errors.js';
import type { TokenWords } from '../words/token-words.js';

/** The message about saving: what happened, and what to do. */
export interface TokenMessage {
  readonly tone: 'wrong' | 'calm';
  readonly what: string;
  readonly next: string;
}

/** The message of a state; undefined when form and button say enough. */
export function tokenMessage(state: TokenState, words: TokenWords, isOnline: boolean): TokenMessage | undefined {
  const { status, result, error } = state;
  switch (status) {
    case 'failed':
      return wrong(
        error?.code === 'api_rejected' ? words.failed : words.wrongSetup,
        `${words.nothingSaved} ${words.contactShop}`,
      );
    case 'idle':
    case 'ready':
      if (result?.status === 'open') return { tone: 'calm', what: words.nothingSaved, next: words.again };
      return error && problem(error.code, words, isOnline);
    case 'expired':
      return (result ?? error) && { tone: 'calm', what: words.expired, next: words.again };
    case 'unknown':
      if (result?.status === 'review') return wrong(words.review, words.lookInAccount);
      if (isStuck(state)) return wrong(words.lost, words.lookInAccount);
      return { tone: 'calm', what: words.unknown, next: words.moment };
    case 'keying':
    case 'submitting':
    case 'confirming':
    case 'saved':
      return undefined;
  }
}

/** True in `unknown` when polling has ended. */
export function isStuck({ status, result, error }: TokenState): boolean {
  return status === 'unknown' && (result?.status === 'review' || error?.audience === 'merchant');
}

/** True when nothing was saved, and the form can be sent again. */
export function canTryAgain({ status, error }: TokenState): boolean {
  return /^(idle|ready|expired)$/.test(status) && !isRefused(error);
}

/** The signer refuses the shopper, or the card or account that was to be changed. */
export function isRefused(error: TokenState['error']): boolean {
  return error?.code === 'card_refused' || error?.code === 'shopper_refused';
}

/** A refused field shows its error at the field. */
function problem(code: FlorinErrorCode, words: TokenWords, isOnline: boolean): TokenMessage | undefined {
  switch (code) {
    case 'field_invalid':
      return undefined;
    case 'card_refused':
    case 'shopper_refused':
      return wrong(words.refused, words.backToAccount);
    case 'rate_limited':
      return wrong(words.tooMany, words.waitMinute);
    case 'service_unreachable':
      if (!isOnline) return wrong(words.offline, words.whenOnline);
      return wrong(words.serviceUnreachable, `${words.nothingSaved} ${words.tryAgain}`);
    default:
      return wrong(words.shopUnreachable, `${words.nothingSaved} ${words.tryAgain}`);
  }
}

function wrong(what: string, next: string): TokenMessage {
  return { tone: 'wrong', what, next };
}
