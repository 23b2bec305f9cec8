/**
 * A frame without a button: what is typed waits at the service as soon as all of it is right, and again after each
 * change, so that the merchant's server can act on it at any time. A change that is not finished takes back what waits:
 * a card that the shopper no longer sees must not be charged. Of a payment number and code may wait without the rest.
 */
import type { PageField } from './page-field.js';
import { postForm } from './post-form.js';
import { showProblem } from './show-problem.js';

/** Typing on within this time makes one request of two. */
const PAUSE_MS = 250;

/** Binds the form. */
export function bindKeeping(form: HTMLFormElement, fields: readonly PageField[]): void {
  const state = form.querySelector<HTMLElement>('.state');
  const completed = (form.dataset['completed'] ?? '').split(' ');
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSending = false;
  /** A change came while the last one was on its way. */
  let isChanged = false;
  /** Something may wait at the service. */
  let isKept = false;

  /** The page around the frame is told whether what the shopper sees is what waits: nothing else, so that any page may hear it. */
  function tell(state: 'saving' | 'saved' | 'unsaved'): void {
    if (parent !== window) parent.postMessage({ florinFrame: state }, '*');
  }

  function say(text: string): void {
    if (state && state.textContent !== text) state.textContent = text;
  }

  /** Answers whether what the shopper sees is what waits. */
  async function post(body: URLSearchParams, isWhole: boolean): Promise<boolean> {
    const answer = await postForm(form.action, body);
    if (answer.outcome === 'reload') {
      location.reload();
      return false;
    }
    const isSafe = answer.outcome !== 'lost';
    isKept = answer.outcome === 'kept' || answer.outcome === 'lost';
    // For the merchant's own tests: what waits at the service, if anything does.
    form.dataset['state'] = answer.outcome === 'refused' ? 'empty' : answer.outcome;
    if (body.size === 0 || isChanged) return isSafe;
    say(answer.outcome === 'kept' && isWhole ? READY : '');
    showProblem(answer.outcome === 'refused' ? answer.message : '');
    if (answer.outcome === 'lost') say('Not saved yet: no answer came. Change a field to try again.');
    if (answer.outcome === 'refused')
      for (const field of fields) if (answer.errors[field.id]) field.refuse(answer.errors[field.id] ?? '');
    return isSafe;
  }

  async function keep(): Promise<void> {
    clearTimeout(timer);
    isChanged = true;
    if (isSending) return;
    isSending = true;
    let isSafe = true;
    while (isChanged) {
      isChanged = false;
      const body = new URLSearchParams();
      const right = fields.filter((field) => field.isRight());
      const isWhole = right.length === fields.length;
      // Number and code wait by themselves where the merchant's server may add the rest.
      const isCompletable = fields.every((field) => right.includes(field) || completed.includes(field.id));
      if (isWhole || isCompletable) for (const field of right) field.write(body);
      // Where all fields may stay empty, nothing typed is nothing to keep.
      const isSent = body.size > 0;
      say(isSent && isWhole ? 'Saving…' : '');
      if (isSent || isKept) isSafe = await post(body, isWhole);
    }
    isSending = false;
    tell(isSafe ? 'saved' : 'unsaved');
  }

  function keepSoon(): void {
    tell('saving');
    clearTimeout(timer);
    timer = setTimeout(() => void keep(), PAUSE_MS);
  }

  // On its way down: the fields of a card keep what is typed inside, and say nothing of a right one that stays right.
  form.addEventListener('input', keepSoon, { capture: true });
  form.addEventListener('florin-field', keepSoon);
  // The shopper leaves a field, or the frame for the merchant's button.
  form.addEventListener('focusout', () => void keep());
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const wrong = fields.filter((field) => !field.report());
    wrong[0]?.focus();
    void keep();
  });
  // What was typed before this script came, which nobody may change any more.
  keepSoon();
}

const READY = 'Your details are ready.';
