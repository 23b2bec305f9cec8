/**
 * Runs in the page before its scripts and reports everything that leaves the card form: events,
 * messages, storage, history, console, markup, form data. It only observes: wrapped functions keep
 * their behaviour.
 * A page that contains the fields can read the typed text, as with any form: the capture phase of
 * native events cannot be hidden from it (docs/invariants.md, invariant 1). Native events therefore
 * count only when they bubble out of the open root, where a listener would get them by accident.
 * Everything that a script dispatches, sends, stores or writes counts.
 */

/** Name of the reporting function, which the test exposes to the page. */
export const REPORT = 'florinTestReport';

/** Installs the observers. Self-contained, because the test sends its source into the page. */
export function recordPage(reportName: string): void {
  type Report = (channel: string, where: string, value: unknown) => void;
  const send = (globalThis as unknown as Record<string, (seen: unknown) => Promise<void>>)[reportName];
  const report: Report = (channel, where, value) => {
    void send?.({ channel, where, value: toPlain(value, 0) }).catch(() => undefined);
  };

  function toPlain(value: unknown, depth: number): unknown {
    if (value === null || ['string', 'number', 'boolean', 'undefined'].includes(typeof value)) return value;
    if (typeof value === 'bigint' || typeof value === 'symbol' || typeof value === 'function') return String(value);
    if (depth > 5) return '[deep]';
    if (value instanceof Node) return value instanceof Element ? value.outerHTML : value.textContent;
    if (value === window) return '[window]';
    if (value instanceof Event) return readEvent(value, depth);
    if (value instanceof Error) {
      const { name, message, stack, cause } = value;
      return { name, message, stack, cause: toPlain(cause, depth + 1), ...readOwn(value, depth) };
    }
    if (value instanceof FormData || value instanceof URLSearchParams || value instanceof Map || value instanceof Set) {
      return [...value].map((entry) => toPlain(entry, depth + 1));
    }
    if (value instanceof ArrayBuffer) return new TextDecoder().decode(value);
    if (ArrayBuffer.isView(value)) return new TextDecoder().decode(value);
    if (Array.isArray(value)) return value.map((entry) => toPlain(entry, depth + 1));
    return readOwn(value as object, depth);
  }

  function readOwn(value: object, depth: number): Record<string, unknown> {
    const plain: Record<string, unknown> = {};
    for (const key of Object.keys(value)) plain[key] = toPlain((value as Record<string, unknown>)[key], depth + 1);
    return plain;
  }

  /** The data of an event besides that of every event: own members, and getters of its class. */
  function readEvent(event: Event, depth: number): Record<string, unknown> {
    const plain = readOwn(event, depth);
    delete plain['isTrusted'];
    let prototype: object | null = Object.getPrototypeOf(event) as object;
    while (prototype && prototype !== Event.prototype && prototype !== UIEvent.prototype) {
      for (const key of Object.getOwnPropertyNames(prototype)) {
        if (key === 'constructor' || key === 'source' || key === 'ports' || key in plain) continue;
        const member = (event as unknown as Record<string, unknown>)[key];
        if (typeof member !== 'function') plain[key] = toPlain(member, depth + 1);
      }
      prototype = Object.getPrototypeOf(prototype) as object | null;
    }
    return plain;
  }

  /** Wraps a method to report its arguments before it runs. */
  function tap(owner: object | undefined, method: string, channel: string): void {
    const target = owner as Record<string, (...args: unknown[]) => unknown> | undefined;
    const original = target?.[method];
    if (!target || typeof original !== 'function') return;
    target[method] = function (this: unknown, ...args: unknown[]) {
      report(channel, method, args);
      return original.apply(this, args);
    };
  }

  // Events.
  const dispatch = EventTarget.prototype.dispatchEvent;
  EventTarget.prototype.dispatchEvent = function (event) {
    report('dispatched event', event.type, event);
    return dispatch.call(this, event);
  };
  const types = ['input', 'beforeinput', 'textInput', 'change', 'submit', 'formdata', 'message', 'messageerror'];
  const keys = ['keydown', 'keypress', 'keyup', 'paste', 'copy', 'cut', 'drop', 'compositionend'];
  const more = ['storage', 'popstate', 'hashchange', 'error', 'unhandledrejection'];
  const florin = ['florin-state', 'florin-result', 'florin-error', 'florin-field', 'florin-change', 'florin-input'];
  for (const type of [...types, ...keys, ...more, ...florin]) {
    for (const target of [window, document]) {
      target.addEventListener(type, (event) => {
        const { value } = (event.composedPath()[0] ?? {}) as { value?: unknown };
        const pasted = event instanceof ClipboardEvent ? event.clipboardData?.getData('text') : undefined;
        report('event', type, { ...readEvent(event, 0), pasted, value: typeof value === 'string' ? value : undefined });
      });
      target.addEventListener(type, (event) => event.isTrusted || report('event', type, event), true);
    }
  }

  // Messages, beacons, sockets.
  tap(window, 'postMessage', 'message');
  for (const owner of [MessagePort, BroadcastChannel, Worker]) tap(owner.prototype, 'postMessage', 'message');
  tap(Navigator.prototype, 'sendBeacon', 'beacon');
  tap(WebSocket.prototype, 'send', 'socket');
  tap(RTCDataChannel.prototype, 'send', 'socket');
  tap(XMLHttpRequest.prototype, 'send', 'request body');

  // Persistent state.
  tap(Storage.prototype, 'setItem', 'storage');
  tap(IDBObjectStore.prototype, 'put', 'storage');
  tap(IDBObjectStore.prototype, 'add', 'storage');
  tap((globalThis as { Cache?: typeof Cache }).Cache?.prototype, 'put', 'storage');
  tap((globalThis as { CookieStore?: { prototype: object } }).CookieStore?.prototype, 'set', 'cookie');
  const cookie = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie');
  Object.defineProperty(Document.prototype, 'cookie', {
    ...cookie,
    set(this: Document, text: string) {
      report('cookie', 'document.cookie', text);
      cookie?.set?.call(this, text);
    },
  });
  tap(History.prototype, 'pushState', 'history');
  tap(History.prototype, 'replaceState', 'history');
  tap(Performance.prototype, 'mark', 'performance');
  tap(Performance.prototype, 'measure', 'performance');
  tap((navigator as { clipboard?: object }).clipboard, 'writeText', 'clipboard');
  tap(ElementInternals.prototype, 'setFormValue', 'form data');
  for (const level of ['log', 'info', 'warn', 'error', 'debug', 'trace', 'dir', 'table', 'group']) {
    tap(console, level, 'console');
  }

  // Markup, in the page and in every root.
  const observer = new MutationObserver((records) => {
    for (const { type, target, attributeName, addedNodes } of records) {
      if (type === 'attributes' && attributeName !== null && target instanceof Element) {
        report('markup', `${target.localName}[${attributeName}]`, target.getAttribute(attributeName) ?? '');
      } else if (type === 'characterData') report('markup', 'text', target.textContent);
      for (const node of addedNodes) report('markup', node.nodeName.toLowerCase(), node);
    }
  });
  const options = { attributes: true, characterData: true, childList: true, subtree: true };
  observer.observe(document, options);
  const attachShadow = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (init) {
    const root = attachShadow.call(this, init);
    observer.observe(root, options);
    return root;
  };
}

