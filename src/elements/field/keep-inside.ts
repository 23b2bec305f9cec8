/**
 * Stops the browser's own events at the open root, so that no listener of the page gets what is typed by accident: a
 * session recorder, an analytics script. A script that wants to read can (a capturing listener, the root itself): page
 * isolation trusts the page, and the documentation says so.
 */

import type { ReactiveControllerHost } from 'lit';

const TEXT_EVENTS = [
  'beforeinput',
  'input',
  'textInput',
  'compositionstart',
  'compositionupdate',
  'compositionend',
  'copy',
  'cut',
  'paste',
  'dragstart',
  'drop',
] as const;
const KEY_EVENTS = ['keydown', 'keypress', 'keyup'] as const;

/** Keeps text events, and keys that write something, inside `root` until the signal aborts. */
export function keepInside(root: EventTarget, signal: AbortSignal): void {
  for (const type of TEXT_EVENTS) root.addEventListener(type, stop, { signal });
  for (const type of KEY_EVENTS) root.addEventListener(type, stopIfPrintable, { signal });
}

/** The same for as long as an element with a root is in its document. */
export function keepInsideOf(host: Pick<ReactiveControllerHost, 'addController'> & HTMLElement): void {
  let connection: AbortController | undefined;
  host.addController({
    hostConnected() {
      connection = new AbortController();
      if (host.shadowRoot) keepInside(host.shadowRoot, connection.signal);
    },
    hostDisconnected: () => connection?.abort(),
  });
}

function stop(event: Event): void {
  event.stopPropagation();
}

/** Tab, Enter, Escape and shortcuts go on: dialogs and focus traps of the page need them. */
function stopIfPrintable(event: Event): void {
  const { key, ctrlKey, metaKey } = event as KeyboardEvent;
  if (key?.length === 1 && !ctrlKey && !metaKey) event.stopPropagation();
}
