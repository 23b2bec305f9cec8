/**
 * The demo shop: pages, cart and orders. The server renders its pages; they work without JavaScript except for the card
 * form. For Florin it has one script tag, one element (pages/payment-page.ts) and the signer (shop-payments.ts).
 */
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Signer, FormOf } from 'florin-server/signer';
import { Hono, type Context } from 'hono';
import { createAccountRoutes } from './account-routes.js';
import { findProduct } from './catalogue.js';
import type { WayValues } from '../ways/way-code.js';
import { WAYS, findWayToPay, type Way } from '../ways/ways.js';
import { checkDelivery, EXAMPLE_DELIVERY, readDelivery } from './delivery.js';
import { createDeveloperRoutes, type ServiceControl } from './developer/developer-routes.js';
import { onlyForms, readForm } from './http/form-body.js';
import { formPagePolicy, onlyOrigin, renderedPagePolicy, onlyOwnForms, securityHeaders } from './http/page-guards.js';
import { createLookCookie } from './http/look-cookie.js';
import { createSessionCookie } from './http/session-cookie.js';
import { readStaticFiles, serveFile } from './http/static-files.js';
import { createWayCookie } from './http/way-cookie.js';
import { cartPage } from './pages/cart-page.js';
import { deliveryPage } from './pages/delivery-page.js';
import { homePage } from './pages/home-page.js';
import { layout, type PageContent } from './pages/layout.js';
import { messagePage } from './pages/message-page.js';
import { orderPage } from './pages/order-page.js';
import { ordersPage } from './pages/orders-page.js';
import { paymentPage } from './pages/payment-page.js';
import { productPage } from './pages/product-page.js';
import { savedCardsPage } from './pages/saved-cards-page.js';
import { readPaymentState } from './payment-state.js';
import { readScriptTag, readStyleHashes } from './script-tag.js';
import type { ShopEnvironment } from './shop-environment.js';
import { countBags, readChoice } from './store/cart-store.js';
import type { Order } from './store/order-store.js';
import type { Session } from './store/session-store.js';
import type { ShopStores } from './store/shop-stores.js';
import { withSumsIn } from './sum.js';

export interface ShopOptions {
  readonly stores: ShopStores;
  /** Where browsers reach the shop: `http://127.0.0.1:4000`. */
  readonly origin: string;
  /** Where browsers reach the payment service. */
  readonly serviceUrl: string;
  /** Florin's frame page, on an origin of its own. */
  readonly frameUrl: string;
  /** Florin's signer, which answers below `/pay`. */
  readonly signer: Pick<Signer, 'fetch' | 'renderForm' | 'resultOf'>;
  /** The signer with a surcharge for some cards, below `/pay-surcharge`. */
  readonly surcharging: Pick<Signer, 'fetch'>;
  readonly control: ServiceControl;
  /** The current time. */
  readonly now: () => Date;
  /** rendered/render-checkout.js. */
  readonly renderCheckout: (values: WayValues) => Promise<string>;
  /** Folders: the kit's script, the shop's own bundle, the static files of the shop and of the picker, the shop's sources. */
  readonly folders: Readonly<Record<'kit' | 'assets' | 'files' | 'ways' | 'sources', string>>;
}

