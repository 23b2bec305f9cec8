/** States of a webhook and outcomes of its attempts, as texts. */
import type { ShownWebhook } from '../sandbox/backoffice/api.js';
import { badge, type BadgeLook } from './format.js';

interface StateText {
  readonly look: BadgeLook;
  readonly name: string;
  /** What a person can do; empty for nothing. */
  readonly advice: string;
}

/** Every state, for a filter. */
export const WEBHOOK_STATES: Readonly<Record<ShownWebhook['state'], StateText>> = {
  waiting: { look: 'pending', name: 'Waiting', advice: 'The sandbox will try again.' },
  delivered: { look: 'approved', name: 'Delivered', advice: '' },
  given_up: {
    look: 'declined',
    name: 'Given up',
    advice: 'The shop never acknowledged it: check the address and the log of the shop.',
  },
  blocked: { look: 'declined', name: 'Blocked', advice: 'The sandbox may not connect to this address.' },
  dropped: { look: 'declined', name: 'Not sent', advice: 'A scenario stopped it.' },
};

const OUTCOMES: Readonly<Record<ShownWebhook['attempts'][number]['outcome'], string>> = {
  acknowledged: 'the shop acknowledged it',
  answered: 'the shop did not answer with 2xx',
  timed_out: 'the shop did not answer in time',
  unreachable: 'the shop could not be reached',
  blocked: 'the sandbox may not connect there',
  stopped: 'the sandbox was closed',
};

/** A state as word, colour and shape. */
export function webhookBadge({ state }: ShownWebhook) {
  const { look, name } = WEBHOOK_STATES[state];
  return badge(look, name);
}

export function writeAttempt({ outcome, status }: ShownWebhook['attempts'][number]): string {
  return `${OUTCOMES[outcome]}${status ? ` (HTTP ${status})` : ''}`;
}
