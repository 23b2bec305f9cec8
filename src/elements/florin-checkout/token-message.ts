import type { TokenState } from '../../checkout/saving.js';
import type { FlorinError, FlorinErrorCode } from '../../core/errors.js';
import type { TokenMessages } from '../messages/token-messages.js';
import { type AttemptMessage, type CodeWithoutText, isStuck, limited, wrong } from './attempt-message.js';

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
      // A refused field shows its error at the field.
      if (!error || error.code === 'field_invalid') return undefined;
      return (
        TEXTS[error.code as keyof typeof TEXTS]?.(messages, error, locale, isOnline) ??
        wrong(messages.shopUnreachable, `${messages.nothingSaved} ${messages.tryAgain}`)
      );
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

const refused = (messages: TokenMessages) => wrong(messages.refused, messages.backToAccount);

/** By code, while nothing was stored; without the codes of an order. */
const TEXTS = {
  card_refused: refused,
  shopper_refused: refused,
  rate_limited: limited,
  service_unreachable: (messages, _error, _locale, isOnline) =>
    isOnline
      ? wrong(messages.serviceUnreachable, `${messages.nothingSaved} ${messages.tryAgain}`)
      : wrong(messages.offline, messages.whenOnline),
} satisfies Record<
  Exclude<FlorinErrorCode, CodeWithoutText | 'order_refused' | 'nothing_to_pay' | 'amount_changed'>,
  (messages: TokenMessages, error: FlorinError, locale: string, isOnline: boolean) => AttemptMessage
>;