/** Creates the shop: Request in, Response out. */
export function createShop(options: ShopOptions) {
  const { stores, origin, serviceUrl, frameUrl, folders } = options;
  const { sessions, carts, orders } = stores;
  const port = Number(new URL(origin).port);
  const cookie = createSessionCookie(port);
  const wayToPay = createWayCookie(port);
  const files = readStaticFiles(folders.files);
  const kit = readStaticFiles(folders.kit);
  const look = createLookCookie(port);
  const languages = languagesIn(kit);
  const policyOrigins = [new URL(serviceUrl).origin, new URL(frameUrl).origin] as const;
  const florinOrigins = ['/pay', '/pay-surcharge', ...policyOrigins].join(' ');
  const renderedPolicy = renderedPagePolicy(...policyOrigins, readStyleHashes(folders.kit));
  const scriptTag = readScriptTag(folders.kit, florinOrigins);
  const { control } = options;
  const developer = createDeveloperRoutes({
    ...{ sessions, look, control, orderAgain, orderExample },
    sources: folders.sources,
  });
  const shop = new Hono<ShopEnvironment>({ strict: false });

  function show(context: Context<ShopEnvironment>, page: PageContent, status: 200 | 400 | 404 | 500 = 200) {
    const session = context.get('session');
    const { pathname: path, searchParams } = new URL(context.req.url);
    const openOrder = openOrderOf(path, session?.id);
    const visit = {
      path,
      florinOrigins,
      bags: session ? countBags(carts.list(session.id)) : 0,
      bar: {
        hidden: session?.barHidden ?? false,
        bankCents: session?.bankCents ?? 0,
        live: session?.live ?? false,
        serviceDown: developer.isServiceDown(),
        nextOutcome: developer.nextOutcome(),
        sandboxUrl: serviceUrl,
        look: look.read(context),
        lookCookie: look.name,
        languages,
        ways: WAYS.filter(({ subject }) => subject !== 'payment' || openOrder !== undefined),
        hrefOf: (way: Way) => addressOf(way, openOrder) + changeOf(way, path, searchParams.get('card')),
      },
    };
    return context.html(layout(visit, page), status);
  }

  const notFound = (context: Context<ShopEnvironment>) =>
    show(
      context,
      messagePage('This page does not exist', 'The address may be mistyped, or the coffee has sold out.'),
      404,
    );

  /** The order in the URL, only for the session that made it; others get the same answer as for an unknown order. */
  function ownOrder(context: Context<ShopEnvironment>): Order | undefined {
    const text = context.req.param('order') ?? '';
    const order = /^\d{1,9}$/.test(text) ? orders.find(Number(text)) : undefined;
    return order && order.sessionId === context.get('session')?.id ? order : undefined;
  }

  /** The order that the picker's ways pay: that of the payment page, or else the newest open one. */
  function openOrderOf(path: string, sessionId: string | undefined): number | undefined {
    const [, number] = /^\/checkout\/(\d+)/.exec(path) ?? [];
    if (number !== undefined) return Number(number);
    return sessionId === undefined ? undefined : orders.list(sessionId).find(({ status }) => status === 'open')?.number;
  }

  function orderExample(sessionId: string): number | undefined {
    const session = sessions.get(sessionId);
    const choice = readChoice('daybreak', 'small', 'whole');
    if (!session || !choice) return undefined;
    if (carts.list(sessionId).length === 0) carts.add(sessionId, choice, 1);
    if (Object.keys(checkDelivery(session.delivery)).length > 0) sessions.saveDelivery(sessionId, EXAMPLE_DELIVERY);
    return orderAgain(sessionId);
  }

  function orderAgain(sessionId: string): number | undefined {
    const session = sessions.get(sessionId);
    return session && placeOrder(session);
  }

  function placeOrder({ id, delivery, bankCents, live }: Session): number | undefined {
    const lines = carts.list(id);
    if (lines.length === 0 || Object.keys(checkDelivery(delivery)).length > 0) return undefined;
    return orders.place({ sessionId: id, lines, delivery, bankCents, live }, options.now());
  }

  shop.use(onlyOrigin(origin));
  shop.use(securityHeaders(...policyOrigins));
  // The signer has checks of its own, and its return address accepts posts from other origins.
  for (const [path, signer] of [
    ['/pay/*', options.signer],
    ['/pay-surcharge/*', options.surcharging],
  ] as const) {
    shop.all(path, (context) => signer.fetch(context.req.raw, { clientAddress: getConnInfo(context).remote.address }));
  }
  shop.use(onlyOwnForms(origin));
  shop.use(onlyForms());
  shop.use((context, next) => withSumsIn(look.read(context).lang || 'en-AU', next));
  shop.use(async (context, next) => {
    const token = cookie.read(context.req.header('Cookie'));
    let session = token === undefined ? undefined : sessions.find(token);
    context.set('session', session);
    context.set('needSession', () => {
      if (session) return session;
      const started = sessions.start(options.now());
      session = started.session;
      context.header('Set-Cookie', cookie.write(started.token));
      return session;
    });
    await next();
  });

  for (const [path, served] of [
    ['florin', kit],
    ['assets', readStaticFiles(folders.assets)],
    ['ways', readStaticFiles(folders.ways)],
  ] as const) {
    shop.get(
      `/${path}/:file{.+}`,
      (context) => serveFile(served, context.req.param('file') ?? '', context.req.raw) ?? context.notFound(),
    );
  }
  shop.route('/developer', developer.routes);

  shop.get('/', (context) => show(context, homePage()));
  shop.get('/coffee/:slug', (context) => {
    const product = findProduct(context.req.param('slug'));
    return product ? show(context, productPage(product)) : notFound(context);
  });

  shop.get('/cart', (context) => {
    const session = context.get('session');
    return show(context, cartPage(session ? carts.list(session.id) : [], session?.bankCents ?? 0));
  });
  shop.post('/cart', async (context) => {
    const { choice, quantity } = await readBags(context);
    if (!choice || quantity < 1) return notFound(context);
    carts.add(context.get('needSession')().id, choice, quantity);
    return context.redirect('/cart', 303);
  });
  shop.post('/cart/line', async (context) => {
    const { choice, quantity } = await readBags(context);
    if (!choice) return notFound(context);
    carts.setQuantity(context.get('needSession')().id, choice, quantity);
    const mark = quantity > 0 ? `#${choice.product.slug}-${choice.size}-${choice.grind}` : '';
    return context.redirect(`/cart${mark}`, 303);
  });

  shop.get('/checkout', (context) => {
    const session = context.get('session');
    const cart = session ? carts.list(session.id) : [];
    if (!session || cart.length === 0) return context.redirect('/cart', 303);
    const delivery = context.req.query('example') === '1' ? EXAMPLE_DELIVERY : session.delivery;
    return show(context, deliveryPage({ cart, bankCents: session.bankCents, delivery, problems: {} }));
  });
  shop.post('/checkout', async (context) => {
    const session = context.get('needSession')();
    const delivery = readDelivery(await readForm(context.req));
    const problems = checkDelivery(delivery);
    const cart = carts.list(session.id);
    if (cart.length === 0) return context.redirect('/cart', 303);
    if (Object.keys(problems).length > 0)
      return show(context, deliveryPage({ cart, bankCents: session.bankCents, delivery, problems }), 400);
    sessions.saveDelivery(session.id, delivery);
    return context.redirect(`/checkout/${placeOrder({ ...session, delivery })}`, 303);
  });
  // A form inside the page contains a one-time key, so the page is made for each request and never cached.
  async function renderForm(context: Context<ShopEnvironment>, of: FormOf): Promise<string> {
    // A new visitor gets the session with this response, which may also set other cookies.
    const started = context.res.headers.getSetCookie().find((text) => cookie.read(text) !== undefined);
    const headers = new Headers(context.req.raw.headers);
    if (started) headers.set('Cookie', started.split(';')[0] ?? '');
    const client = { clientAddress: getConnInfo(context).remote.address };
    const shown = { ...of, lang: look.read(context).lang || 'en-AU' };
    const { html } = await options.signer.renderForm(new Request(context.req.url, { headers }), shown, client);
    context.header('Content-Security-Policy', formPagePolicy(...policyOrigins));
    return html;
  }
  shop.get('/checkout/:order/:way?', async (context) => {
    const order = ownOrder(context);
    const way = findWayToPay(context.req.param('way') ?? 'page');
    if (!order || !way) return notFound(context);
    if (order.status !== 'open') return context.redirect(`/orders/${order.number}`, 303);
    wayToPay.write(context);
    const form =
      way.variant === 'form-inside' ? { form: await renderForm(context, { order: String(order.number) }) } : {};
    const isRendered = way.variant === 'server-rendered';
    if (isRendered) context.header('Content-Security-Policy', renderedPolicy);
    const content = {
      ...{ way, origins: florinOrigins, frameUrl, ...form },
      ...(way.variant === 'script-tag' && { scriptTag }),
      ...(isRendered && { render: options.renderCheckout }),
    };
    return show(context, await paymentPage(order, content));
  });

  const takeSaving = (shopper: string) => stores.savings.take(shopper);
  shop.route(
    '/account',
    createAccountRoutes({ origin, frameUrl, florinOrigins, takeSaving, signer: options.signer, renderForm, show }),
  );
  shop.get('/cards', (context) => {
    context.get('needSession')();
    return show(context, savedCardsPage());
  });

  const withPayment = (order: Order) => readPaymentState(options.signer, orders, order, options.now());
  shop.get('/orders', async (context) => {
    const session = context.get('session');
    return show(context, ordersPage(await Promise.all((session ? orders.list(session.id) : []).map(withPayment))));
  });
  // For the script of these pages: the states of the named orders, as the pages have them.
  shop.get('/orders/payments', async (context) => {
    const session = context.get('session');
    const numbers = (context.req.query('of') ?? '').split(',').map(Number);
    const own = session ? orders.list(session.id).filter(({ number }) => numbers.includes(number)) : [];
    const listed = await Promise.all(own.map(withPayment));
    return context.text(listed.map(({ order, payment }) => `${order.number}:${payment.status}`).join());
  });
  for (const showsAttempt of [false, true]) {
    shop.get(showsAttempt ? '/orders/:order/attempt' : '/orders/:order', async (context) => {
      const order = ownOrder(context);
      if (!order) return notFound(context);
      return show(context, orderPage(await withPayment(order), { showsAttempt, way: wayToPay.read(context) }));
    });
  }

  shop.get(
    '/:file{.+}',
    (context) => serveFile(files, context.req.param('file'), context.req.raw) ?? notFound(context),
  );
  shop.notFound(notFound);
  shop.onError((error, context) => {
    console.error(error);
    return show(context, messagePage('Something went wrong', 'Please try again in a moment.'), 500);
  });
  return shop;
}

