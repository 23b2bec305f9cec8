/** The `test` of this folder: pages of the built site, and no request to another host. */
import { readdirSync } from 'node:fs';
import { test as base, expect } from '@playwright/test';
import { saidWhenFailed } from '../browser/said.js';
import { SITE } from '../../tools/site.mjs';

interface Fixtures {
  readonly sound: void;
  readonly said: void;
}

const origin = (): string => process.env['FLORIN_SITE'] ?? '';

export const test = base.extend<Fixtures>({
  baseURL: async ({}, use) => use(origin()),
  said: [saidWhenFailed, { auto: true }],
  sound: [
    async ({ context }, use) => {
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
      expect(errors, 'errors in the console').toEqual([]);
    },
    { auto: true },
  ],
});

/** Paths of all pages of the site. */
export function allPages(): readonly string[] {
  return readdirSync(SITE, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html') && file !== '404.html')
    .map((file) => `/${file.replaceAll('\\', '/')}`)
    .sort();
}

export { expect };
