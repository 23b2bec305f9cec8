/**
 * A frame without a button: what is typed waits at the service as soon as all of it is right, and again after each
 * change, so that the merchant's server can act on it at any time. A change that is not finished takes back what waits:
 * a card that the shopper no longer sees must not be charged.
 */
import type { PageField } from './page-field.js';
import { postForm } from './post-form.js';
import { showProblem } from './show-problem.js';

/** Typing on within this time makes one request of two. */
const PAUSE_MS = 250;

/** Binds the form. */
export function bindKeeping(form: HTMLFormElement, fields: readonly PageField[]): void {
  const state = form.querySelector<HTMLElement>('.state');
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSending = false;
  /** A change came while the last one was on its way. */
  let isChanged = false;
  /** Something may wait at the service. */
  let isKept = false;

  function say(text: string): void {
    if (state && state.textContent !== text) state.textContent = text;
  }

  async function post(body: URLSearchParams): Promise<void> {
    const answer = await postForm(form.action, body);
    if (answer.outcome === 'reload') return void location.reload();
    isKept = answer.outcome === 'kept' || answer.outcome === 'lost';
    // For the merchant's own tests: what waits at the service, if anything does.
    form.dataset['state'] = answer.outcome === 'refused' ? 'empty' : answer.outcome;
    if (body.size === 0) return;
    if (isChanged) return;
    say(answer.outcome === 'kept' ? READY : '');
    showProblem(answer.outcome === 'refused' ? answer.message : '');
    if (answer.outcome === 'lost') say('Not saved yet: no answer came. Change a field to try again.');
    if (answer.outcome !== 'refused') return;
    for (const field of fields) if (answer.errors[field.id]) field.refuse(answer.errors[field.id] ?? '');
  }

  async function keep(): Promise<void> {
    clearTimeout(timer);
    isChanged = true;
    if (isSending) return;
    isSending = true;
    while (isChanged) {
      isChanged = false;
      const body = new URLSearchParams();
      const isRight = fields.every((field) => field.isRight());
      if (isRight) for (const field of fields) field.write(body);
      if (isRight) say('Saving…');
      else say('');
      if (isRight || isKept) await post(body);
    }
    isSending = false;
  }

  function keepSoon(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void keep(), PAUSE_MS);
  }

  form.addEventListener('florin-field', keepSoon);
  form.addEventListener('input', keepSoon);
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
