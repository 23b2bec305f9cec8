/**
 * Stops native input events at the open shadow root, so that listeners of the page (session recorders, analytics) do
 * not get the typed text by accident. A script can still read it deliberately (with a capturing listener, or through
 * the root): page isolation trusts the page, as the documentation says.
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

/** Keeps text events, and keys that write text, inside the root of a connected element. */
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

/** Tab, Enter, Escape and shortcuts pass: the page's dialogs and focus traps need them. */
function stopIfPrintable(event: Event): void {
  const { key, ctrlKey, metaKey } = event as KeyboardEvent;
  if (key?.length === 1 && !ctrlKey && !metaKey) event.stopPropagation();
}
