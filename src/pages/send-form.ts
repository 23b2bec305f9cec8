/** A form that ends the flow: it pays or saves, and redirects to the merchant. */
import type { PageField } from './page-field.js';
import { postForm } from './post-form.js';
import { showProblem } from './show-problem.js';

/** After this time a message says that the request is still running. */
const SLOW_MS = 8_000;

export function bindSending(form: HTMLFormElement, fields: readonly PageField[]): void {
  const button = form.querySelector('button');
  const inputs = form.querySelector<HTMLElement>('.fields');
  const state = form.querySelector<HTMLElement>('.state');
  const label = button?.textContent ?? '';
  let isBusy = false;

  function setBusy(isNowBusy: boolean): void {
    isBusy = isNowBusy;
    if (inputs) inputs.inert = isNowBusy;
    if (!button) return;
    button.textContent = isNowBusy ? (form.dataset['busy'] ?? '') : label;
    // Not `disabled`, because the button would lose the focus.
    button.setAttribute('aria-disabled', String(isNowBusy));
  }

  function say(text: string): void {
    if (state) state.textContent = text;
  }

  async function send(): Promise<void> {
    const wrong = fields.filter((field) => !field.report());
    showProblem('');
    wrong[0]?.focus();
    if (wrong.length > 0) return;
    setBusy(true);
    const slow = setTimeout(() => say('Your bank is taking longer than usual. Please wait.'), SLOW_MS);
    const body = new URLSearchParams();
    for (const field of fields) field.write(body);
    const answer = await postForm(form.action, body);
    clearTimeout(slow);
    say('');
    if (answer.outcome === 'done') return void location.replace(answer.url);
    if (answer.outcome === 'reload') return void location.reload();
    if (answer.outcome === 'lost') {
      for (const field of fields) field.clear();
      const text =
        'The payment service did not respond, so we do not know whether this went through. Please do not pay again yet.';
      return showProblem(text, { text: 'Check what happened', href: location.href });
    }
    setBusy(false);
    if (answer.outcome !== 'refused') return;
    const refused = fields.filter(({ id }) => answer.errors[id]);
    for (const field of refused) field.refuse(answer.errors[field.id] ?? '');
    showProblem(answer.message);
    refused[0]?.focus();
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!isBusy) void send();
  });
}
