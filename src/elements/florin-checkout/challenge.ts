/**
 * The bank's step (3-D Secure) in a dialog over the shop's page: the bank's own page in a frame that cannot lead this
 * window anywhere, until it ends on the signer's return address, which tells us one word (src/signer/return-in-frame.ts).
 * Nothing that is seen here says how the payment ended; that is the signer's to say. docs/invariants.md, invariant 13. Loaded when
 * the service answers 300.
 */
import type { ChallengeEnd } from '../../checkout/challenge-step.js';
import { adoptStyles } from '../adopt-styles.js';
import { challengeWords } from '../words/challenge-words.js';
import { challengeStyles } from './challenge.css.js';
import { isReturnMessage } from './return-message.js';

/** Longer than banks give their shoppers (10 minutes are usual), so that the bank's own end comes first. */
const PATIENCE_MS = 15 * 60_000;
/** After so long the shopper is told that it is the bank that is slow. */
const SLOW_MS = 15_000;

/** What the dialog needs. */
export interface ChallengeSettings {
  /** Where the dialog is put. */
  readonly root: HTMLElement | DocumentFragment;
  /** Of the service's own origin; whoever calls has checked it. */
  readonly url: string;
  /** Only a page of this origin can say that the step has ended. */
  readonly signerOrigin: string;
  readonly locale: string;
  readonly signal: AbortSignal;
}

/**
 * Shows the step, and resolves when it is left.
 * @throws Error when the dialog cannot be seen, in a part of the page that is hidden for example
 */
export async function openChallenge({
  root,
  url,
  signerOrigin,
  locale,
  signal,
}: ChallengeSettings): Promise<ChallengeEnd> {
  const words = challengeWords(locale);
  adoptStyles(root, [challengeStyles]);

  const frame = create('iframe', { title: words.frame });
  // No `allow-top-navigation`: the bank's page cannot take the shop's away. Passkeys and codes from messages are its own.
  frame.setAttribute('sandbox', 'allow-scripts allow-forms allow-same-origin');
  frame.setAttribute('allow', 'publickey-credentials-get *; otp-credentials *; payment *');
  frame.referrerPolicy = 'strict-origin';
  frame.src = url;
  const close = create('button', { type: 'button', className: 'plain close', ariaLabel: words.close }, '\u00d7');
  const title = create('h2', { id: 'challenge-title', tabIndex: -1 }, words.title);
  const says = create('p', {}, words.loading);
  const waits = create('div', { className: 'waits' }, create('span', { className: 'spinner' }), says);
  waits.setAttribute('role', 'status');
  const stay = create('button', { type: 'button' }, words.stay);
  const leave = create('button', { type: 'button', className: 'plain' }, words.leave);
  const question = create(
    'div',
    { hidden: true },
    create('h3', { id: 'challenge-leave' }, words.leaveTitle),
    create('p', { id: 'challenge-leave-text' }, words.leaveText),
    stay,
    leave,
  );
  question.setAttribute('role', 'alertdialog');
  question.setAttribute('aria-labelledby', 'challenge-leave');
  question.setAttribute('aria-describedby', 'challenge-leave-text');
  const elsewhere = create('button', { type: 'button', className: 'plain' }, words.elsewhere);
  const dialog = create(
    'dialog',
    { className: 'florin challenge' },
    create('header', {}, title, close),
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
      const wish = () => {
        if (waits.isConnected) resolve('cancelled');
        else ask(question.hidden === true);
      };
      const timers = [
        setTimeout(() => resolve('timed_out'), PATIENCE_MS),
        setTimeout(() => (says.textContent = words.slow), SLOW_MS),
      ];
      listen.signal.addEventListener('abort', () => timers.forEach(clearTimeout));
      signal.addEventListener('abort', () => resolve('cancelled'), listen);
      globalThis.addEventListener(
        'message',
        (event) => {
          if (isReturnMessage(event, frame.contentWindow, signerOrigin)) resolve('returned');
        },
        listen,
      );
      frame.addEventListener('load', () => {
        waits.remove();
        // A browser that does not say that it is a frame that it loads has been sent on, to a page of the shop.
        if (isOwnPage(frame)) resolve('returned');
      });
      // Escape. A browser closes on the second one without asking.
      dialog.addEventListener('cancel', (event) => {
        event.preventDefault();
        wish();
      });
      dialog.addEventListener('close', () => resolve('cancelled'));
      close.addEventListener('click', () => (question.hidden ? wish() : stay.focus()));
      stay.addEventListener('click', () => ask(false));
      leave.addEventListener('click', () => resolve('cancelled'));
      elsewhere.addEventListener('click', () => resolve('elsewhere'));

      root.append(dialog);
      dialog.showModal();
      // In a part of the page that is not shown, the dialog would be open and nobody could see it.
      if (dialog.getClientRects().length === 0) throw new Error('The dialog cannot be seen');
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

/** No markup as text: a page may enforce Trusted Types. */
function create<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}