/** Reads the current state of the page. Self-contained. */
export function readPage(): Record<string, unknown> {
  const roots: (Document | ShadowRoot)[] = [document];
  for (const root of roots) {
    for (const element of root.querySelectorAll('*')) if (element.shadowRoot) roots.push(element.shadowRoot);
  }
  const all = roots.flatMap((root) => [...root.querySelectorAll('*')]);
  const forms = all.filter((element) => element instanceof HTMLFormElement);
  const hosts = all.filter((element) => element.localName.startsWith('florin-'));
  const readText = (value: unknown): string | undefined => {
    if (typeof value === 'string' || typeof value === 'number') return String(value);
    if (typeof value !== 'object' || value === null || value instanceof Node) return undefined;
    try {
      return JSON.stringify(value);
    } catch {
      return undefined;
    }
  };
  const readMembers = (host: Element): Record<string, string> => {
    const members: Record<string, string> = {};
    let owner: object | null = host;
    while (owner && owner !== HTMLElement.prototype) {
      for (const key of Object.getOwnPropertyNames(owner)) {
        const text = readText((host as unknown as Record<string, unknown>)[key]);
        if (text !== undefined) members[key] = text;
      }
      owner = Object.getPrototypeOf(owner) as object | null;
    }
    return members;
  };
  return {
    html: roots.map((root) => (root instanceof Document ? root.documentElement.outerHTML : root.innerHTML)),
    formData: forms.map((form) =>
      [...new FormData(form)].map(([name, value]) => ({ [name]: typeof value === 'string' ? value : value.name })),
    ),
    members: hosts.map(readMembers),
    storage: [localStorage, sessionStorage].map((storage) => ({ ...storage })),
    cookie: document.cookie,
    address: location.href,
    historyState: JSON.stringify(history.state),
    windowName: window.name,
    title: document.title,
    entries: performance.getEntries().map((entry) => entry.name),
    referrer: document.referrer,
  };
}
