/** The pages of the back office: address, title, element, and who may open it. docs/guides/back-office.md. */
import { OfficeActionsElement } from './actions-page.js';
import { OfficeBatchElement } from './batch-page.js';
import { OfficeBatchesElement } from './batches-page.js';
import { OfficeCallElement } from './call-page.js';
import { OfficeCallsElement } from './calls-page.js';
import { OfficeCaughtElement } from './caught-page.js';
import { OfficeDashboardElement } from './dashboard-page.js';
import { OfficeFacilityElement } from './facility-page.js';
import { OfficeFindElement } from './find-page.js';
import { OfficeLookupElement } from './lookup-page.js';
import { OfficeLookupsElement } from './lookups-page.js';
import type { OfficePage } from './office-page.js';
import { OFFICE } from './root.js';
import { OfficeScenariosElement } from './scenarios-page.js';
import { OfficeSessionsElement } from './sessions-page.js';
import { OfficeSettlementElement } from './settlement-page.js';
import { OfficeTokenElement } from './token-page.js';
import { OfficeTokensElement } from './tokens-page.js';
import { OfficeTransactionElement } from './transaction-page.js';
import { OfficeTransactionsElement } from './transactions-page.js';
import { OfficeUsersElement } from './users-page.js';
import { OfficeWebhooksElement } from './webhooks-page.js';

export interface Page {
  /** Below `/backoffice`. `:id` at its end matches one segment: the page has no entry in the navigation. */
  readonly path: string;
  readonly title: string;
  readonly element: new () => OfficePage;
  readonly tag: string;
  /** Entry in the navigation; null for none. Default: the title. */
  readonly entry?: string | null;
  readonly isForAdministrators?: true;
}

/** Every page, in the order of the navigation. The first one is the start page. */
export const PAGES: readonly Page[] = [
  { path: '/dashboard', title: 'Dashboard', tag: 'office-dashboard', element: OfficeDashboardElement },
  { path: '/transactions', title: 'Transactions', tag: 'office-transactions', element: OfficeTransactionsElement },
  { path: '/transactions/:id', title: 'Transaction', tag: 'office-transaction', element: OfficeTransactionElement },
  { path: '/tokens', title: 'Tokens', tag: 'office-tokens', element: OfficeTokensElement },
  { path: '/tokens/:id', title: 'Token', tag: 'office-token', element: OfficeTokenElement },
  { path: '/batches', title: 'Batches', tag: 'office-batches', element: OfficeBatchesElement },
  { path: '/batches/:id', title: 'Batch', tag: 'office-batch', element: OfficeBatchElement },
  { path: '/lookups', title: 'CRN look-ups', tag: 'office-lookups', element: OfficeLookupsElement },
  { path: '/lookups/:id', title: 'CRN look-up', tag: 'office-lookup', element: OfficeLookupElement },
  { path: '/settlement', title: 'Settlement', tag: 'office-settlement', element: OfficeSettlementElement },
  { path: '/find', title: 'Find a payment', tag: 'office-find', element: OfficeFindElement, entry: null },
  { path: '/calls', title: 'Request log', tag: 'office-calls', element: OfficeCallsElement },
  { path: '/calls/:id', title: 'Call', tag: 'office-call', element: OfficeCallElement },
  { path: '/webhooks', title: 'Webhooks', tag: 'office-webhooks', element: OfficeWebhooksElement },
  {
    path: '/webhooks/caught',
    title: 'Webhook catcher',
    tag: 'office-caught',
    element: OfficeCaughtElement,
    entry: null,
  },
  { path: '/users', title: 'User Management', tag: 'office-users', element: OfficeUsersElement, entry: 'Users' },
  { path: '/actions', title: 'Actions', tag: 'office-actions', element: OfficeActionsElement },
  { path: '/sessions', title: 'Sessions', tag: 'office-sessions', element: OfficeSessionsElement },
  {
    path: '/facility',
    title: 'Facility',
    tag: 'office-facility',
    element: OfficeFacilityElement,
    isForAdministrators: true,
  },
  {
    path: '/scenarios',
    title: 'Scenarios',
    tag: 'office-scenarios',
    element: OfficeScenariosElement,
    isForAdministrators: true,
  },
];

/** Text of the page's link in the navigation; null for none. */
export function entryOf({ path, title, entry = title }: Page): string | null {
  return path.endsWith('/:id') ? null : entry;
}

/** A page that fits an address. */
export interface FoundPage {
  readonly page: Page;
  readonly itemId: string;
}

/** Finds the page of a path; undefined for an unknown one. `/backoffice` itself is the first page. */
export function findPage(pathname: string): FoundPage | undefined {
  const path = pathname.slice(OFFICE.length).replace(/\/$/, '') || PAGES[0]?.path;
  const [, list = '', itemId = ''] = /^(\/\w+)\/([^/]+)$/.exec(path ?? '') ?? [];
  const whole = PAGES.find((page) => page.path === path);
  const page = whole ?? PAGES.find((each) => each.path === `${list}/:id`);
  return page && { page, itemId: whole ? '' : itemId };
}