/** URL of the page of a way. */
function addressOf({ subject, id }: Way, order: number | undefined): string {
  if (subject !== 'payment') return `/account/${subject}/${id}`;
  return id === 'page' ? `/checkout/${order}` : `/checkout/${order}/${id}`;
}

/** On a page that changes something, the ways of the same kind change it too. */
function changeOf({ subject }: Way, path: string, card: string | null): string {
  const isSame = path === `/account/${subject}` || path.startsWith(`/account/${subject}/`);
  return card !== null && isSame ? `?card=${encodeURIComponent(card)}` : '';
}

/** The languages of the kit besides English, by its files. */
function languagesIn(kit: ReadonlyMap<string, unknown>): readonly string[] {
  const tags = [...kit.keys()].map((name) => /^florin-lang-(.+)-cards\.js$/.exec(name)?.[1]);
  return tags.filter((tag) => tag !== undefined).sort();
}

/** Reads the bags of a cart form; a quantity that is not a number counts as zero. */
async function readBags(context: Context<ShopEnvironment>) {
  const form = await readForm(context.req);
  const text = (name: string): string => form.get(name) ?? '';
  const quantity = /^\d{1,3}$/.test(text('quantity')) ? Number(text('quantity')) : 0;
  return { choice: readChoice(text('product'), text('size'), text('grind')), quantity };
}
