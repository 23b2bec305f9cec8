/** SOAP in a browser tab: the worker keeps the cookie of Login, as a browser would. */
import type { Page } from '@playwright/test';
import { expect, test } from './tab-test.js';

/** Result element or message of an operation, called by the page. */
function callSoap(page: Page, body: string, credentials: RequestCredentials = 'same-origin'): Promise<string> {
  return page.evaluate(
    async ({ envelope, mode }) => {
      const response = await fetch('florin-sandbox/evolve/service_1_4_4.asmx', {
        method: 'POST',
        headers: { 'Content-Type': 'text/xml; charset=utf-8' },
        body: envelope,
        credentials: mode,
      });
      const xml = new DOMParser().parseFromString(await response.text(), 'text/xml');
      const textOf = (name: RegExp) => [...xml.querySelectorAll('*')].find(({ localName }) => name.test(localName));
      return (textOf(/^ResponseMessage$/) ?? textOf(/Result$/))?.textContent ?? '';
    },
    {
      envelope: `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${body}</s:Body></s:Envelope>`,
      mode: credentials,
    },
  );
}

const LOGIN =
  '<Login xmlns="urn:Eve_1_4_4"><username>demo-api</username><password>Demo-Password-1</password><merchantNumber>5353109000000000</merchantNumber></Login>';
const ASK_BANK = '<IsBankAvailable xmlns="urn:Eve_1_4_4"><bankId>1</bankId></IsBankAvailable>';
const LOGOUT = '<Logout xmlns="urn:Eve_1_4_4" />';

test('logs in, calls operations that need a login, and logs out', async ({ shop, page }) => {
  await shop.open('script', '4500-soap');
  expect(await callSoap(page, ASK_BANK)).toBe('invalid login');
  expect(await callSoap(page, LOGIN, 'omit')).toBe('true');
  expect(await callSoap(page, ASK_BANK), 'after a login without cookies').toBe('invalid login');

  expect(await callSoap(page, LOGIN)).toBe('true');
  expect(await callSoap(page, ASK_BANK)).toBe('true');
  expect(await callSoap(page, ASK_BANK, 'omit')).toBe('invalid login');
  await page.reload();
  await page.locator('florin-checkout').waitFor();
  expect(await callSoap(page, ASK_BANK), 'after a reload').toBe('true');
  await callSoap(page, LOGOUT);
  expect(await callSoap(page, ASK_BANK)).toBe('invalid login');
});

test('a login is still valid after the browser has ended the worker', async ({ shop, page }) => {
  await shop.open('script', '4500-soap');
  expect(await callSoap(page, LOGIN)).toBe('true');
  await shop.killWorker();
  expect(await callSoap(page, ASK_BANK)).toBe('true');
});
