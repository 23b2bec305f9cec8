/** The account's pages: what is saved, and a form for each thing that can be saved, by each method. */
import { Hono, type Context } from 'hono';
import { accountFormPage, accountPage, agreementPage, type ListedCard, METHODS } from './pages/account-page.js';
import type { PageContent } from './pages/layout.js';
import type { ShopEnvironment } from './shop-environment.js';

/** What the pages need of the shop. */
export interface AccountOptions {
  readonly origin: string;
  /** Florin's frame page. */
  readonly frameUrl: string;
  readonly signer: { fetch(request: Request, origin: { clientAddress?: string | undefined }): Promise<Response> };
  show(context: Context<ShopEnvironment>, page: PageContent): Response | Promise<Response>;
}

/** Creates the routes below `/account`. */
export function createAccountRoutes(options: AccountOptions) {
  const { origin, frameUrl, signer } = options;
  const routes = new Hono<ShopEnvironment>({ strict: false });

  /** Asks the signer, as the shopper's browser would. */
  async function list(context: Context<ShopEnvironment>): Promise<readonly ListedCard[]> {
    const headers = { Cookie: context.req.header('Cookie') ?? '', 'Content-Type': 'application/json', Origin: origin };
    const answer = await signer.fetch(new Request(`${origin}/pay/cards`, { method: 'POST', headers, body: '{}' }), {});
    // Nobody is known yet, or the service is down: the page is of use without the list.
    return answer.ok ? ((await answer.json()) as { cards: readonly ListedCard[] }).cards : [];
  }

  routes.get('/', async (context) => {
    context.get('needSession')();
    return options.show(context, accountPage(await list(context)));
  });
  routes.get('/agreement', (context) => options.show(context, agreementPage()));
  for (const kind of ['card', 'bank-account'] as const) {
    for (const method of METHODS) {
      // The frame has no fields of an account.
      if (method === 'framed' && kind !== 'card') continue;
      const show = async (context: Context<ShopEnvironment>) => {
        context.get('needSession')();
        const form = { kind, method, card: context.req.query('card'), frameUrl };
        return options.show(context, accountFormPage(form, await list(context)));
      };
      routes.get(`/${kind}/${method}`, show);
      if (method === 'javascript') routes.get(`/${kind}`, show);
    }
  }
  return routes;
}
