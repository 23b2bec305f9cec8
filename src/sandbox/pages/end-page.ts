/** The pages without a form: it is done, it was done before, it is too late, there is no such key, the service is down. */
import type { FoundPage, OpenPage } from './find-page.js';
import { returnBar } from './form-page.js';
import { html } from './html.js';
import type { PageAddress } from './page-address.js';
import { webAddress, type Page } from './page-shell.js';
import { WORDS } from './words.js';

/**
 * Where a shopper goes whose key is dead: the merchant's address with 207 and no ResultKey. By wire/rest.md section 2 that
 * may mean a payment that went through, so the merchant's server looks, and nothing is decided here. Sandbox choice.
 */
function wayBack({ key }: OpenPage): string | null {
  const url = webAddress(key.redirectionUrl);
  if (url === null) return null;
  const address = new URL(url);
  address.searchParams.set('ResponseCode', '207');
  address.searchParams.set('ResponseText', 'Invalid session');
  return address.href;
}

/** It is done, and the merchant named no address to go to. */
export function donePage(page: OpenPage): Page {
  const title = page.subject === 'payment' ? 'Your payment was sent' : 'Your details were saved';
  return {
    status: 200,
    place: page.address.place,
    title,
    bar: returnBar(page),
    main: html`<h1 tabindex="-1">${title}</h1>
      <p role="status">${page.merchant.name} will tell you what became of it. You can close this page.</p>`,
  };
}

/** 410 for a key that is over, 404 for one that never was. */
export function deadPage(found: Exclude<FoundPage, { state: 'open' }>, address: PageAddress): Page {
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
  const title = isUsed ? 'This was sent already' : 'This page has expired';
  const text = isUsed
    ? 'Nothing is done a second time. The shop knows what became of it.'
    : 'It was open for too long. Nothing was sent from it. Go back to the shop to start again.';
  return {
    status: 410,
    place: address.place,
    title,
    bar: returnBar(page),
    main: html`<h1>${title}</h1>
      <p>${text}</p>
      ${back && html`<a class="button" href="${back}">Back to ${page.merchant.name}</a>`}`,
  };
}

/** A fault that somebody asked for, or one of ours. @param id stands in the log as well */
export function failedPage(status: 500 | 503, place: PageAddress['place'], id: string | null): Page {
  return {
    status,
    place,
    title: 'Not available',
    main: html`<h1>Not available</h1>
      <p>${WORDS.down} ${id && `Reference: ${id}`}</p>`,
  };
}

/** A request that none of the forms sends. */
export function wrongRequestPage(status: 400 | 413, place: PageAddress['place']): Page {
  return {
    status,
    place,
    title: 'This could not be read',
    main: html`<h1>This could not be read</h1>
      <p>What was sent is not what the form on this page sends.</p>`,
  };
}
