/** The account's pages: the saved cards and accounts, and a form for each kind and each method. */
import type { Signer, TokenFormOf } from 'florin-server/signer';
import { Hono, type Context } from 'hono';
import { WAYS } from '../ways/ways.js';
import { accountFormPage, accountPage, agreementPage, type ListedCard } from './pages/account-page.js';
import { savedPage } from './pages/saved-page.js';
import type { PageContent } from './pages/layout.js';
import type { ShopEnvironment } from './shop-environment.js';
import type { Saving } from './store/saving-store.js';

/** The parts of the shop that these pages use. */
interface AccountOptions {
  readonly origin: string;
  /** URL of Florin's frame page. */
  readonly frameUrl: string;
  /** The URLs that Florin may use. */
  readonly florinOrigins: string;
  /** Returns, once, what the signer reported about the shopper's last attempt to save. */
  takeSaving(shopper: string): Saving | undefined;
  readonly signer: Pick<Signer, 'fetch'>;
  /** Renders the signer's plain form for the page itself. */
  renderForm(context: Context<ShopEnvironment>, of: TokenFormOf): Promise<string>;
  show(context: Context<ShopEnvironment>, page: PageContent): Response | Promise<Response>;
}

/** Creates the routes below `/account`. */
export function createAccountRoutes(options: AccountOptions) {
  const { origin, frameUrl, florinOrigins: origins, signer } = options;
  const routes = new Hono<ShopEnvironment>({ strict: false });

  /** Requests the list from the signer with the shopper's cookie, as the shopper's browser would. */
  async function list(context: Context<ShopEnvironment>): Promise<readonly ListedCard[]> {
    const headers = { Cookie: context.req.header('Cookie') ?? '', 'Content-Type': 'application/json', Origin: origin };
    const answer = await signer.fetch(new Request(`${origin}/pay/cards`, { method: 'POST', headers, body: '{}' }), {});
    // Without a shopper, or if the service is down, the page is shown without the list.
    return answer.ok ? ((await answer.json()) as { cards: readonly ListedCard[] }).cards : [];
  }

  routes.get('/', async (context) => {
    context.get('needSession')();
    return options.show(context, accountPage(await list(context)));
  });
  routes.get('/saved', async (context) => {
    const { id } = context.get('needSession')();
    const { purpose = '', card } = context.req.query();
    return options.show(context, savedPage({ purpose, card, saving: options.takeSaving(id) }, await list(context)));
  });
  routes.get('/agreement', (context) => options.show(context, agreementPage()));
  for (const way of WAYS) {
    const { subject, id } = way;
    if (subject === 'payment') continue;
    const show = async (context: Context<ShopEnvironment>) => {
      context.get('needSession')();
      const card = context.req.query('card');
      // A shopper who changes a card at the checkout goes back to it.
      const [doneUrl] = /^\/checkout\/\d+\/[a-z-]+$/.exec(context.req.query('back') ?? '') ?? ['/account'];
      const of = card === undefined ? { purpose: `save-${subject}` } : { purpose: `update-${subject}`, card };
      const form = way.variant === 'form-inside' ? await options.renderForm(context, of as TokenFormOf) : undefined;
      return options.show(
        context,
        accountFormPage({ way, card, origins, frameUrl, form, doneUrl }, await list(context)),
      );
    };
    routes.get(`/${subject}/${id}`, show);
    if (id === 'javascript') routes.get(`/${subject}`, show);
  }
  return routes;
}
