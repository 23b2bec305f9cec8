/**
 * The bank's step (3-D Secure) in a dialog over the shop's page: the bank's page in a frame that
 * cannot navigate this window. It ends on the signer's return address, which posts one fixed
 * message (src/signer/frame/return-in-frame.ts). The dialog never learns the outcome of the payment; only
 * the signer reports it. docs/invariants.md, invariant 13. Loaded when the service answers 300.
 */
import type { ChallengeEnd } from '../../checkout/challenge-step.js';
import { BANK_ALLOW, BANK_SANDBOX, BANK_STEP_TIME } from '../../core/bank-frame.js';
import { challenge as english } from '../../languages/generated/english/challenge.js';
import { adoptStyles } from '../adopt-styles.js';
import { messagesOf } from '../locale.js';
import { waitingMessages, writeMinutes } from './waiting-text.js';
import { challengeStyles } from './challenge.css.js';
import { isEscapeMessage, isReturnMessage } from './return-message.js';

const challengeMessages = (locale: string) => messagesOf('challenge', english, locale);

/** The bank's page may end by itself in its last second, which tells more than this dialog's end. */
const GRACE_MS = 5_000;
/** After this time the shopper is told that the bank is slow. */
const SLOW_MS = 15_000;

/** What the dialog needs. */
interface ChallengeSettings {
  /** The root that the dialog is appended to. */
  readonly root: HTMLElement | DocumentFragment;
  /** A URL on the service's own origin; the caller has checked it. */
  readonly url: string;
  /** Only a page of this origin can report the end of the step. */
  readonly signerOrigin: string;
  /** When the bank no longer waits. Milliseconds since 1970. */
  readonly endsAt: number;
  readonly locale: string;
  readonly signal: AbortSignal;
}

/**
 * Shows the step, and resolves when it is closed.
 * @throws Error when the dialog is not visible, for example in a hidden part of the page
 */
export async function openChallenge({
  root,
  url,
  signerOrigin,
  endsAt,
  locale,
  signal,
}: ChallengeSettings): Promise<ChallengeEnd> {
  const messages = challengeMessages(locale);
  adoptStyles(root, [challengeStyles]);

  const frame = create('iframe', { title: messages.frame });
  frame.setAttribute('sandbox', BANK_SANDBOX);
  frame.allow = BANK_ALLOW;
  frame.referrerPolicy = 'strict-origin';
  frame.src = url;
  const close = create('button', { type: 'button', className: 'plain close', ariaLabel: messages.close }, '\u00d7');
  // Not announced at each change.
  const timer = create('span', { className: 'timer', role: 'timer' });
  const showTime = () => {
    const left = Math.max(0, Math.min(endsAt - Date.now(), BANK_STEP_TIME));
    timer.textContent = writeMinutes(Math.ceil(left / 1000));
    timer.ariaLabel = waitingMessages(locale).timeLeft(timer.textContent);
    return left;
  };
  const title = create('h2', { id: 'challenge-title', tabIndex: -1 }, messages.title);
  const status = create('p', {}, messages.loading);
  const waits = create('div', { className: 'waits' }, create('span', { className: 'spinner' }), status);
  waits.setAttribute('role', 'status');
  const stay = create('button', { type: 'button' }, messages.stay);
  const leave = create('button', { type: 'button', className: 'plain' }, messages.leave);
  const question = create(
    'div',
    { hidden: true },
    create('h3', { id: 'challenge-leave' }, messages.leaveTitle),
    create('p', { id: 'challenge-leave-text' }, messages.leaveText),
    stay,
    leave,
  );
  question.setAttribute('role', 'alertdialog');
  question.setAttribute('aria-labelledby', 'challenge-leave');
  question.setAttribute('aria-describedby', 'challenge-leave-text');
  const elsewhere = create('button', { type: 'button', className: 'plain' }, messages.elsewhere);
  const dialog = create(
    'dialog',
    { className: 'florin challenge' },
    create('header', {}, title, timer, close),
    create('div', { className: 'place' }, frame, waits, question),
    create('footer', {}, elsewhere),
  );
  dialog.setAttribute('part', 'challenge');
  dialog.setAttribute('aria-labelledby', title.id);

  const ask = (isAsking: boolean) => {
    question.hidden = !isAsking;
    frame.inert = isAsking;
    elsewhere.inert = isAsking;
    if (isAsking) stay.focus();
    else frame.focus();
  };

  const ending = new AbortController();
  const listen = { signal: ending.signal };
  try {
    return await new Promise<ChallengeEnd>((resolve) => {
      const requestClose = () => {
        if (waits.isConnected) resolve('cancelled');
        else ask(question.hidden === true);
      };
      const timers = [
        setTimeout(() => resolve('timed_out'), showTime() + GRACE_MS),
        setTimeout(() => (status.textContent = messages.slow), SLOW_MS),
        setInterval(showTime, 1_000),
      ];
      listen.signal.addEventListener('abort', () => timers.forEach(clearTimeout));
      signal.addEventListener('abort', () => resolve('cancelled'), listen);
      globalThis.addEventListener(
        'message',
        (event) => {
          if (isReturnMessage(event, frame.contentWindow, signerOrigin)) resolve('returned');
          else if (isEscapeMessage(event, frame.contentWindow) && !waits.isConnected) ask(true);
        },
        listen,
      );
      frame.addEventListener('load', () => {
        waits.remove();
        // A browser that does not send `Sec-Fetch-Dest` has been redirected to a page of the shop. A service of the page's own
        // origin, which only a browser tab has, cannot be told from the shop.
        if (new URL(url).origin !== location.origin && isOwnPage(frame)) resolve('returned');
      });
      // Escape. A browser closes the dialog on the second Escape without an event that can be cancelled.
      dialog.addEventListener('cancel', (event) => {
        event.preventDefault();
        requestClose();
      });
      dialog.addEventListener('close', () => resolve('cancelled'));
      close.addEventListener('click', () => (question.hidden ? requestClose() : stay.focus()));
      stay.addEventListener('click', () => ask(false));
      leave.addEventListener('click', () => resolve('cancelled'));
      // Hidden together with a part of the page, an open dialog would still block all of the page.
      const size = new ResizeObserver(() => dialog.getClientRects().length === 0 && resolve('cancelled'));
      listen.signal.addEventListener('abort', () => size.disconnect());
      elsewhere.addEventListener('click', () => resolve('elsewhere'));

      root.append(dialog);
      dialog.showModal();
      // In a hidden part of the page the dialog would be open but invisible.
      if (dialog.getClientRects().length === 0) throw new Error('The dialog cannot be seen');
      size.observe(dialog);
      title.focus();
    });
  } finally {
    ending.abort();
    dialog.close();
    dialog.remove();
  }
}

function isOwnPage({ contentWindow }: HTMLIFrameElement): boolean {
  try {
    return /^https?:/.test(contentWindow?.location.href ?? '');
  } catch {
    return false;
  }
}

/** Elements are created without markup text, because a page may enforce Trusted Types. */
function create<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}
