/** The pages of the back office: address, title, who may open it, and its element. docs/guides/back-office.md. */
import { html, type TemplateResult } from 'lit';
import type { LiveEvent, SessionState } from '../sandbox/backoffice/api.js';
import { OFFICE } from './root.js';

/** The signed-in person. */
export type Person = Extract<SessionState, { readonly state: 'signed_in' }>;

/** Arguments of a page. */
export interface PageScope {
  readonly person: Person;
  /** Newest event of the live stream; undefined until the first. */
  readonly live: LiveEvent | undefined;
  readonly parameters: Readonly<Record<string, string>>;
}

/** A page. */
export interface Page {
  /** Below `/backoffice`; `:name` matches one segment. */
  readonly path: string;
  /** Title of the document. */
  readonly title: string;
  /** Entry in the navigation; null for a page without one. Default: the title. */
  readonly entry?: string | null;
  readonly isForAdministrators?: true;
  render(scope: PageScope): TemplateResult;
}

/** Every page, in the order of the navigation. The first one is the start page. */
export const PAGES: readonly Page[] = [
  {
    path: '/dashboard',
    title: 'Dashboard',
    render: ({ person, live }) =>
      html`<office-dashboard .person=${person} .latest=${live?.latest ?? 0}></office-dashboard>`,
  },
  {
    path: '/transactions',
    title: 'Transactions',
    render: ({ person, live }) =>
      html`<office-transactions .person=${person} .latest=${live?.latest ?? 0}></office-transactions>`,
  },
  {
    path: '/transactions/:txnNumber',
    title: 'Transaction',
    entry: null,
    render: ({ parameters, live }) =>
      html`<office-transaction
        .txnNumber=${parameters['txnNumber'] ?? ''}
        .latest=${`${live?.latest ?? 0} ${live?.latestCall ?? 0}`}
      ></office-transaction>`,
  },
  {
    path: '/tokens',
    title: 'Tokens',
    render: () => html`<office-tokens></office-tokens>`,
  },
  {
    path: '/tokens/:id',
    title: 'Token',
    entry: null,
    render: ({ parameters }) => html`<office-token .tokenId=${parameters['id'] ?? ''}></office-token>`,
  },
  {
    path: '/batches',
    title: 'Batches',
    render: () => html`<office-batches></office-batches>`,
  },
  {
    path: '/batches/:id',
    title: 'Batch',
    entry: null,
    render: ({ parameters }) => html`<office-batch .batchId=${parameters['id'] ?? ''}></office-batch>`,
  },
  {
    path: '/lookups',
    title: 'CRN look-ups',
    render: () => html`<office-lookups></office-lookups>`,
  },
  {
    path: '/lookups/:id',
    title: 'CRN look-up',
    entry: null,
    render: ({ parameters }) => html`<office-lookup .fileId=${parameters['id'] ?? ''}></office-lookup>`,
  },
  {
    path: '/settlement',
    title: 'Settlement',
    render: () => html`<office-settlement></office-settlement>`,
  },
  {
    path: '/find',
    title: 'Find a payment',
    entry: null,
    render: () => html`<office-find></office-find>`,
  },
  {
    path: '/calls',
    title: 'Request log',
    render: ({ live }) => html`<office-calls .latest=${live?.latestCall ?? 0}></office-calls>`,
  },
  {
    path: '/calls/:id',
    title: 'Call',
    entry: null,
    render: ({ parameters }) => html`<office-call .callId=${parameters['id'] ?? ''}></office-call>`,
  },
  {
    path: '/webhooks',
    title: 'Webhooks',
    render: () => html`<office-webhooks></office-webhooks>`,
  },
  {
    path: '/webhooks/caught',
    title: 'Webhook catcher',
    entry: null,
    render: ({ person, live }) => html`<office-caught .person=${person} .latest=${live?.latest ?? 0}></office-caught>`,
  },
  {
    path: '/users',
    title: 'User Management',
    entry: 'Users',
    render: ({ person }) => html`<office-users .person=${person}></office-users>`,
  },
  {
    path: '/sessions',
    title: 'Sessions',
    render: ({ person }) => html`<office-sessions .person=${person}></office-sessions>`,
  },
  {
    path: '/scenarios',
    title: 'Scenarios',
    isForAdministrators: true,
    render: ({ live }) => html`<office-scenarios .sandbox=${live?.sandbox}></office-scenarios>`,
  },
];

/** A page that fits an address, with the values of its parameters. */
export interface FoundPage {
  readonly page: Page;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Finds the page of a path; undefined for an unknown one. `/backoffice` itself is the first page. */
export function findPage(pathname: string): FoundPage | undefined {
  const segments = pathname
    .slice(pathname.startsWith(OFFICE) ? OFFICE.length : 0)
    .split('/')
    .filter((segment) => segment !== '');
  const [start] = PAGES;
  if (segments.length === 0) return start && { page: start, parameters: {} };
  for (const page of PAGES) {
    const parts = page.path.split('/').slice(1);
    if (parts.length !== segments.length) continue;
    if (!parts.every((part, index) => part.startsWith(':') || part === segments[index])) continue;
    const named = parts.flatMap((part, index) =>
      part.startsWith(':') ? [[part.slice(1), segments[index] ?? ''] as const] : [],
    );
    return { page, parameters: Object.fromEntries(named) };
  }
  return undefined;
}
