/**
 * The demo shop: pages, cart, orders. Rendered on the server; works without JavaScript except for
 * the card form. It adds for Florin one script tag, one element (pages/payment-page.ts) and the
 * signer (shop-payments.ts).
 */
import { getConnInfo } from '@hono/node-server/conninfo';
import type { TokenFormOf } from 'florin/signer';
import { Hono, type Context } from 'hono';
import { createAccountRoutes } from './account-routes.js';
import { findProduct } from './catalogue.js';
import { checkDelivery, EXAMPLE_DELIVERY, readDelivery } from './delivery.js';
import { createDeveloperRoutes, type ServiceControl } from './developer/developer-routes.js';
import { onlyForms, readForm } from './http/form-body.js';
import { formPagePolicy, onlyOrigin, onlyOwnForms, securityHeaders } from './http/page-guards.js';
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
import { type CardPlace, paymentPage } from './pages/payment-page.js';
import { productPage } from './pages/product-page.js';
import { savedCardsPage } from './pages/saved-cards-page.js';
import { readScriptTag } from './script-tag.js';
import type { ShopEnvironment } from './shop-environment.js';
import { countBags, readChoice } from './store/cart-store.js';
import type { Order } from './store/order-store.js';
import type { Session } from './store/session-store.js';
import type { ShopStores } from './store/shop-stores.js';

interface Fetcher {
  fetch(request: Request, origin: { clientAddress?: string | undefined }): Promise<Response>;
}

interface FormRenderer {
  renderForm(
    request: Request,
    of: string | TokenFormOf,
    origin: { clientAddress?: string | undefined },
  ): Promise<{ html: string }>;
}

/** The options of the shop. */
export interface ShopOptions {
  readonly stores: ShopStores;
  /** Where browsers reach the shop: `http://127.0.0.1:4000`. */
  readonly origin: string;
  /** Where browsers reach the payment service. */
  readonly serviceUrl: string;
  /** Florin's frame page, on an origin of its own. */
  readonly frameUrl: string;
  /** Florin's signer, which answers below `/pay`. */
  readonly signer: Fetcher & FormRenderer;
  /** The signer with a surcharge for some cards, below `/pay-surcharge`. */
  readonly surcharging: Fetcher;
  readonly control: ServiceControl;
  /** The current time. */
  readonly now: () => Date;
  /** Folders: the kit's script, the shop's static files, the shop's sources. */
  readonly folders: { readonly kit: string; readonly files: string; readonly sources: string };
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
  const florinOrigins = ['/pay', '/pay-surcharge', new URL(serviceUrl).origin, new URL(frameUrl).origin].join(' ');
  const scriptTag = readScriptTag(folders.kit, '/florin/', florinOrigins);
  const developer = createDeveloperRoutes({ sessions, control: options.control, sources: folders.sources, orderAgain });
  const shop = new Hono<ShopEnvironment>({ strict: false });

  function show(context: Context<ShopEnvironment>, page: PageContent, status: 200 | 400 | 404 | 500 = 200) {
    const session = context.get('session');
    const visit = {
      path: new URL(context.req.url).pathname,
      florinOrigins,
      bags: session ? countBags(carts.list(session.id)) : 0,
      bar: {
        hidden: session?.barHidden ?? false,
        bankCents: session?.bankCents ?? 0,
        live: session?.live ?? false,
        serviceDown: developer.isServiceDown(),
        sandboxUrl: serviceUrl,
      },
    };
    return context.html(layout(visit, page), status);
  }

  const notFound = (context: Context<ShopEnvironment>) =>
    show(
      context,
      messagePage('This page does not exist', 'The address may have a typing error, or the coffee has sold out.'),
      404,
    );

