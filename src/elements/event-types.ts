/**
 * Types the events of all elements in `addEventListener`. They bubble, so a listener can be on an element, `document` or
 * `window`. Every file that registers a tag refers to this file, so one import types all events.
 */
import type { FlorinCardChoiceEvent, FlorinCardRemovedEvent } from './card-choice-event.js';
import type { FlorinErrorEvent, FlorinFieldEvent, FlorinResultEvent, FlorinStateEvent } from './events.js';
import type { FlorinChallengeEvent } from './florin-checkout/challenge-event.js';
import type { FlorinSavedEvent } from './florin-checkout/token-event.js';
import type { FlorinFocusEvent, FlorinReadyEvent } from './funnel-events.js';
import type { FlorinAmountEvent, FlorinBeforePayEvent, FlorinNothingToPayEvent } from './pay-events.js';

declare global {
  interface GlobalEventHandlersEventMap {
    'florin-amount': FlorinAmountEvent;
    'florin-before-pay': FlorinBeforePayEvent;
    'florin-card-choice': FlorinCardChoiceEvent;
    'florin-card-removed': FlorinCardRemovedEvent;
    'florin-challenge': FlorinChallengeEvent;
    'florin-error': FlorinErrorEvent;
    'florin-field': FlorinFieldEvent;
    'florin-focus': FlorinFocusEvent;
    'florin-nothing-to-pay': FlorinNothingToPayEvent;
    'florin-ready': FlorinReadyEvent;
    'florin-references': Event;
    'florin-result': FlorinResultEvent;
    'florin-saved': FlorinSavedEvent;
    'florin-state': FlorinStateEvent;
  }
}
