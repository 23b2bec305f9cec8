/** Pages without a form: done, already used, expired, unknown key, and service unavailable. */
import type { FoundPage, OpenPage } from './find-page.js';
import { returnBar } from './form-page.js';
import { html, isolated } from './html.js';
import type { PageAddress } from './page-address.js';
import { webAddress, type Page } from './page-shell.js';
import { WORDS } from './words.js';

/**
 * The return URL for a used or expired key: the merchant's URL with code 207 and without a ResultKey. By
 * docs/wire/rest.md section 2, the payment may have succeeded, so the merchant's server has to look it up. Sandbox
 * choice.
 */
function wayBack({ key }: OpenPage): string | null {
  const url = webAddress(key.redirectionUrl);
  if (url === null) return null;
  const address = new URL(url);
  address.searchParams.set('ResponseCode', '207');
  address.searchParams.set('ResponseText', 'Invalid session');
  return address.href;
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

/** The page of an unusable key: 410 for a used or expired key, 404 for an unknown one. */
export function closedPage(found: Exclude<FoundPage, { state: 'open' }>, address: PageAddress): Page {
  if (found.state === 'unknown') {
    return {
      status: 404,
      place: address.place,
      title: 'This link does not work',
      main: html`<h1>This link does not work</h1>
        <p>It may be incomplete. Go back to the shop and start again from there.</p>`,
    };
  }
  const { page } = found;
  const back = address.place === 'hosted' ? wayBack(page) : null;
  const isUsed = found.state === 'used';
  const title = isUsed ? 'This was already sent' : 'This page has expired';
  const text = isUsed
    ? 'It is not processed twice. The shop can tell you the result.'
    : 'It was open for too long. Nothing was sent from it. Go back to the shop to start again.';
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
      <p>${WORDS.down} ${id && `Reference: ${id}`}</p>`,
  };
}

/** The page for a malformed request. */
export function wrongRequestPage(status: 400 | 413, place: PageAddress['place']): Page {
  return {
    status,
    place,
    title: 'This could not be read',
    main: html`<h1>This could not be read</h1>
      <p>What was sent is not what the form on this page sends.</p>`,
  };
}
