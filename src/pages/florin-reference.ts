/**
 * The script of the REST reference: sends its calls, copies its commands, finds operations. The sandbox's own page starts it by
 * itself; the documentation site starts it with the sandbox of the tab (docs/guides/browser-tab.md).
 */
import { fillCommand, readCall } from './call-form.js';
import { showAnswer, showStatus } from './show-answer.js';

const COPIED_MS = 1_500;

/** Options of {@link startReference}. */
export interface ReferenceOptions {
  /** The reference, `<main class="reference">` of the sandbox's page. */
  readonly root: HTMLElement;
  /** Address of the sandbox, without a slash at its end. */
  findService(): Promise<string>;
}

/** The first text of a member, wherever it is in the answer. */
function findValue(answer: object, wanted: string): string | undefined {
  for (const [name, value] of Object.entries(answer) as [string, unknown][]) {
    const found = typeof value === 'object' && value ? findValue(value, wanted) : name === wanted && value;
    if (typeof found === 'string' && found) return found;
  }
  return undefined;
}

async function copy(button: HTMLButtonElement, text: string): Promise<void> {
  const isCopied = await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
  button.textContent = isCopied ? 'Copied' : 'Not allowed';
  setTimeout(() => (button.textContent = 'Copy'), COPIED_MS);
}

/**
 * Makes the calls of the reference live.
 *
 * @example
 * startReference({ root: document.querySelector('main'), findService: async () => 'http://127.0.0.1:4010' });
 */
export function startReference({ root, findService }: ReferenceOptions): void {
  const forms = [...root.querySelectorAll<HTMLFormElement>('form.call')];
  const testCards = (root.dataset['testCards'] ?? '').split(' ');
  const fill = (form: HTMLFormElement): void => fillCommand(form, root, testCards);

  /** Fills values of an answer into the forms of later calls. */
  function take(body: string): void {
    if (!body.startsWith('{')) return;
    const answer = JSON.parse(body) as object;
    for (const input of root.querySelectorAll<HTMLInputElement>('input[data-takes]')) {
      input.value = findValue(answer, input.dataset['takes'] ?? '') ?? input.value;
    }
    forms.forEach(fill);
  }

  async function send(form: HTMLFormElement): Promise<void> {
    showStatus(form, 'Sending …');
    try {
      const request = readCall(form, root, await findService());
      if (form.dataset['opens']) {
        showStatus(form, '');
        open(request.url, '_blank', 'noopener');
        return;
      }
      const response = await fetch(request);
      const body = await response.text();
      showAnswer(form, response, body);
      take(body);
    } catch (error) {
      showStatus(form, `No answer. ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  for (const form of forms) {
    form.dataset['ready'] = 'true';
    form.addEventListener('input', () => fill(form));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void send(form);
    });
    const button = form.querySelector<HTMLButtonElement>('.copy');
    button?.addEventListener('click', () => void copy(button, form.querySelector('code')?.textContent ?? ''));
  }
  const credentials = root.querySelector<HTMLFormElement>('.credentials');
  if (!credentials) return;
  credentials.dataset['ready'] = 'true';
  credentials.addEventListener('input', () => forms.forEach(fill));
  credentials.addEventListener('submit', (event) => event.preventDefault());
}

/** The search field shows only the operations whose text has all of its words. */
function bindSearch(contents: HTMLElement): void {
  const find = contents.querySelector<HTMLElement>('.find');
  const input = find?.querySelector('input');
  if (!find || !input) return;
  find.hidden = false;
  input.addEventListener('input', () => {
    const words = input.value.toLowerCase().split(' ');
    for (const item of contents.querySelectorAll<HTMLElement>('li')) {
      const text = `${item.textContent} ${item.dataset['words'] ?? ''}`.toLowerCase();
      item.hidden = !words.every((word) => text.includes(word));
    }
    for (const heading of contents.querySelectorAll<HTMLElement>('h2')) {
      heading.hidden = heading.nextElementSibling?.querySelector('li:not([hidden])') === null;
    }
  });
}

const own = document.querySelector<HTMLElement>('main[data-service]');
if (own) startReference({ root: own, findService: () => Promise.resolve(own.dataset['service'] ?? '') });
const contents = document.querySelector<HTMLElement>('.columns > nav');
if (own && contents) bindSearch(contents);
