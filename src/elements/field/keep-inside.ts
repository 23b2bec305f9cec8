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

/** Keeps text events, and keys that write something, inside the root of a connected element. */
export function keepInside(host: Pick<ReactiveControllerHost, 'addController'> & HTMLElement): void {
  let connection: AbortController | undefined;
  host.addController({
    hostConnected() {
      connection = new AbortController();
      const { signal } = connection;
      for (const type of TEXT_EVENTS) host.shadowRoot?.addEventListener(type, stop, { signal });
      for (const type of KEY_EVENTS) host.shadowRoot?.addEventListener(type, stopIfPrintable, { signal });
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
