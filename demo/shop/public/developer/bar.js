// @ts-check
/**
 * The developer bar's script: shows what the payment form says of itself and which calls went out, and copies test
 * cards. It listens to Florin's own events and to the browser's list of requests (addresses and times, no bodies), so
 * it has nothing of a card to show.
 */
const bar = document.querySelector('.dev-bar');
if (bar) {
  const log = /** @type {HTMLElement} */ (bar.querySelector('#dev-log'));
  const key = /** @type {HTMLElement} */ (bar.querySelector('#dev-key'));
  const last = /** @type {HTMLElement} */ (bar.querySelector('#dev-last'));
  const service = /** @type {HTMLElement} */ (bar.querySelector('#dev-service'));
  const serviceUrl = log.dataset.service ?? '';
  let lines = 0;

  /** @param {string} words */
  const note = (words) => {
    if (lines++ === 0) log.replaceChildren();
    const line = document.createElement('li');
    line.textContent = `${new Date().toLocaleTimeString()} ${words}`;
    log.prepend(line);
    while (log.children.length > 30) log.lastElementChild?.remove();
  };

  if (document.querySelector('florin-checkout')) key.textContent = 'not asked for yet';
  document.addEventListener('florin-state', (event) => {
    const { state = '' } = /** @type {{ state?: string } & Event} */ (event);
    key.textContent = state;
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
      const ours = url.origin === location.origin && url.pathname.startsWith('/pay/');
      if (!ours && !entry.name.startsWith(serviceUrl)) continue;
      // A key in an address is worth a payment: the first block is enough to tell two apart.
      const path = url.pathname.replace(/([\da-f]{8})-[\da-f-]{27}/g, '$1…');
      const words = `${ours ? 'signer' : 'service'} ${path} → ${entry.responseStatus || 'no answer'} in ${Math.round(entry.duration)} ms`;
      last.textContent = words;
      note(words);
    }
  }).observe({ type: 'resource', buffered: true });

  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (bar.querySelectorAll('[data-copy]'))) {
    button.hidden = false;
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(button.dataset.copy ?? '');
      button.textContent = 'Copied';
      setTimeout(() => (button.textContent = 'Copy'), 1500);
    });
  }

  // These act on the service, not on the page: a page with a half-filled card form stays where it is.
  for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (bar.querySelectorAll('form[data-in-place]'))) {
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      const body = new FormData(form, event.submitter);
      const answer = await fetch(form.action, {
        method: 'POST',
        body: new URLSearchParams(/** @type {[string, string][]} */ ([...body])),
        headers: { Accept: 'text/plain' },
      });
      const words = await answer.text();
      note(words);
      if (form.action.endsWith('/service')) service.textContent = words;
    });
  }
}
