/**
 * A frame without a button: the service stores the details as soon as all of them are valid, and
 * again after each change, so that the merchant's server can use them at any time. An incomplete
 * change deletes the stored details: a card that the shopper no longer sees must not be charged.
 * For a payment, number and code may be stored without the rest.
 */
import { membersOf } from '../core/members-of.js';
import { storeName } from './last-name.js';
import type { PageField } from './page-field.js';
import { postForm } from './post-form.js';
import { showProblem } from './show-problem.js';

/** Debounce time: changes within it make one request. */
const PAUSE_MS = 250;

/** The messages to the page around the frame. `incomplete`: nothing can be charged, because a field is empty or invalid. */
type FrameState = 'saving' | 'saved' | 'incomplete' | 'unsaved';

export function bindAutosave(form: HTMLFormElement, fields: readonly PageField[]): void {
  const state = form.querySelector<HTMLElement>('.state');
  /** Fields that the merchant's server may add; only for the card of a payment. */
  const completed = form.dataset['completed']?.split(' ');
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSending = false;
  /** The details changed during the last request. */
  let isChanged = false;
  /** A change waits for the debounce time: no request has it yet. */
  let isWaiting = false;
  /** The service may hold details. */
  let isStored = false;

  /**
   * Tells the page around the frame whether the visible details are stored. Nothing else is in the message, so any page may
   * receive it.
   */
  function notifyPage(state: FrameState): void {
    if (parent !== window) parent.postMessage({ florinFrame: state }, '*');
  }

  function say(text: string): void {
    if (state && state.textContent !== text) state.textContent = text;
  }

  /** Returns whether the service has what is visible, or `refused`. */
  async function post(body: URLSearchParams, isWhole: boolean): Promise<'saved' | 'refused' | 'unsaved'> {
    const answer = await postForm(form.action, body);
    if (answer.outcome === 'reload') {
      location.reload();
      return 'unsaved';
    }
    const { outcome } = answer;
    const state = outcome === 'stored' ? 'saved' : outcome === 'refused' ? 'refused' : 'unsaved';
    isStored = answer.outcome === 'stored' || answer.outcome === 'lost';
    // For the merchant's own tests: the state of the details at the service.
    form.dataset['state'] = answer.outcome === 'refused' ? 'empty' : answer.outcome;
    if (body.size === 0 || isChanged) return state;
    say(answer.outcome === 'stored' && isWhole ? READY : '');
    showProblem(answer.outcome === 'refused' ? answer.message : '');
    if (answer.outcome === 'lost') say('Not saved yet: the service did not respond. Change a field to try again.');
    if (answer.outcome === 'refused')
      for (const field of fields) if (answer.errors[field.id]) field.refuse(answer.errors[field.id] ?? '');
    if (outcome === 'stored' && isWhole && completed) storeName(body.get(NAME) ?? '');
    return state;
  }

  async function save(): Promise<void> {
    clearTimeout(timer);
    isWaiting = false;
    isChanged = true;
    if (isSending) return;
    isSending = true;
    let state: FrameState = 'saved';
    while (isChanged) {
      isChanged = false;
      const body = new URLSearchParams();
      const right = fields.filter((field) => field.isRight());
      const isWhole = right.length === fields.length;
      // Number and code are stored on their own if the merchant's server may add the rest.
      const isCompletable = fields.every((field) => right.includes(field) || completed?.includes(field.id));
      const isEnough = isWhole || isCompletable;
      if (isEnough) for (const field of right) field.write(body);
      // If all fields are optional, empty fields are not stored.
      const isSent = body.size > 0;
      say(isSent && isWhole ? 'Saving…' : '');
      const posted = isSent || isStored ? await post(body, isWhole) : 'saved';
      state = posted === 'refused' || (posted === 'saved' && !isWhole) ? 'incomplete' : posted;
    }
    isSending = false;
    if (!isWaiting) notifyPage(state);
  }

  /** Marks empty and invalid fields, and moves the focus to the first one. */
  function mark(): void {
    fields.filter((field) => !field.report())[0]?.focus();
  }

  function scheduleSave(): void {
    notifyPage('saving');
    isWaiting = true;
    clearTimeout(timer);
    timer = setTimeout(() => void save(), PAUSE_MS);
  }

  // In the capture phase, because card fields stop their input events, and fire no event while a
  // valid field stays valid.
  form.addEventListener('input', scheduleSave, { capture: true });
  form.addEventListener('florin-field', scheduleSave);
  // The shopper leaves a field, or leaves the frame for the merchant's button.
  form.addEventListener('focusout', () => void save());
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    mark();
    void save();
  });
  // The merchant's button was pressed, but the details are not complete. Any page may ask for this: it learns nothing.
  addEventListener('message', ({ source, data }) => {
    if (source === parent && membersOf(data)['florinPage'] === 'check') mark();
  });
  // Details that were typed before this script was loaded, and that may not change again.
  scheduleSave();
}

/** The parameter with the name on the card. */
const NAME = 'CardHolderName';
const READY = 'Your details are ready.';
