/** Pages without a form: done, already used, expired, unknown key, and service unavailable. */
import { API_CODES } from '../../wire/codes.js';
import type { FoundPage, OpenPage } from './find-page.js';
import { returnBar } from './form-page.js';
import { html, isolated } from './html.js';
import type { PageAddress } from './page-address.js';
import { webAddress, type Page } from './page-shell.js';
import { MESSAGES } from './messages.js';

type ClosedState = Exclude<FoundPage['state'], 'open' | 'unknown'>;

/** The code in the return URL. By docs/wire/rest.md section 2, a payment with code 207 may have succeeded. */
const CODES: Readonly<Record<ClosedState, keyof typeof API_CODES>> = { used: 207, expired: 207, removed: 202 };

/**
 * The return URL for a key that cannot be used: the merchant's URL with a code and without a ResultKey. The merchant's
 * server has to look up the result. Sandbox choice.
 */
function wayBack({ key }: OpenPage, state: ClosedState): string | null {
  const url = webAddress(key.redirectionUrl);
  if (url === null) return null;
  const code = CODES[state];
  const address = new URL(url);
  address.searchParams.set('ResponseCode', String(code));
  address.searchParams.set('ResponseText', API_CODES[code] ?? '');
  return address.href;
}

/** Texts of the page for a key that cannot be used. */
function closedMessages(state: ClosedState, { address, subject }: OpenPage): readonly [string, string] {
  switch (state) {
    case 'used':
      return ['This was already sent', 'It is not processed again. Please check the result with the shop.'];
    case 'expired':
      return [
        'This page has expired',
        'The page timed out. Nothing was sent. Please go back to the shop and start again.',
      ];
    case 'removed': {
      const done = subject === 'payment' ? 'Nothing was charged.' : 'Nothing was changed.';
      const next =
        address.place === 'frame'
          ? 'Please choose another one on the page of the shop.'
          : 'Please go back to the shop and choose another one.';
      return ['This is not saved any more', `It has been removed in the meantime. ${done} ${next}`];
    }
  }
}

/** The page after a finished form without a return URL. */
export function donePage(page: OpenPage): Page {
  const title = page.subject === 'payment' ? 'Your payment was sent' : 'Your details were saved';
  return {
    status: 200,
    place: page.address.place,
    title,
    bar: returnBar(page),
    main: html`<h1 tabindex="-1">${title}</h1>
      <p role="status">${isolated(page.merchant.name)} will tell you the result. You can close this page.</p>`,
  };
}

/** The page of an unusable key: 404 for an unknown one, 410 for all others. */
export function closedPage(found: Exclude<FoundPage, { state: 'open' }>, address: PageAddress): Page {
  if (found.state === 'unknown') {
    return {
      status: 404,
      place: address.place,
      title: 'This link does not work',
      main: html`<h1>This link does not work</h1>
        <p>It may be incomplete. Please go back to the shop and start again.</p>`,
    };
  }
  const { page, state } = found;
  const back = address.place === 'hosted' ? wayBack(page, state) : null;
  const [title, text] = closedMessages(state, page);
  return {
    status: 410,
    place: address.place,
    title,
    bar: returnBar(page),
    main: html`<h1>${title}</h1>
      <p>${text}</p>
      ${back && html`<a class="button" href="${back}">Back to ${isolated(page.merchant.name)}</a>`}`,
  };
}

/** The page of an injected fault or an internal error. @param id is also in the log */
export function failedPage(status: 500 | 503, place: PageAddress['place'], id: string | null): Page {
  return {
    status,
    place,
    title: 'Not available',
    main: html`<h1>Not available</h1>
      <p>${MESSAGES.down} ${id && `Reference: ${id}`}</p>`,
  };
}

export function wrongRequestPage(status: 400 | 413, place: PageAddress['place']): Page {
  return {
    status,
    place,
    title: 'Something went wrong',
    main: html`<h1>Something went wrong</h1>
      <p>The form could not be read. Please go back and try again.</p>`,
  };
}
