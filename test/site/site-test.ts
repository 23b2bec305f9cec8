/** The `test` of this folder: pages of the built site, and no request to another host. */
import { readdirSync } from 'node:fs';
import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { saidWhenFailed } from '../browser/said.js';
import { SITE, SITE_VERSION } from '../../tools/site.mjs';

interface Fixtures {
  /** Errors that a test causes on purpose. */
  readonly expectedErrors: RegExp | undefined;
  readonly sound: void;
  readonly said: void;
}

const origin = (): string => process.env['FLORIN_SITE'] ?? '';

export const test = base.extend<Fixtures>({
  // As a host has it: below a folder of the version.
  baseURL: async ({}, use) => use(`${origin()}/${SITE_VERSION}/`),
  expectedErrors: [undefined, { option: true }],
  said: [saidWhenFailed, { auto: true }],
  sound: [
    async ({ context, expectedErrors }, use) => {
      const outside: string[] = [];
      const errors: string[] = [];
      context.on('request', (request) => {
        const { protocol, origin: to } = new URL(request.url());
        if (/^(https?|wss?):$/.test(protocol) && to !== origin()) outside.push(request.url());
      });
      context.on('weberror', (error) => errors.push(error.error().message));
      context.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });
      await use();
      expect(outside, 'requests to other hosts').toEqual([]);
      expect(
        errors.filter((error) => !expectedErrors?.test(error)),
        'errors in the console',
      ).toEqual([]);
    },
    { auto: true },
  ],
});

/** Opens the search by its shortcut, which the page keeps until it is hydrated. Resolves with its field. */
export async function openSearch(page: Page): Promise<Locator> {
  await page.keyboard.press('Control+k');
  const field = page.getByRole('searchbox');
  await expect(field).toBeFocused();
  return field;
}

/** Paths of all pages of the site, for `goto`. */
export function allPages(): readonly string[] {
  return readdirSync(`${SITE}/${SITE_VERSION}`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html') && file !== '404.html')
    .map((file) => `./${file.replaceAll('\\', '/')}`)
    .sort();
}

export { expect };
