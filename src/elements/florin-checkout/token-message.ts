import type { TokenState } from '../../checkout/saving.js';
import type { FlorinError } from '../../core/errors.js';
import type { TokenMessages } from '../messages/token-messages.js';
import { type AttemptMessage, isStuck, limited, wrong } from './attempt-message.js';

/** The message of a state; undefined when form and button say enough. */
export function tokenMessage(
  state: TokenState,
  messages: TokenMessages,
  isOnline: boolean,
  locale = 'en',
): AttemptMessage | undefined {
  const { status, result, error } = state;
  switch (status) {
    case 'failed':
      return wrong(
        error?.code === 'api_rejected' ? messages.failed : messages.wrongSetup,
        `${messages.nothingSaved} ${messages.contactShop}`,
      );
    case 'idle':
    case 'ready':
      if (result?.status === 'open') return { tone: 'calm', what: messages.nothingSaved, next: messages.again };
      return error && problem(error, messages, { isOnline, locale });
    case 'expired':
      return (result ?? error) && { tone: 'calm', what: messages.expired, next: messages.again };
    case 'unknown':
      if (result?.status === 'review') return wrong(messages.review, messages.lookInAccount);
      if (isStuck(state)) return wrong(messages.lost, messages.lookInAccount);
      return { tone: 'calm', what: messages.unknown, next: messages.moment };
    case 'keying':
    case 'submitting':
    case 'confirming':
    case 'saved':
      return undefined;
  }
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
function problem(
  error: FlorinError,
  messages: TokenMessages,
  { isOnline, locale }: { readonly isOnline: boolean; readonly locale: string },
): AttemptMessage | undefined {
  switch (error.code) {
    case 'field_invalid':
      return undefined;
    case 'card_refused':
    case 'shopper_refused':
      return wrong(messages.refused, messages.backToAccount);
    case 'rate_limited':
      return limited(error, messages, locale);
    case 'service_unreachable':
      if (!isOnline) return wrong(messages.offline, messages.whenOnline);
      return wrong(messages.serviceUnreachable, `${messages.nothingSaved} ${messages.tryAgain}`);
    default:
      return wrong(messages.shopUnreachable, `${messages.nothingSaved} ${messages.tryAgain}`);
  }
}