  /**
   * The order in the URL, only for the session that made it; others get the same answer as for an
   * unknown order.
   */
  function ownOrder(context: Context<ShopEnvironment>): Order | undefined {
    const text = context.req.param('order') ?? '';
    const order = /^\d{1,9}$/.test(text) ? orders.find(Number(text)) : undefined;
    return order && order.sessionId === context.get('session')?.id ? order : undefined;
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
  shop.use(securityHeaders(new URL(serviceUrl).origin, new URL(frameUrl).origin));
  // The signer has checks of its own, and its return address accepts posts from other origins.
  for (const [path, signer] of [
    ['/pay/*', options.signer],
    ['/pay-surcharge/*', options.surcharging],
  ] as const) {
    shop.all(path, (context) => signer.fetch(context.req.raw, { clientAddress: getConnInfo(context).remote.address }));
  }
  shop.use(onlyOwnForms(origin));
  shop.use(onlyForms());
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

  shop.get(
    '/florin/:file{.+}',
    (context) => serveFile(kit, context.req.param('file'), context.req.raw) ?? context.notFound(),
  );
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
  const askForCard = (place: CardPlace) => (context: Context<ShopEnvironment>) => {
    const order = ownOrder(context);
    if (!order) return notFound(context);
    if (order.status !== 'open') return context.redirect(`/orders/${order.number}`, 303);
    wayToPay.write(context);
    return show(context, paymentPage(order, place));
  };
  shop.get('/checkout/:order', askForCard('page'));
  shop.get('/checkout/:order/script', askForCard({ scriptTag }));
  shop.get('/checkout/:order/surcharge', askForCard('surcharge'));
  shop.get('/checkout/:order/framed', askForCard({ frameUrl }));
  shop.get('/checkout/:order/framed-all', askForCard({ aroundFrame: frameUrl }));
  shop.get('/checkout/:order/saved', askForCard({ saved: '' }));
  shop.get('/checkout/:order/saved-framed', askForCard({ saved: frameUrl }));
  for (const method of ['redirect', 'iframe'] as const) {
    shop.get(`/checkout/:order/${method}`, askForCard({ method }));
  }
  shop.get('/checkout/:order/webform-page', askForCard({ method: 'webform' }));
  // The form is part of the page and contains the order's one-time key, so the page is made for
  // each request and never cached.
  shop.get('/checkout/:order/webform', async (context) => {
    const client = { clientAddress: getConnInfo(context).remote.address };
    const { html } = await options.signer.renderForm(context.req.raw, context.req.param('order'), client);
    context.header('Content-Security-Policy', formPagePolicy(new URL(serviceUrl).origin, new URL(frameUrl).origin));
    return askForCard({ form: html })(context);
  });

  const takeSaving = (shopper: string) => stores.savings.take(shopper);
  shop.route(
    '/account',
    createAccountRoutes({ origin, frameUrl, serviceUrl, takeSaving, signer: options.signer, show }),
  );
  shop.get('/cards', (context) => {
    context.get('needSession')();
    return show(context, savedCardsPage());
  });

  shop.get('/orders', (context) => {
    const session = context.get('session');
    return show(context, ordersPage(session ? orders.list(session.id) : []));
  });
  shop.get('/orders/:order', (context) => {
    const order = ownOrder(context);
    return order ? show(context, orderPage(order, { way: wayToPay.read(context) })) : notFound(context);
  });
  shop.get('/orders/:order/attempt', (context) => {
    const order = ownOrder(context);
    return order
      ? show(context, orderPage(order, { showsAttempt: true, way: wayToPay.read(context) }))
      : notFound(context);
  });

  shop.get(
    '/:file{.+}',
    (context) => serveFile(files, context.req.param('file'), context.req.raw) ?? notFound(context),
  );
  shop.notFound(notFound);
  shop.onError((error, context) => {
    console.error(error);
    return show(context, messagePage('Something broke on our side', 'Please try that again in a moment.'), 500);
  });
  return shop;
}

/** Reads the bags of a cart form; a quantity that is not a number counts as zero. */
async function readBags(context: Context<ShopEnvironment>) {
  const form = await readForm(context.req);
  const text = (name: string): string => form.get(name) ?? '';
  const quantity = /^\d{1,3}$/.test(text('quantity')) ? Number(text('quantity')) : 0;
  return { choice: readChoice(text('product'), text('size'), text('grind')), quantity };
}
