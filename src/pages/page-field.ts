/** One field of a page: Florin's own element for a card field, or a plain input. */
import { checkAccountName, checkAccountNumber, checkBsb, formatBsb } from '../core/bank/bank-account.js';
import { CARD_BRANDS } from '../core/card/brand.js';
import { fieldsWithin } from '../elements/field/field-registry.js';
import { alertMark } from '../elements/marks.js';
import { html, render } from 'lit';

/** The common interface of all fields. */
export interface PageField {
  readonly id: string;
  /** True when it can be sent. Shows nothing. */
  isRight(): boolean;
  /** Like `isRight`, and shows the error. */
  report(): boolean;
  /** Shows that the service has refused it. */
  refuse(message: string): void;
  focus(): void;
  /** Adds it to the request body; the only way out for the typed text. */
  write(body: URLSearchParams): void;
  clear(): void;
}

/** Rules for plain inputs; the service checks everything else. */
const CHECKS: Readonly<Record<string, (text: string) => boolean>> = {
  bsb: (text) => checkBsb(text).status === 'valid',
  account: (text) => checkAccountNumber(text).status === 'valid',
  holder: (text) => checkAccountName(text).status === 'valid',
  email: (text) => /^[^\s@]+@[^\s@]+$/.test(text.trim()),
  amount: (text) => /^\d[\d,]*(\.\d+)?$/.test(text.trim()),
};

/** Brands that the service has a name for. */
const BRANDS = CARD_BRANDS.filter(({ cardType }) => cardType).map(({ id }) => id);

/** A field that the page's HTML has drawn. */
export function plainField(cell: HTMLElement, input: HTMLInputElement): PageField {
  const { field: id = '', empty = '', wrong = '' } = cell.dataset;
  const note = cell.querySelector<HTMLElement>('.note');
  let shown = note?.classList.contains('error') ? 'wrong' : '';
  const isEmpty = () => (input.type === 'checkbox' ? !input.checked : input.value.trim() === '');
  const problem = () => {
    if (isEmpty()) return input.required ? empty : '';
    return input.type === 'checkbox' || (CHECKS[id]?.(input.value) ?? true) ? '' : wrong;
  };

  function show(message: string): void {
    shown = message;
    cell.classList.toggle('wrong', message !== '');
    input.setAttribute('aria-invalid', String(message !== ''));
    if (!note) return;
    note.classList.toggle('error', message !== '');
    // The server's text is replaced by the text drawn here.
    if (!note.dataset['drawn']) note.replaceChildren();
    note.dataset['drawn'] = 'true';
    render(message && html`${alertMark(14)}<span>${message}</span>`, note);
  }

  const report = () => {
    show(problem());
    return shown === '';
  };
  input.addEventListener('blur', () => {
    if (id === 'bsb' && input.value && CHECKS['bsb']?.(input.value)) input.value = formatBsb(input.value);
    if (!isEmpty()) report();
  });
  input.addEventListener('input', () => {
    if (shown && problem() === '') show('');
  });
  return {
    id,
    isRight: () => problem() === '',
    report,
    refuse: show,
    focus: () => input.focus(),
    write(body) {
      if (!isEmpty()) body.set(input.name, input.value);
    },
    clear() {
      if (input.type !== 'checkbox') input.value = '';
    },
  };
}

/** The frame has no padding, and would cut off a focus ring outside the box. */
function ringInside(): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('.wrong .box:focus-within { outline-offset: -4px }');
  return sheet;
}

/** Replaces the page's own input by Florin's element, and takes over the typed text. */
export async function elementField(cell: HTMLElement, input: HTMLInputElement): Promise<PageField> {
  const { field: id = '', element: tag = '' } = cell.dataset;
  const element = document.createElement(tag);
  if (!input.required) element.setAttribute('optional', '');
  if (id === 'number') element.setAttribute('accepted-brands', BRANDS.join(' '));
  const { name, value, autofocus } = input;
  const hadFocus = document.activeElement === input || autofocus;
  const wasWrong = cell.classList.contains('wrong');
  cell.classList.remove('wrong');
  element.className = 'upgraded';
  cell.replaceChildren(element);
  if (document.documentElement.classList.contains('frame')) element.shadowRoot?.adoptedStyleSheets.push(ringInside());
  await (element as HTMLElement & { updateComplete?: Promise<unknown> }).updateComplete;
  const [field] = fieldsWithin([element]);
  if (!field) throw new TypeError(`${tag} has no field`);
  field.context = { ...field.context, allowTestMonth: true };
  if (value) field.write(value);
  if (wasWrong) field.report();
  if (hadFocus) field.focus();
  return {
    id,
    isRight() {
      field.refresh();
      return field.isRight;
    },
    report: () => field.report(),
    refuse: () => field.refuse(),
    focus: () => field.focus(),
    write(body) {
      const text = field.read().trim();
      if (text) body.set(name, text);
    },
    clear: () => field.clear(),
  };
}
