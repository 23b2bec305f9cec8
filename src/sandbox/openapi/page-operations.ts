/** The pages of the service and their forms: T9, T12, D13 and D14, docs/wire/rest.md section 2. */
import type { Operation } from './operation.js';

const PAGES: readonly Pick<
  Operation,
  'id' | 'name' | 'title' | 'description' | 'path' | 'isOutsideVersions' | 'query'
>[] = [
  {
    id: 'T9',
    name: 'showPaymentFrame',
    title: 'The card form in a frame',
    description: 'The URL of an iframe. IframeParameters of the key set its style and whether it has its own button.',
    path: '/txns/iframe/{authKey}',
  },
  {
    id: 'T12',
    name: 'showPaymentPage',
    title: 'The hosted payment page',
    description: 'A shop redirects the browser to this page to pay.',
    path: '/pay/{merchantShortName}',
    isOutsideVersions: true,
    query: [{ name: 'in_pay_token', description: 'The AuthKey' }],
  },
  {
    id: 'D13',
    name: 'showTokenFrame',
    title: 'The card or bank account form in a frame',
    description: 'The URL of an iframe. (A choice of the sandbox.)',
    path: '/dvtokens/iframe/{authKey}',
  },
  {
    id: 'D14',
    name: 'showAddTokenPage',
    title: 'The hosted page that adds a token',
    description: 'A shop redirects the browser to this page.',
    path: '/pay/{merchantShortName}.adddv',
    isOutsideVersions: true,
    query: [{ name: 'in_sessionid', description: 'The AuthKey' }],
  },
  {
    id: 'D14.update',
    name: 'showUpdateTokenPage',
    title: 'The hosted page that changes a token',
    description: 'A shop redirects the browser to this page. (A choice of the sandbox.)',
    path: '/pay/{merchantShortName}.updatedv',
    isOutsideVersions: true,
    query: [{ name: 'in_sessionid', description: 'The AuthKey' }],
  },
];

/** Each page, and its form, which is sent to the page's own address. */
export const PAGE_OPERATIONS: readonly Operation[] = PAGES.flatMap((page): readonly Operation[] => {
  const shown: Operation = { ...page, tag: 'Pages', verb: 'GET', answer: { kind: 'page' } };
  const form: Operation = {
    ...shown,
    id: `${page.id}.form`,
    name: page.name.replace('show', 'send'),
    title: `${page.title}: its form`,
    description: 'Sent by the page itself. The response is a redirect, or the page again with its errors.',
    verb: 'POST',
    body: { form: [] },
  };
  return [shown, form];
});
