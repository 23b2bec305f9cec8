// @ts-check
/**
 * The developer bar's script: shows the events and the requests of the payment form, applies the look, and fills in a test
 * card. It uses Florin's events and the browser's list of requests (addresses and times, no bodies), which have no card data.
 */
import { copy } from '/ways/ways.js';

const bar = /** @type {HTMLElement | null} */ (document.querySelector('.dev-bar'));
if (bar) {
  /** @param {string} id */
  const part = (id) => /** @type {HTMLElement} */ (bar.querySelector(`#${id}`));
  const log = part('dev-log');
  const key = part('dev-key');
  const serviceUrl = log.dataset.service ?? '';
  let lines = 0;

  /** @param {string} text */
  const note = (text) => {
    if (lines++ === 0) log.replaceChildren();
    const line = document.createElement('li');
    line.textContent = `${new Date().toLocaleTimeString()} ${text}`;
    log.prepend(line);
    while (log.children.length > 30) log.lastElementChild?.remove();
  };

  document.addEventListener('florin-state', (event) => {
    const { state = '' } = /** @type {{ state?: string } & Event} */ (event);
    part('dev-state').textContent = state;
    if (state === 'ready') key.textContent = 'issued';
    if (state === 'expired') key.textContent = 'expired';
    note(`state: ${state}`);
  });
  document.addEventListener('florin-result', (event) => {
    const { result } = /** @type {{ result?: { status?: string } } & Event} */ (event);
    note(`result: ${result?.status ?? ''}`);
  });
  document.addEventListener('florin-error', (event) => {
    const { error } = /** @type {{ error?: { code?: string, message?: string } } & Event} */ (event);
    note(`error: ${error?.code ?? ''} ${error?.message ?? ''}`);
  });

  new PerformanceObserver((list) => {
    for (const entry of /** @type {PerformanceResourceTiming[]} */ (list.getEntries())) {
      const url = new URL(entry.name);
      if (entry.initiatorType !== 'fetch') continue;
      const ours = url.origin === location.origin && /^\/pay(-surcharge)?\//.test(url.pathname);
      if (!ours && !entry.name.startsWith(serviceUrl)) continue;
      // A key in an address is worth a payment: the first block is enough to tell two apart.
      const path = url.pathname.replace(/-[\da-f-]{27}/g, '…');
      const text = `${ours ? 'signer' : 'service'} ${path} → ${entry.responseStatus || 'no answer'} in ${Math.round(entry.duration)} ms`;
      part('dev-last').textContent = text;
      const [used] = (ours ? null : /[\da-f]{8}…/.exec(path)) ?? [];
      if (used) key.textContent = `${used} in use`;
      else if (ours && path.endsWith('/authkey') && entry.responseStatus === 200) key.textContent = 'issued';
      note(text);
    }
  }).observe({ type: 'resource', buffered: true });

  // These forms change the service and not the page, so a half-filled card form stays.
  for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (bar.querySelectorAll('form[data-in-place]'))) {
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      const body = new FormData(form, event.submitter);
      const answer = await fetch(form.action, {
        method: 'POST',
        body: new URLSearchParams(/** @type {[string, string][]} */ ([...body])),
        headers: { Accept: 'application/json' },
      });
      const { outcome, service, key: keys, note: text } = await answer.json();
      if (outcome) part('dev-outcome').textContent = outcome;
      if (service) part('dev-service').textContent = service;
      if (keys) key.textContent = keys;
      note(text ?? (outcome ? `next payment: ${outcome}` : `service is ${service}`));
    });
  }

  const look = /** @type {HTMLFormElement} */ (part('dev-look-form'));
  const details = /** @type {HTMLDetailsElement} */ (bar.querySelector('details'));
  const keepLook = () => {
    const fields = new URLSearchParams(/** @type {[string, string][]} */ ([...new FormData(look)]));
    fields.delete('back');
    fields.set('bar', details.open ? 'open' : '');
    document.cookie = `${bar.dataset.cookie}=${encodeURIComponent(fields.toString())};path=/;samesite=lax`;
    return fields;
  };
  details.addEventListener('toggle', () => {
    document.body.dataset.bar = details.open ? 'open' : 'closed';
    keepLook();
  });
  look.querySelector('button')?.remove();
  look.addEventListener('change', () => {
    const fields = keepLook();
    const [language] = /** @type {HTMLSelectElement} */ (look.elements.namedItem('lang')).selectedOptions;
    const root = document.documentElement;
    root.dataset.scheme = fields.get('scheme') ?? '';
    root.dir = fields.get('dir') || language?.dataset.dir || 'ltr';
    root.lang = fields.get('lang') || 'en-AU';
    const dark = /** @type {HTMLLinkElement} */ (document.querySelector('#dark-colours'));
    dark.media = { light: 'not all', dark: 'screen' }[root.dataset.scheme] ?? 'screen and (prefers-color-scheme: dark)';
  });

  /** The card inputs in the page, not those in a frame. @param {ParentNode} root @returns {HTMLInputElement[]} */
  const inputsOf = (root) =>
    [...root.querySelectorAll('*')].flatMap((element) => [
      ...(element instanceof HTMLInputElement && element.autocomplete.startsWith('cc-') ? [element] : []),
      ...(element.shadowRoot ? inputsOf(element.shadowRoot) : []),
    ]);
  const number = /** @type {HTMLElement | null} */ (bar.querySelector('.dev-cards [data-copy]'))?.dataset.copy ?? '';
  /** A published test card. @type {Readonly<Record<string, string>>} */
  const card = { 'cc-number': number, 'cc-exp': '12 / 39', 'cc-csc': '123', 'cc-name': 'Mia Tran' };
  const button = /** @type {HTMLButtonElement | null} */ (document.querySelector('.dev-line button'));
  button?.addEventListener('click', async () => {
    if (button.dataset.card === 'copy') return copy(button, number);
    // The fields may come later than the button.
    await customElements.whenDefined('florin-checkout');
    await /** @type {{ updateComplete?: Promise<unknown> } | null} */ (document.querySelector('florin-checkout'))
      ?.updateComplete;
    for (const input of inputsOf(document)) {
      if (!card[input.autocomplete]) continue;
      input.value = card[input.autocomplete] ?? '';
      input.dispatchEvent(new InputEvent('input', { bubbles: true }));
      input.dispatchEvent(new Event('change', { bubbles: true }));
    }
    note('filled in a test card');
  });
}
