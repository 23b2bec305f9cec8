/** The actions of the developer bar. A real shop has none of these routes. */
import { Hono } from 'hono';
import { findOutcome } from '../../ways/scenarios.js';
import { readForm } from '../http/form-body.js';
import { readLook, type createLookCookie } from '../http/look-cookie.js';
import { readStaticFiles, serveFile } from '../http/static-files.js';
import type { ShopEnvironment } from '../shop-environment.js';
import type { SessionStore } from '../store/session-store.js';

/** The part of the sandbox's controls that the bar uses. */
export interface ServiceControl {
  expireAuthKeys(): unknown;
  setUnavailable(unavailable: boolean): unknown;
  /** Sets the outcome of the next payment by the name of a card holder; null means an approval. */
  setNextPayment(holderName: string | null): unknown;
  /** The name that was set, until a payment uses it. */
  nextPayment(): string | null;
}

/** The dependencies of the routes. */
interface DeveloperRoutesOptions {
  readonly sessions: SessionStore;
  readonly look: ReturnType<typeof createLookCookie>;
  readonly control: ServiceControl;
  /** Folder with the sources that the bar links to. */
  readonly sources: string;
  /** Makes an order from a session's cart, if possible. Returns its number. */
  readonly orderAgain: (sessionId: string) => number | undefined;
  /** Makes an order with an example cart and address, where the session has none. Returns its number. */
  readonly orderExample: (sessionId: string) => number | undefined;
}

/** Creates the routes, and returns the state of the simulated service. */
export function createDeveloperRoutes(options: DeveloperRoutesOptions) {
  const { sessions, control, look } = options;
  const files = readStaticFiles(options.sources);
  let serviceDown = false;
  const routes = new Hono<ShopEnvironment>();

  routes.post('/bar', async (context) => {
    const form = await readForm(context.req);
    sessions.set(context.get('needSession')().id, 'barHidden', form.get('hidden') === '1' ? 1 : 0);
    return context.redirect(readBack(form.get('back')), 303);
  });

  routes.post('/look', async (context) => {
    const form = await readForm(context.req);
    look.write(context, readLook(form));
    return context.redirect(readBack(form.get('back')), 303);
  });

  routes.get('/way', (context) => context.redirect(readBack(context.req.query('to')), 303));

  routes.post('/example-order', async (context) => {
    const form = await readForm(context.req);
    const order = options.orderExample(context.get('needSession')().id);
    return context.redirect(order === undefined ? readBack(form.get('back')) : `/checkout/${order}`, 303);
  });

  routes.post('/outcome', async (context) => {
    const form = await readForm(context.req);
    const outcome = findOutcome(form.get('outcome') ?? '');
    if (!outcome) return context.text('There is no such outcome.', 400);
    control.setNextPayment(outcome.holderName);
    return answer(context.req.header('Accept'), form.get('back'), { outcome: outcome.name });
  });

  routes.post('/expire-keys', async (context) => {
    const form = await readForm(context.req);
    await control.expireAuthKeys();
    return answer(context.req.header('Accept'), form.get('back'), {
      key: 'expired',
      note: 'every AuthKey has expired',
    });
  });

  routes.post('/service', async (context) => {
    const form = await readForm(context.req);
    serviceDown = form.get('down') === '1';
    await control.setUnavailable(serviceDown);
    return answer(context.req.header('Accept'), form.get('back'), { service: serviceDown ? 'down' : 'up' });
  });

  routes.post('/next-order', async (context) => {
    const form = await readForm(context.req);
    const { id } = context.get('needSession')();
    const cents = Number(form.get('cents'));
    sessions.set(id, 'bankCents', Number.isInteger(cents) && cents >= 0 && cents < 100 ? cents : 0);
    sessions.set(id, 'live', form.get('live') === '1' ? 1 : 0);
    const back = readBack(form.get('back'));
    const order = back.startsWith('/checkout/') ? options.orderAgain(id) : undefined;
    return context.redirect(order === undefined ? back : `/checkout/${order}`, 303);
  });

  routes.get(
    '/source/:file{.+}',
    (context) => serveFile(files, context.req.param('file'), context.req.raw) ?? context.notFound(),
  );

  return {
    routes,
    isServiceDown: () => serviceDown,
    /** The outcome of the next payment, as the bar names it. */
    nextOutcome: () => findOutcome(control.nextPayment() ?? '')?.name ?? 'Approved',
  };
}

/** Returns the new values to a script, and redirects a form without script to its page. */
function answer(
  accept: string | undefined,
  back: string | undefined,
  values: Readonly<Record<string, string>>,
): Response {
  if (accept === 'application/json') return Response.json(values);
  return new Response(null, { status: 303, headers: { Location: readBack(back) } });
}

/** Returns a path of this shop, and the front page instead of any other value. */
function readBack(value: string | undefined): string {
  return value !== undefined && /^\/(?![/\\])[\w./-]*(\?card=[\w.%-]+)?$/.test(value) ? value : '/';
}
