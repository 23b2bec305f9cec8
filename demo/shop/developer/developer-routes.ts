/** The actions of the developer bar. A real shop has none of these routes. */
import { Hono } from 'hono';
import { readForm } from '../http/form-body.js';
import { readStaticFiles, serveFile } from '../http/static-files.js';
import type { ShopEnvironment } from '../shop-environment.js';
import type { SessionStore } from '../store/session-store.js';

/** The part of the sandbox's controls that the bar uses. */
export interface ServiceControl {
  expireAuthKeys(): unknown;
  setUnavailable(unavailable: boolean): unknown;
}

/** The dependencies of the routes. */
export interface DeveloperRoutesOptions {
  readonly sessions: SessionStore;
  readonly control: ServiceControl;
  /** Folder with the sources that the bar links to. */
  readonly sources: string;
  /** Makes an order from a session's cart with its new settings, if possible. Returns its number. */
  readonly orderAgain: (sessionId: string) => number | undefined;
}

/** Creates the routes, and returns whether the service was taken down. */
export function createDeveloperRoutes({ sessions, control, sources, orderAgain }: DeveloperRoutesOptions) {
  const files = readStaticFiles(sources);
  let serviceDown = false;
  const routes = new Hono<ShopEnvironment>();

  routes.post('/bar', async (context) => {
    const form = await readForm(context.req);
    sessions.set(context.get('needSession')().id, 'barHidden', form.get('hidden') === '1' ? 1 : 0);
    return context.redirect(readBack(form.get('back')), 303);
  });

  routes.post('/expire-keys', async (context) => {
    const form = await readForm(context.req);
    await control.expireAuthKeys();
    return answer(context.req.header('Accept'), form.get('back'), 'every AuthKey has expired');
  });

  routes.post('/service', async (context) => {
    const form = await readForm(context.req);
    serviceDown = form.get('down') === '1';
    await control.setUnavailable(serviceDown);
    return answer(context.req.header('Accept'), form.get('back'), serviceDown ? 'service is down' : 'service is up');
  });

  routes.post('/next-order', async (context) => {
    const form = await readForm(context.req);
    const { id } = context.get('needSession')();
    const cents = Number(form.get('cents'));
    sessions.set(id, 'bankCents', Number.isInteger(cents) && cents >= 0 && cents < 100 ? cents : 0);
    sessions.set(id, 'live', form.get('live') === '1' ? 1 : 0);
    const back = readBack(form.get('back'));
    const order = back.startsWith('/checkout/') ? orderAgain(id) : undefined;
    return context.redirect(order === undefined ? back : `/checkout/${order}`, 303);
  });

  routes.get(
    '/source/:file{.+}',
    (context) => serveFile(files, context.req.param('file'), context.req.raw) ?? context.notFound(),
  );

  return { routes, isServiceDown: () => serviceDown };
}

/** A script gets the text; a form without script returns to its page. */
function answer(accept: string | undefined, back: string | undefined, words: string): Response {
  if (accept === 'text/plain') return new Response(words, { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
  return new Response(null, { status: 303, headers: { Location: readBack(back) } });
}

/** A path of this shop; anything else is the front page. */
function readBack(value: string | undefined): string {
  return value !== undefined && /^\/(?![/\\])[\w./-]*$/.test(value) ? value : '/';
}
