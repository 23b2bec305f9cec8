/** Registers the service worker. Errors say what is wrong, where the browser says only that the registration failed. */
import { FlorinError } from '../core/errors.js';

const GUIDE = 'docs/guides/browser-tab.md';

/** @throws FlorinError `configuration_invalid` */
function problem(message: string, cause?: unknown): never {
  throw new FlorinError('configuration_invalid', `The sandbox of the tab: ${message}. See ${GUIDE}`, { cause });
}

/** Address and scope of the worker. */
interface WorkerPlace {
  readonly script: URL;
  readonly scope: URL;
}

/** Resolves the addresses. @throws FlorinError when the page is outside the scope */
export function readPlace(worker: string | URL, scope: string | URL | undefined): WorkerPlace {
  const script = new URL(worker, document.baseURI);
  const place = { script, scope: scope === undefined ? new URL('./', script) : new URL(scope, document.baseURI) };
  if (script.origin !== location.origin) {
    problem(`its worker must have the page's own origin ${location.origin}, not ${script.origin}`);
  }
  if (!location.href.startsWith(place.scope.href)) {
    problem(
      `the page ${location.pathname} is outside the worker's scope ${place.scope.pathname}: put the worker's file into a folder above the page`,
    );
  }
  return place;
}

async function whyRefused({ script, scope }: WorkerPlace, error: unknown): Promise<never> {
  const response = await fetch(script, { cache: 'no-store' }).catch(() => undefined);
  if (!response) return problem(`${script.pathname} cannot be loaded`, error);
  if (!response.ok) {
    return problem(
      `there is no worker at ${script.pathname} (status ${response.status}): copy florin-sandbox-worker.js of florin-server there`,
      error,
    );
  }
  const type = response.headers.get('content-type') ?? 'no type';
  if (!/javascript/.test(type)) {
    return problem(
      `${script.pathname} is not a script but ${type}: is it the start page of your development server?`,
      error,
    );
  }
  const folder = new URL('./', script).pathname;
  if (!scope.pathname.startsWith(folder) && !response.headers.has('service-worker-allowed')) {
    return problem(
      `the scope ${scope.pathname} is above the worker's folder ${folder}: move the file up, or serve it with the header Service-Worker-Allowed: ${scope.pathname}`,
      error,
    );
  }
  const reason = error instanceof Error ? error.message : String(error);
  return problem(`the browser refuses its worker (are cookies and site data blocked?): ${reason}`, error);
}

/** @throws FlorinError `configuration_invalid` */
export async function registerWorker(place: WorkerPlace): Promise<ServiceWorkerRegistration> {
  if (!isSecureContext) {
    problem(`${location.origin} is not a secure context: open the page by https, or by http on localhost`);
  }
  // The type says that it always exists, but Firefox has none in private windows.
  const { serviceWorker } = navigator as { readonly serviceWorker?: ServiceWorkerContainer };
  if (!serviceWorker) return problem('this browser has no service workers; private windows of Firefox have none');
  try {
    const { href } = place.scope;
    return await serviceWorker.register(place.script, { scope: href, updateViaCache: 'none' });
  } catch (error) {
    return whyRefused(place, error);
  }
}

/** Resolves with the newest worker once it is active. */
export async function waitForWorker(registration: ServiceWorkerRegistration): Promise<ServiceWorker> {
  const worker = registration.installing ?? registration.waiting ?? registration.active;
  if (!worker) return problem('its worker is gone: the browser removed the site data');
  return new Promise((resolve, reject) => {
    const check = (): void => {
      if (worker.state === 'activated') resolve(worker);
      if (worker.state === 'redundant') {
        const { active } = registration;
        if (active && active !== worker) resolve(active);
        else reject(new FlorinError('configuration_invalid', 'The worker of the sandbox could not start'));
      }
    };
    worker.addEventListener('statechange', check);
    check();
  });
}

/** Resolves once the worker answers the requests of this page. */
export async function waitForControl({ serviceWorker }: Navigator): Promise<void> {
  if (serviceWorker.controller) return;
  await new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
}
